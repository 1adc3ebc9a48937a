// One picture for a complete match. The core draws each position anew, in the order of its components, so a row that falls apart would
// become several rows in another order. The stage keeps the picture of the start: pieces that are gone stay as outlines, and each remaining
// piece keeps its place and gets the name (`data-part`) that it has in the current position. If a move does not only remove or redraw
// pieces, the stage starts again with the picture of the core.

import { shift } from "./part-names.mjs";
import { picture } from "./svg.mjs";

/** @import { Step } from "./types.mjs" */
/** @typedef {{ picture: string | null, components: { position: string }[] }} Drawn */
/** @typedef {{ steps: { component: number, leaves: string }[], parts: string[] }} Made */

/** Maximum number of parts of a picture that is kept. */
const MAX_PARTS = 400;

/** Returns the positions of a sum. @param {string} text */
export const summands = (text) => (text.match(/(?:"[^"]*"|\[[^\]]*\]|\([^)]*\)|[^+"[(]|\+(?! )|(?<! )\+)+/g) ?? []).map((one) => one.trim()).filter(Boolean);

/** @param {Element} svg */
const partsOf = (svg) => /** @type {SVGElement[]} */ ([...svg.querySelectorAll("[data-part]")]);
/** @param {string} id @returns {[number, string]} */
const divided = (id) => [Number(id.slice(0, id.indexOf("."))), id.slice(id.indexOf(".") + 1)];
const TITLE = "text[font-weight=bold]";
/** Returns the titles of the components; a long title has several lines. @param {Element} svg */
const titles = (svg) => [...svg.querySelectorAll(`:scope > ${TITLE}`)].filter((text) => !text.previousElementSibling?.matches(TITLE));

/** Removes the lines of a title after the first. @param {Element} title */
function shorten(title) {
  while (title.nextElementSibling?.matches(TITLE)) title.nextElementSibling.remove();
}

/** Returns the parts of each component, by their names in this component. @param {Element} svg */
function byLook(svg) {
  /** @type {Map<number, Map<string, SVGElement>>} */
  const looks = new Map();
  for (const part of partsOf(svg)) {
    const [look, name] = divided(part.dataset.part ?? "");
    const list = looks.get(look) ?? new Map();
    looks.set(look, list.set(name, part));
  }
  return looks;
}

/** Returns the location of a part; undefined if it is drawn as a path. @param {Element} part */
function place(part) {
  const shape = [...part.children].find((one) => one.matches("rect, circle, ellipse, line, text"));
  const at = (/** @type {string[]} */ names) => Number(names.map((name) => shape?.getAttribute(name)).find((value) => value != null) ?? NaN);
  const by = shift(part);
  const found = { x: at(["x", "cx", "x1"]) + by.x, y: at(["y", "cy", "y1"]) + by.y };
  return Number.isNaN(found.x + found.y) ? undefined : found;
}

/** Returns the number of a column above a part. @param {Element} svg @param {Element} part */
function numberOf(svg, part) {
  const shape = part.querySelector("rect");
  const at = place(part);
  if (!shape || !at) return undefined;
  const x = at.x + Number(shape.getAttribute("width")) / 2;
  const above = [...svg.querySelectorAll(`:scope > text:not([font-weight])`)].filter((text) => Math.abs(Number(text.getAttribute("x")) - x) < 1 && Number(text.getAttribute("y")) < at.y);
  return above.sort((a, b) => Number(b.getAttribute("y")) - Number(a.getAttribute("y")))[0];
}

/** Draws a part as it is drawn in another picture, at the location that it has. @param {Element} part @param {Element} model
 *  @param {{ x: number, y: number }} by  from the picture of the model to the stage */
function redraw(part, model, by) {
  part.replaceChildren(...[...model.cloneNode(true).childNodes]);
  const own = shift(model);
  const [x, y] = [by.x + own.x, by.y + own.y].map((n) => Math.round(n * 100) / 100);
  part.setAttribute("transform", `translate(${x},${y})`);
}

/** Returns for each name of a component before the move the name after it, or undefined if the component did more than lose parts.
 *  @param {Map<string, SVGElement>} before @param {Set<string>} touched @param {[number, Map<string, SVGElement>][]} after
 *  @returns {{ names: Map<string, string>, same: boolean } | undefined} */
function successors(before, touched, after) {
  const names = [...before.keys()];
  /** @type {Map<string, string>} */
  const found = new Map();
  const kinds = new Set(names.map((name) => name[0]));
  const rest = names.filter((name) => !touched.has(name));
  const [only] = after;
  if (kinds.has("v") || kinds.has("e")) {
    if (after.length > 1) return undefined;
    // Vertices keep their names, and edges their order.
    const there = [...(only?.[1].entries() ?? [])];
    const text = (/** @type {Element | undefined} */ part) => part?.querySelector("text")?.textContent ?? "";
    for (const name of names.filter((one) => one[0] === "v")) {
      const [match] = there.find(([other, part]) => other[0] === "v" && text(part) === text(before.get(name))) ?? [];
      if (match) found.set(name, `${only?.[0]}.${match}`);
    }
    const ways = rest.filter((name) => name[0] === "e");
    const left = there.filter(([name]) => name[0] === "e");
    const all = names.filter((name) => name[0] === "e");
    const lasting = all.length === left.length ? all : ways;
    if (lasting.length !== left.length || found.size + left.length !== there.length) return undefined;
    lasting.forEach((name, at) => found.set(name, `${only?.[0]}.${left[at]?.[0]}`));
    return { names: found, same: true };
  }
  if (after.length <= 1) {
    const missing = names.filter((name) => !only?.[1].has(name));
    const added = [...(only?.[1].keys() ?? [])].some((name) => !before.has(name));
    // The name of a heap is drawn next to its stones, and disappears with them.
    if (!added && missing.every((name) => touched.has(name) || !only)) {
      for (const name of names) if (only?.[1].has(name)) found.set(name, `${only[0]}.${name}`);
      return { names: found, same: true };
    }
  }
  if (!names.every((name) => /^r1\.c\d+$/.test(name))) return undefined;
  // The rest of a row: its runs become the rows after the move.
  /** @type {string[][]} */
  const runs = [];
  names.forEach((name, at) => {
    if (touched.has(name)) return;
    const before = names[at - 1];
    if (at === 0 || (before && touched.has(before))) runs.push([]);
    runs.at(-1)?.push(name);
  });
  if (runs.length !== after.length || runs.some((run, at) => run.length !== after[at]?.[1].size)) return undefined;
  runs.forEach((run, at) => run.forEach((name, column) => found.set(name, `${after[at]?.[0]}.r1.c${column + 1}`)));
  return { names: found, same: false };
}

/** Marks the parts that a move changed, if they still exist. @param {Element} svg @param {string[]} parts */
function marked(svg, parts) {
  for (const part of partsOf(svg)) if (parts.includes(part.dataset.part ?? "")) part.classList.add("last");
}

const text = (/** @type {Element} */ svg) => new XMLSerializer().serializeToString(svg);

/** Returns the first picture of a match. @param {Drawn} drawn */
export function staged(drawn) {
  const svg = picture(drawn.picture);
  if (!svg) return drawn.picture;
  for (const part of partsOf(svg)) part.dataset.stage = String(divided(part.dataset.part ?? "")[0]);
  const names = titles(svg);
  names.forEach((title, at) => title.setAttribute("data-title", String(at + 1)));
  if (names.length === 1) {
    names.forEach(shorten);
    names[0]?.remove();
  }
  return text(svg);
}

/** Returns the picture after a move. @param {string | null} stage  the picture before the move @param {Drawn} before @param {Made} move
 *  @param {Drawn} after */
export function moved(stage, before, move, after) {
  const [svg, next, plain] = [picture(stage), picture(after.picture), picture(before.picture)];
  if (svg && next && plain && partsOf(svg).length <= MAX_PARTS && kept(svg, plain, next, before, move, after)) return text(svg);
  const fresh = picture(staged(after));
  if (!fresh) return after.picture;
  if (before.components.length === after.components.length) marked(fresh, move.parts);
  return text(fresh);
}

/** Changes the stage to the position after a move; returns whether this was possible. @param {SVGSVGElement} svg @param {Element} plain
 *  @param {Element} next @param {Drawn} before @param {Made} move @param {Drawn} after */
function kept(svg, plain, next, before, move, after) {
  // Coins of one game share a picture, so the pictures are not those of the components.
  const shared = titles(plain).length === 1 && titles(next).length === 1;
  if (!shared && (titles(plain).length !== before.components.length || titles(next).length !== after.components.length)) return false;
  const [from, to] = [byLook(svg), byLook(next)];
  const left = after.components.map(({ position }) => position);
  /** Returns the number of a component after the move, which is used up. @param {string} position */
  const taken = (position) => {
    const at = left.indexOf(position);
    if (at >= 0) left[at] = "";
    return at + 1;
  };
  const touched = new Set(move.parts);
  const leaves = new Map(move.steps.map((step) => [step.component, step.leaves]));
  const looks = shared ? [1] : before.components.map((_, at) => at + 1);
  // First the components that the move changes, so that an equal component elsewhere is not mistaken for the rest.
  const order = [...looks.filter((look) => leaves.has(look)), ...looks.filter((look) => !leaves.has(look))];
  /** @type {Map<SVGElement, { name: string | undefined, last: boolean, model?: Element | undefined, by?: { x: number, y: number } }>} */
  const plan = new Map();
  for (const look of order) {
    const parts = from.get(look) ?? new Map();
    const changes = shared || leaves.has(look);
    const numbers = shared ? [1] : (changes ? summands(leaves.get(look) ?? "") : [before.components[look - 1]?.position ?? ""]).map(taken).filter((n) => n > 0);
    const there = /** @type {[number, Map<string, SVGElement>][]} */ (numbers.map((n) => [n, to.get(n) ?? new Map()])).filter(([, list]) => list.size > 0);
    const own = new Set([...parts.keys()].filter((name) => changes && touched.has(`${look}.${name}`)));
    const found = successors(parts, own, there);
    if (!found) return false;
    /** The shift from the new picture to the stage, if both have one shape. @type {{ x: number, y: number } | undefined} */
    let by;
    for (const [name, part] of parts) {
      const id = found.names.get(name);
      const model = id === undefined ? undefined : to.get(divided(id)[0])?.get(divided(id)[1]);
      if (id !== undefined && !model) return false;
      const vertex = name[0] === "v";
      if (model && found.same && own.has(name) && name[0] !== "e") {
        const [here, away] = [place(part), place(model)];
        if (!here || !away) return false;
        if (!by || vertex) by = { x: here.x - away.x, y: here.y - away.y };
        plan.set(part, { name: id, last: true, model, by });
      } else plan.set(part, { name: id, last: own.has(name) });
    }
  }
  if (left.some((position, at) => position !== "" && (to.get(at + 1)?.size ?? 0) > 0) && !shared) return false;
  for (const part of svg.querySelectorAll(".last")) part.classList.remove("last");
  for (const [part, { name, last, model, by }] of plan) {
    // Moves name the pieces of a row by the numbers in the current picture.
    if (!model && /^(?:\d+\.)?r1\.c\d+$/.test(part.dataset.part ?? "")) {
      const [here, there] = [numberOf(svg, part), name === undefined ? undefined : to.get(divided(name)[0])?.get(divided(name)[1])];
      if (here) here.textContent = there ? numberOf(next, there)?.textContent ?? "" : "";
    }
    if (model && by) redraw(part, model, by);
    if (name === undefined) {
      part.removeAttribute("data-part");
      part.classList.add("gone");
    } else part.dataset.part = name;
    part.classList.toggle("last", last);
  }
  for (const title of svg.querySelectorAll("[data-title]")) {
    const numbers = new Set(partsOf(svg).filter((part) => part.dataset.stage === title.getAttribute("data-title")).map((part) => divided(part.dataset.part ?? "")[0]));
    shorten(title);
    title.textContent = [...numbers].map((n) => after.components[n - 1]?.position ?? "").join(" + ") || "–";
  }
  const title = svg.querySelector(":scope > title");
  if (title) title.textContent = next.querySelector(":scope > title")?.textContent ?? "";
  return true;
}

/** Returns a move in which a component is replaced by an equal one: the list of moves contains only the moves of the first of equal
 *  components, but the reader may have selected a piece of another one. @template {Made} M @param {M} move @param {number} look
 *  @param {Drawn} drawn @returns {M} */
export function inLook(move, look, { components }) {
  const [step, ...others] = move.steps;
  if (!step || others.length > 0 || components[step.component - 1]?.position !== components[look - 1]?.position) return move;
  const parts = move.parts.map((part) => (divided(part)[0] === step.component ? `${look}.${divided(part)[1]}` : part));
  return { ...move, parts, steps: [{ ...step, component: look }] };
}
