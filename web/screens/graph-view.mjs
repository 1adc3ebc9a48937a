// The picture of a graph in a window that can be moved and zoomed: by buttons, keys, dragging, the wheel and two fingers. The window scrolls
// natively, so the browser keeps the focused node in view.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { picture } from "../page/svg.mjs";
import { number, words } from "../page/words.mjs";
import { FINGER, targets } from "./board.mjs";

/** Factor of one step, and the limits of the scale. At the scale 1, the smallest texts have 12 pixels. */
const [STEP, MIN_SCALE, MAX_SCALE] = [1.25, 0.05, 4];
/** Pixels of one press of an arrow key, and pixels after which a press of the mouse is dragging. */
const [BY, DRAGS] = [60, 4];
/** Space above the root at first, in pixels. */
const ABOVE = 60;

/** Returns the index of the node of an element: `n3` is the third node, with index 2. @param {Element} element */
const numbered = (element) => Number(/** @type {SVGElement} */ (element).dataset.part?.slice(1)) - 1;

/** @param {{ text: string, root: string, choose: (node: number) => void }} props  `text`: the picture, in which node `n1` is the root; `root`: the
 *  root, which is brought into view when it changes */
export function GraphView({ text, root, choose }) {
  const w = words.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const now = useRef({ scale: 1, root: "" });
  const [scale, show] = useState(1);
  const svgOf = () => /** @type {SVGSVGElement | null} */ (place.current?.querySelector("svg") ?? null);
  const nodesOf = () => /** @type {SVGGElement[]} */ ([...(place.current?.querySelectorAll("[data-part^=n]") ?? [])]);

  /** Changes the scale; the point (x, y) of the window stays in its place. @param {number} next @param {number} [x] @param {number} [y] */
  const zoom = (next, x, y) => {
    const [box, svg] = [place.current, svgOf()];
    if (!box || !svg) return;
    const from = now.current.scale;
    const to = Math.max(MIN_SCALE, Math.min(MAX_SCALE, next));
    const [cx, cy] = [x ?? box.clientWidth / 2, y ?? box.clientHeight / 2];
    const [left, top] = [((box.scrollLeft + cx) * to) / from - cx, ((box.scrollTop + cy) * to) / from - cy];
    now.current.scale = to;
    svg.style.width = `${svg.viewBox.baseVal.width * to}px`;
    box.scrollLeft = left;
    box.scrollTop = top;
    show(to);
  };
  /** Brings the root into view, centred, at the default scale. */
  const reset = () => {
    zoom(1);
    const [box, node] = [place.current, nodesOf()[0]];
    if (!box || !node) return;
    const [outer, inner] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
    box.scrollLeft += inner.x + inner.width / 2 - outer.x - box.clientWidth / 2;
    box.scrollTop += inner.y - outer.y - ABOVE;
  };
  const fit = () => {
    const [box, view] = [place.current, svgOf()?.viewBox.baseVal];
    if (box && view) zoom(Math.min(1, (box.clientWidth - 10) / view.width, (box.clientHeight - 10) / view.height));
  };

  useLayoutEffect(() => {
    const box = place.current;
    const svg = picture(text);
    const held = box?.contains(document.activeElement) && document.activeElement !== box;
    box?.replaceChildren(...(svg ? [svg] : []));
    if (!svg || !box) return;
    svg.style.width = `${svg.viewBox.baseVal.width * now.current.scale}px`;
    const nodes = nodesOf();
    targets(nodes, FINGER);
    svg.setAttribute("role", nodes.length > 0 ? "group" : "img");
    svg.setAttribute("aria-label", w.graphTitle);
    nodes.forEach((element, at) => {
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", at === 0 ? "0" : "-1");
    });
    if (now.current.root !== root) reset();
    now.current.root = root;
    if (held) nodes[0]?.focus();
  }, [text, w]);

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    /** @type {{ scale: number, far: number } | undefined} */
    let pinch;
    const wheel = (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      zoom(now.current.scale * Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 300), event.clientX - left, event.clientY - top);
    };
    const fingers = (/** @type {TouchEvent} */ event) => {
      const [a, b] = event.touches;
      if (!a || !b) return void (pinch = undefined);
      event.preventDefault();
      const far = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
      pinch ??= { scale: now.current.scale, far };
      const { left, top } = box.getBoundingClientRect();
      zoom((pinch.scale * far) / pinch.far, (a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top);
    };
    box.addEventListener("wheel", wheel, { passive: false });
    for (const kind of /** @type {const} */ (["touchstart", "touchmove", "touchend"])) box.addEventListener(kind, fingers, { passive: false });
    return () => {
      box.removeEventListener("wheel", wheel);
      for (const kind of /** @type {const} */ (["touchstart", "touchmove", "touchend"])) box.removeEventListener(kind, fingers);
    };
  }, []);

  const drag = useRef(/** @type {{ x: number, y: number, moved: boolean } | undefined} */ (undefined));
  const down = (/** @type {PointerEvent} */ event) => { drag.current = event.pointerType === "mouse" && event.button === 0 ? { x: event.clientX, y: event.clientY, moved: false } : undefined; };
  const move = (/** @type {PointerEvent} */ event) => {
    const [box, from] = [place.current, drag.current];
    if (!box || !from || event.buttons !== 1) return light(event);
    if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAGS) return;
    if (!from.moved) box.setPointerCapture(event.pointerId);
    box.scrollLeft -= event.clientX - from.x;
    box.scrollTop -= event.clientY - from.y;
    drag.current = { x: event.clientX, y: event.clientY, moved: true };
  };
  const click = (/** @type {Event} */ event) => {
    const moved = drag.current?.moved;
    drag.current = undefined;
    const node = /** @type {Element} */ (event.target).closest("[data-part^=n]");
    if (node && !moved) choose(numbered(node));
  };
  /** Emphasizes the moves of the node at the pointer or with the focus. @param {Event} event */
  const light = (event) => {
    const name = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-part^=n]"))?.dataset.part;
    for (const arc of place.current?.querySelectorAll("[data-from]") ?? []) {
      const { from, to } = /** @type {SVGElement} */ (arc).dataset;
      arc.classList.toggle("lit", name !== undefined && (from === name || to === name));
    }
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [box, nodes] = [place.current, nodesOf()];
    const at = nodes.findIndex((node) => node === document.activeElement);
    const arrow = /** @type {Record<string, [number, number]>} */ ({ ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] })[event.key];
    if (event.key === "+" || event.key === "=") zoom(now.current.scale * STEP);
    else if (event.key === "-") zoom(now.current.scale / STEP);
    else if (event.key === "0") reset();
    else if (at >= 0 && (event.key === "Enter" || event.key === " ")) choose(numbered(/** @type {Element} */ (nodes[at])));
    else if (arrow && at < 0) box?.scrollBy(BY * arrow[0], BY * arrow[1]);
    else if (arrow) {
      const next = nodes[at + arrow[0] + arrow[1]];
      if (next) {
        nodes[at]?.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else return;
    event.preventDefault();
  };
  return html`<p class="row tight graph-tools"><button aria-label=${w.zoomOut} title="−" onClick=${() => zoom(now.current.scale / STEP)}>−</button>
      <button aria-label=${w.zoomIn} title="+" onClick=${() => zoom(now.current.scale * STEP)}>+</button>
      <button onClick=${reset} title="0">${w.zoomReset}</button><button onClick=${fit}>${w.zoomFit}</button><span class="quiet scale-now" role="status">${number(Math.round(100 * scale))} %</span></p>
    <div class="picture graph-place" ref=${place} tabindex="0" role="group" aria-label=${w.graphWindow} onClick=${click} onKeyDown=${key} onPointerDown=${down}
      onPointerMove=${move} onFocusIn=${light}></div>
    <p class="quiet">${w.graphKeys}</p>`;
}
