// The game graph of the position: the picture from the core, whose nodes can be selected, and the same graph as a list.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { atLength, look, options, plain, running } from "../page/asking.mjs";
import { long } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { files, open, unasked } from "../page/state.mjs";
import { picture } from "../page/svg.mjs";
import { words } from "../page/words.mjs";
import { FINGER, targets } from "./board.mjs";
import { GoOn, Running } from "./verdict.mjs";

/** @import { Outcome, Value } from "../page/types.mjs" */
/** @typedef {{ position: string, outcome: Outcome, value: Value | null, layer: number }} Node */

/** The Graph screen. */
export function Graph() {
  const w = words.value;
  const position = look.value?.position ?? "";
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  // The nodes are large enough for a finger only if the picture is shown at full size.
  const [whole, enlarge] = useState(matchMedia("(pointer: coarse)").matches);
  useEffect(() => {
    if (!position) return;
    let wanted = true;
    const job = { ask: "graph", given: { question: position }, files: files.value, options: options(), seconds: 1, spell: unasked(), instead: "graph" };
    long(job).then((told) => { if (wanted && !told.dropped && !told.stopped) hear(told); });
    return () => { wanted = false; };
  }, [position, JSON.stringify(options()), files.value]);
  const [refused, refuse] = useState(/** @type {any} */ (undefined));
  useEffect(() => refuse(undefined), [reply]);
  // Saves the graph in a format for other programs.
  const other = async (/** @type {string} */ ask, /** @type {object} */ wanted, /** @type {(reply: any) => string} */ text, /** @type {string} */ file, /** @type {string} */ kind) => {
    const told = await atLength({ ask, given: { question: position }, files: files.value, options: wanted }, position);
    if (told.dropped || told.stopped) return;
    refuse(told.error);
    if (!told.error) save(file, text(told), kind);
  };
  const goOn = () => atLength({ ask: "graph", given: { question: position }, files: files.value }, position).then(hear);
  if (!reply) return html`<p class="quiet">${w.asking}</p>`;
  if (reply.stopped) return html`<p>${w.stopped}</p>`;
  return html`<section class="card" aria-label=${w.graph}><h2>${w.graphTitle} <code>${position}</code></h2>
    ${reply.error ? html`<p class="unfinished">${plain(reply.error)}${reply.error.kind === "stopped" && !running.value && html` <${GoOn} act=${goOn} />`}</p>${reply.error.kind !== "stopped" && html`<p class="quiet">${w.graphInstead}</p>`}<${Running} />`
      : html`<p class="quiet">${w.graphCount(reply.nodes.length, reply.arcs.length)} ${w.graphShapes}</p>
        <${Drawing} reply=${reply} whole=${whole} />
        <p class="row"><button aria-pressed=${whole} onClick=${() => enlarge(!whole)}>${w.fullSize}</button><span id="save">${w.saveAs} <button onClick=${() => save("graph.svg", reply.picture, "image/svg+xml")}>SVG</button>
          <button onClick=${() => other("graph", { format: "graphml" }, (told) => told.picture, "graph.graphml", "application/xml")}>GraphML</button>
          <button onClick=${() => other("export", {}, (told) => told.text, "position.cgs", "text/plain")}>CGSuite</button></span></p>
        ${refused && html`<p class="unfinished" role="alert">${plain(refused)}</p>`}
        <details><summary>${w.asList}</summary><ul class="plain nodes">${reply.nodes.map((/** @type {Node} */ node, /** @type {number} */ at) => html`<li key=${at}><button class="link" onClick=${() => open(node.position)}>${node.position}</button>
          ${" "}${node.outcome}${node.value !== null && ` · ${node.value}`}</li>`)}</ul></details>`}
  </section>`;
}

/** Returns the index of the node of an element: `n3` is the third node, with index 2. @param {SVGElement} element */
const numbered = (element) => Number(element.dataset.part?.slice(1)) - 1;

/** @param {{ reply: any, whole: boolean }} props */
function Drawing({ reply, whole }) {
  const w = words.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const svg = picture(reply.picture);
    place.current?.replaceChildren(...(svg ? [svg] : []));
    if (!svg) return;
    const nodes = /** @type {SVGElement[]} */ ([...svg.querySelectorAll("[data-part^=n]")]);
    targets(/** @type {SVGGElement[]} */ (nodes), FINGER);
    svg.setAttribute("role", nodes.length > 0 ? "group" : "img");
    svg.setAttribute("aria-label", w.graphTitle);
    nodes.forEach((element, at) => {
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", at === 0 ? "0" : "-1");
    });
  }, [reply.picture, w]);
  const choose = (/** @type {Event} */ event) => {
    const element = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-part^=n]"));
    const node = element && reply.nodes[numbered(element)];
    if (node) open(node.position);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const nodes = /** @type {SVGElement[]} */ ([...(place.current?.querySelectorAll("[data-part^=n]") ?? [])]);
    const at = nodes.findIndex((node) => node === document.activeElement);
    if (at < 0) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") choose(event);
    else if (by) {
      const next = nodes[at + by];
      if (next) {
        nodes[at]?.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else return;
    event.preventDefault();
  };
  return html`<div class=${whole ? "picture whole" : "picture"} ref=${place} tabindex="0" role="group" aria-label=${w.graph} onClick=${choose} onKeyDown=${key}></div>`;
}
