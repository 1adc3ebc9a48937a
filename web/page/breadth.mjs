// A part of a large game graph: the first positions that play reaches, breadth first. The core draws only complete graphs, so this module
// lists the positions by their legal moves and draws them with the classes and colours of the core's pictures (docs/pictures.md).

/** @import { Move, Outcome, Value } from "./types.mjs" */
/** @typedef {{ position: string, outcome: Outcome | null, value: Value | null, layer: number, parent?: number, moves?: number[] }} Node
 *  `moves`: indices of the options; absent if they are not listed yet; `parent`: index of the first node with a move to this node */
/** @typedef {{ nodes: Node[], places: Map<string, number>, next: number }} Part  `next`: the first node whose options are not listed */

/** Returns the components of a position, as texts. @param {string} position */
function components(position) {
  /** @type {string[]} */
  const parts = [];
  let [depth, quoted, from] = [0, false, 0];
  for (let at = 0; at < position.length; at += 1) {
    const sign = position[at] ?? "";
    if (sign === '"') quoted = !quoted;
    else if (!quoted && "([{".includes(sign)) depth += 1;
    else if (!quoted && ")]}".includes(sign)) depth -= 1;
    else if (!quoted && depth === 0 && position.startsWith(" + ", at)) {
      parts.push(position.slice(from, at));
      from = at + 3;
    }
  }
  return [...parts, position.slice(from)];
}

/** Returns the key of a position, which does not depend on the order of its components. @param {string} position */
export const keyOf = (position) => components(position).sort().join(" + ");

/** Returns a part that contains only the root. @param {string} position @param {Outcome | null} outcome @param {Value | null} value
 *  @returns {Part} */
export const rooted = (position, outcome, value) => ({ nodes: [{ position, outcome, value, layer: 0 }], places: new Map([[keyOf(position), 0]]), next: 0 });

/** Lists options until the part has more than `most` positions, or is complete. Returns the reply that ended the listing, if it is not
 *  complete. @param {Part} part @param {number} most @param {(position: string) => Promise<any>} legal  requests the legal moves */
export async function grow(part, most, legal) {
  const { nodes, places } = part;
  for (; part.next < nodes.length && nodes.length <= most; part.next += 1) {
    const node = /** @type {Node} */ (nodes[part.next]);
    const reply = await legal(node.position);
    if (!reply?.legal) return reply;
    /** @type {Set<number>} */
    const options = new Set();
    for (const { leaves, outcome, value } of /** @type {Move[]} */ (reply.legal)) {
      const key = keyOf(leaves);
      const at = places.get(key) ?? nodes.push({ position: leaves, outcome, value, layer: node.layer + 1, parent: part.next }) - 1;
      places.set(key, at);
      options.add(at);
    }
    node.moves = [...options];
  }
  return undefined;
}

/** Returns whether all positions are listed. @param {Part} part */
export const complete = ({ nodes, next }) => next >= nodes.length;

/** Widths and heights, in pixels. */
const [WIDE, NODE_HIGH, GAP, LINE_GAP, LAYER_GAP, EDGE, LETTER] = [1500, 42, 20, 22, 84, 22, 8];
/** Longest name of a node; a longer name is cut. */
const LONGEST = 44;
const COLOURS = { paper: "#ffffff", ink: "#1c2028", quiet: "#5c6370", arc: "#9ea4b0", lost: "#16305c", won: "#fce2ac", drawn: "#76a8b2", absent: "#ebecef" };

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** @param {number} n */
const short = (n) => String(Math.round(10 * n) / 10);
/** @param {keyof typeof COLOURS} name */
const fill = (name) => `class="fill-${name}" fill="${COLOURS[name]}"`;

/** Returns the picture of the first `most` positions as SVG. Each layer is divided into lines, so that the picture is not much wider than a
 *  screen. @param {Part} part @param {number} most
 *  @param {{ title: string, lost: string, won: string, drawn: string, unsolved: string, winning: string, cut: string }} texts */
export function drawn({ nodes }, most, texts) {
  const shown = nodes.slice(0, most);
  const name = (/** @type {Node} */ { position }) => (position.length > LONGEST ? `${position.slice(0, LONGEST - 1)}…` : position);
  const isOpen = (/** @type {Node} */ { moves }) => !moves || moves.some((to) => to >= most);
  /** @type {Node[][]} */
  const layers = [];
  for (const node of shown) (layers[node.layer] ??= []).push(node);
  const width = Math.max(...shown.map((node) => 2 * EDGE + Math.max(60, name(node).length * LETTER + 28)), WIDE);
  /** @type {Map<Node, { x: number, y: number, wide: number }>} */
  const places = new Map();
  let y = 56;
  for (const layer of layers) {
    const cell = Math.max(...layer.map((node) => Math.max(60, name(node).length * LETTER + 28)));
    const columns = Math.max(1, Math.floor((width - 2 * EDGE + GAP) / (cell + GAP)));
    // The lines of a layer are equally long.
    const lines = Math.ceil(layer.length / columns);
    const each = Math.ceil(layer.length / lines);
    layer.forEach((node, at) => {
      const count = Math.min(each, layer.length - each * Math.floor(at / each));
      const x = width / 2 + ((at % each) - (count - 1) / 2) * (cell + GAP);
      places.set(node, { x, y: y + Math.floor(at / each) * (NODE_HIGH + LINE_GAP), wide: cell });
    });
    y += lines * (NODE_HIGH + LINE_GAP) - LINE_GAP + LAYER_GAP;
  }
  const height = y + 20;
  const out = [`<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}" role="img" font-family="sans-serif" ${fill("ink")}>`,
    `<title>${escaped(texts.title)}</title>`, `<rect width="${short(width)}" height="${short(height)}" ${fill("paper")}/>`,
    `<text x="${EDGE}" y="34" font-size="16" font-weight="bold">${escaped(texts.title)}</text>`];
  /** @type {[string[], string[]]} */
  const [arcs, winning] = [[], []];
  shown.forEach((node, from) => {
    const a = places.get(node);
    for (const to of node.moves ?? []) {
      const target = shown[to];
      const b = target && places.get(target);
      if (!a || !b) continue;
      const [down, up] = b.y > a.y ? [a.y + NODE_HIGH, b.y - 5] : [a.y, b.y + NODE_HIGH + 5];
      const turn = (down + up) / 2;
      const wins = target.outcome === "P";
      const curve = `M${short(a.x)} ${short(down)}C${short(a.x)} ${short(turn)} ${short(b.x)} ${short(turn)} ${short(b.x)} ${short(up)}`;
      // The head of the arrow.
      const head = b.y > a.y ? `m-4 -8l4 8l4 -8` : `m-4 8l4 -8l4 8`;
      // Only the first move to each position is drawn strongly; all others would hide it.
      const weak = target.parent === from ? "" : ` stroke-opacity="${wins ? 0.35 : 0.18}"`;
      (wins ? winning : arcs).push(`<path d="${curve}${head}"${weak} data-from="n${from + 1}" data-to="n${to + 1}"/>`);
    }
  });
  out.push(`<g fill="none" class="line-arc" stroke="${COLOURS.arc}" stroke-width="1.2">`, ...arcs, `</g>`, `<g fill="none" class="line-ink" stroke="${COLOURS.ink}" stroke-width="2">`, ...winning, `</g>`);
  /** @param {Outcome | null} outcome @returns {["lost" | "won" | "drawn" | "absent", number, string, string]} */
  const looks = (outcome) => (outcome === "P" ? ["lost", 0, `class="fill-paper" fill="#ffffff"`, `class="fill-on-lost" fill="#d6e0f0"`] : outcome === "N" ? ["won", NODE_HIGH / 2, "", `class="fill-on-won" fill="#4a463c"`]
    : outcome === "D" ? ["drawn", 8, "", ""] : ["absent", 4, "", ""]);
  const box = (/** @type {number} */ x, /** @type {number} */ top, /** @type {number} */ wide, /** @type {number} */ high, /** @type {Outcome | null} */ outcome, /** @type {boolean} */ dashed) => {
    const [kind, round] = looks(outcome);
    return `<rect x="${short(x)}" y="${short(top)}" width="${short(wide)}" height="${high}" rx="${Math.min(round, high / 2)}" class="fill-${kind} line-ink" fill="${COLOURS[kind]}" stroke="${COLOURS.ink}" stroke-width="1.2"${dashed ? ` stroke-dasharray="5 3"` : ""}/>`;
  };
  shown.forEach((node, at) => {
    const { x, y: top, wide } = places.get(node) ?? { x: 0, y: 0, wide: 0 };
    const [, , strong, weak] = looks(node.outcome);
    const second = [node.outcome ? [node.outcome, ...(node.value === null ? [] : [node.value])].join(", ") : "?", ...(isOpen(node) ? ["…"] : [])].join(" ");
    out.push(`<g data-part="n${at + 1}">${box(x - wide / 2, top, wide, NODE_HIGH, node.outcome, isOpen(node))}<text x="${short(x)}" y="${short(top + 18)}" text-anchor="middle" font-size="13" font-weight="bold" ${strong}>${escaped(name(node))}</text>`
      + `<text x="${short(x)}" y="${short(top + 34)}" text-anchor="middle" font-size="12" ${weak}>${escaped(second)}</text></g>`);
  });
  let left = EDGE;
  const key = height - 26;
  const legend = (/** @type {string} */ sign, /** @type {string} */ says) => {
    out.push(sign.replaceAll("LEFT", short(left)), `<text x="${short(left + 36)}" y="${short(key + 13)}" font-size="12">${escaped(says)}</text>`);
    left += 60 + [...says].reduce((sum, sign) => sum + (sign > "\u2e80" ? 12 : 7), 0);
  };
  const kinds = new Set(shown.map(({ outcome }) => outcome));
  const sample = (/** @type {Outcome | null} */ outcome, dashed = false) => box(0, key, 28, 18, outcome, dashed).replace('x="0"', 'x="LEFT"');
  if (kinds.has("P")) legend(sample("P"), texts.lost);
  if (kinds.has("N")) legend(sample("N"), texts.won);
  if (kinds.has("D")) legend(sample("D"), texts.drawn);
  if (kinds.has(null)) legend(sample(null), texts.unsolved);
  if (winning.length > 0) legend(`<path d="M${short(left)} ${short(key + 9)}h26m-8 -4l8 4l-8 4" fill="none" class="line-ink" stroke="${COLOURS.ink}" stroke-width="2"/>`, texts.winning);
  if (shown.some(isOpen)) legend(sample(shown[0]?.outcome ?? null, true), texts.cut);
  out.push(`</svg>`);
  return `${out.join("\n")}\n`;
}
