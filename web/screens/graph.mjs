// The game graph of the position: the picture from the core, whose nodes can be selected, and the same graph as a list. The core draws at
// most 300 positions; of a larger graph, the page shows the first positions, breadth first.

import { html, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { atLength, failure, options, plain, running, shown, unfinished } from "../page/asking.mjs";
import { complete, drawn, grow, rooted } from "../page/breadth.mjs";
import { long } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { raster } from "../page/picture-file.mjs";
import { files, open, unasked } from "../page/state.mjs";
import { words } from "../page/words.mjs";
import { GraphView } from "./graph-view.mjs";
import { isTwoPlayer } from "./two-players.mjs";
import { GoOn, Running } from "./verdict.mjs";

/** @import { Node } from "../page/breadth.mjs" */

/** Positions that are shown at first, and that *More* adds. */
const MANY = 300;
/** Milliseconds after which further positions are listed without their values. */
const PATIENCE = 10_000;

/** The Graph screen. */
export function Graph() {
  const w = words.value;
  const now = shown.value;
  const position = now?.position ?? "";
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    if (!position) return;
    let wanted = true;
    const job = { ask: "graph", given: { question: position }, files: files.value, options: options(), seconds: 1, spell: unasked(), instead: "graph" };
    long(job).then((told) => { if (wanted && !told.dropped && !told.stopped) hear({ ...told, of: position }); });
    return () => { wanted = false; };
  }, [position, JSON.stringify(options()), files.value]);
  const [refused, refuse] = useState(/** @type {any} */ (undefined));
  useEffect(() => refuse(undefined), [reply]);
  const goOn = () => atLength({ ask: "graph", given: { question: position }, files: files.value }, position).then((told) => hear({ ...told, of: position }));
  if (failure.value && !unfinished.value) return null;
  if (!reply || reply.of !== position) return html`<p class="quiet">${w.asking}</p>`;
  if (reply.stopped) return html`<p>${w.stopped}</p>`;
  const large = reply.error?.kind === "usage" && now && !isTwoPlayer(now);
  // Saves the graph in a format for other programs.
  const other = async (/** @type {string} */ ask, /** @type {object} */ wanted, /** @type {(reply: any) => string} */ text, /** @type {string} */ file, /** @type {string} */ kind) => {
    const told = await atLength({ ask, given: { question: position }, files: files.value, options: wanted }, position);
    if (told.dropped || told.stopped) return;
    refuse(told.error);
    if (!told.error) save(file, text(told), kind);
  };
  return html`<section class="card" aria-label=${w.graph}><h2>${w.graphTitle} <code class="breakable">${position}</code></h2>
    ${large ? html`<${Large} key=${`${position} ${now.outcome != null} ${JSON.stringify(options())}`} position=${position} answer=${now} />`
      : reply.error ? html`<p class="unfinished">${plain(reply.error)}${reply.error.kind === "stopped" && !running.value && html` <${GoOn} act=${goOn} />`}</p>${reply.error.kind !== "stopped" && html`<p class="quiet">${w.graphInstead}</p>`}<${Running} />`
        : html`<p class="quiet">${w.graphCount(reply.nodes.length, reply.arcs.length)} ${w.graphShapes}</p>
        <${Window} text=${reply.picture} root=${position} nodes=${reply.nodes}>
          <button onClick=${() => other("graph", { format: "graphml" }, (told) => told.picture, "graph.graphml", "application/xml")}>GraphML</button>
          <button onClick=${() => other("export", {}, (told) => told.text, "position.cgs", "text/plain")}>CGSuite</button></${Window}>
        ${refused && html`<p class="unfinished" role="alert">${plain(refused)}</p>`}`}
  </section>`;
}

/** The picture of a graph with its downloads, and the graph as a list. @param {{ text: string, root: string, nodes: Node[], children?: unknown }} props */
function Window({ text, root, nodes, children }) {
  const w = words.value;
  const [failed, fail] = useState(false);
  const savePng = async () => {
    const blob = await raster(text);
    fail(!blob);
    if (blob) save("graph.png", blob);
  };
  const choose = (/** @type {number} */ at) => {
    const node = nodes[at];
    if (node) open(node.position);
  };
  return html`<${GraphView} text=${text} root=${root} choose=${choose} />
    <p class="row" id="save">${w.saveAs} <button onClick=${() => save("graph.svg", text, "image/svg+xml")}>SVG</button><button onClick=${savePng}>PNG</button> ${children}</p>
    ${failed && html`<p role="status">${w.noPng}</p>`}
    <details><summary>${w.asList}</summary><ul class="plain nodes">${nodes.map((node, at) => html`<li key=${at}><button class="link" onClick=${() => open(node.position)}>${node.position}</button>
      ${" "}${node.outcome ?? "?"}${node.value !== null && ` · ${node.value}`}</li>`)}</ul></details>`;
}

/** The first positions of a large graph. @param {{ position: string, answer: import("../page/types.mjs").Look }} props */
function Large({ position, answer }) {
  const w = words.value;
  const part = useRef(rooted(position, answer.outcome ?? null, answer.value ?? null));
  const [most, want] = useState(MANY);
  const [state, tell] = useState(/** @type {{ most: number, stopped: boolean } | undefined} */ (undefined));
  const wanted = useRef(true);
  // Once a query of one position takes too long, the positions are listed without their values.
  const solves = useRef(answer.outcome != null);
  const list = async (/** @type {number} */ most, /** @type {import("../page/spell.mjs").Spell | undefined} */ spell) => {
    const legal = async (/** @type {string} */ question) => {
      if (!wanted.current) return { dropped: true };
      const ask = (/** @type {boolean} */ solve) => long({ ask: "legal", given: { question }, files: files.value, options: { ...options(), picture: false, solve }, seconds: 1, spell });
      const first = solves.current && performance.now() - began < PATIENCE ? await ask(true) : undefined;
      // If the time of a link has run out, the reader continues the query.
      if (first && (first.error?.kind !== "stopped" || spell)) return first;
      solves.current = false;
      return ask(false);
    };
    const began = performance.now();
    solves.current = answer.outcome != null;
    const ended = await grow(part.current, most, legal);
    if (wanted.current) tell({ most, stopped: ended !== undefined });
  };
  useEffect(() => {
    wanted.current = true;
    list(MANY, unasked());
    return () => { wanted.current = false; };
  }, []);
  const [picture, draw] = useState("");
  useEffect(() => {
    if (!state) return;
    const { outcomeMeans, graphTitle, goodMove, notSolvedNode, movesCut } = w;
    const means = /** @type {Record<string, string>} */ (outcomeMeans);
    const says = (/** @type {string} */ letter) => `${letter}: ${means[letter]}`;
    draw(drawn(part.current, state.most, { title: `${graphTitle} ${position}`, lost: says("P"), won: says("N"), drawn: says("D"), unsolved: notSolvedNode, winning: goodMove, cut: movesCut }));
  }, [state, w]);
  if (!state || !picture) return html`<p class="quiet" role="status">${w.asking}</p>`;
  const nodes = part.current.nodes.slice(0, state.most);
  const more = () => {
    want(most + MANY);
    list(most + MANY, undefined);
  };
  return html`<p>${w.graphLarge(MANY, nodes.length)} ${(!complete(part.current) || part.current.nodes.length > state.most) && !state.stopped && html`<button onClick=${more} disabled=${most > state.most}>${w.moreNodes(MANY)}</button>`}
      ${state.stopped && html`<span class="unfinished">${w.longer} <${GoOn} act=${() => list(most, undefined)} /></span>`}</p>
    <${Window} text=${picture} root=${position} nodes=${nodes} />`;
}
