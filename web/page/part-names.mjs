// Names of the parts of a picture for screen readers, and for finding the move that a part stands for. A name uses what the picture shows:
// the name of a vertex, and the numbers at the edges of a board. Without them, parts are counted from 1.

import { isolated } from "./bidi.mjs";

/** @import { Look, Move } from "./types.mjs" */
/** @import { Words } from "./words.mjs" */
/** @typedef {{ x: number, y: number, wide: number, high: number }} Box */

/** Returns the shift of an element by its `transform`. @param {Element} element */
export function shift(element) {
  const [, x = 0, y = 0] = element.getAttribute("transform")?.match(/translate\((-?[\d.]+),(-?[\d.]+)\)/)?.map(Number) ?? [];
  return { x, y };
}

/** Returns the first rectangle of a part. @param {Element} part @returns {Box | undefined} */
function box(part) {
  const rect = part.querySelector("rect:not(.target)");
  if (!rect) return undefined;
  const [x = 0, y = 0, wide = 0, high = 0] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
  const by = shift(part);
  return { x: x + by.x, y: y + by.y, wide, high };
}

/** Returns the names that a picture shows for its parts: `v1`, or `r1` and `c1`, of each component.
 *  @param {Element | null | undefined} svg @returns {Map<string, string>} */
export function shownNames(svg) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const marks = [...(svg?.querySelectorAll(":scope > text.fill-quiet") ?? [])].map((text) => ({
    text: text.textContent ?? "", end: text.getAttribute("text-anchor") === "end", x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")),
  }));
  for (const part of svg?.querySelectorAll("[data-part]") ?? []) {
    const id = /** @type {SVGElement} */ (part).dataset.part ?? "";
    const [, look, row, column] = id.match(/^(\d+)\.(r\d+)\.(c\d+)$/) ?? [];
    const text = part.querySelector("text")?.textContent;
    if (/^\d+\.v\d+$/.test(id) && text) names.set(id, text);
    const at = row && marks.length > 0 ? box(part) : undefined;
    if (!at) continue;
    const [x, y] = [at.x + at.wide / 2, at.y + at.high / 2];
    const down = marks.filter((mark) => mark.end && mark.x <= at.x && Math.abs(mark.y - 5 - y) < at.high / 3).sort((a, b) => b.x - a.x)[0];
    const across = marks.filter((mark) => !mark.end && mark.y <= at.y && Math.abs(mark.x - x) < at.wide / 3).sort((a, b) => b.y - a.y)[0];
    if (down) names.set(`${look}.${row}`, down.text);
    if (across) names.set(`${look}.${column}`, across.text);
  }
  return names;
}

/** Returns the name of a part: `2.h1.3` is stone 3 of number 1 of the second component.
 *  @param {string} id @param {Look} answer @param {Words} w @param {Map<string, string>} shown */
export function named(id, answer, w, shown) {
  const [look = "", ...rest] = id.split(".");
  const where = answer.components.length > 1 ? answer.components[Number(look) - 1]?.position : undefined;
  const kinds = /** @type {Record<string, (n: string) => string>} */ (w.partKinds);
  const names = rest.map((part) => (/^\d+$/.test(part) ? w.stone(part) : kinds[part[0] ?? ""]?.(isolated(shown.get(`${look}.${part}`) ?? part.slice(1))) ?? part));
  return [where && isolated(where), ...names].filter(Boolean).join(w.wordBetween);
}

/** Returns the move that names this vertex, if the label of exactly one of the moves contains the name as a word. In Node Kayles, the move
 *  that takes a vertex also changes its neighbours, so the changed parts do not identify the move.
 *  @param {Move[]} moves @param {string | undefined} name */
export function naming(moves, name) {
  if (!name) return undefined;
  const found = moves.filter(({ steps }) => steps.some(({ label }) => label?.split(/[^\p{L}\p{N}_]+/u).includes(name)));
  return found.length === 1 ? found[0] : undefined;
}
