// Describes moves for the page: in words, by the result for the player who moves, and by the parts of the picture that a move touches.

import { isolated } from "./bidi.mjs";

/** @import { Move, Outcome } from "./types.mjs" */
/** @import { Words } from "./words.mjs" */

/** The result of a move for its player, derived from the outcome of the position that it leaves.
 *  @typedef {"win" | "draw" | "lose" | "unknown"} Worth */

/** @param {Outcome | null} left @returns {Worth} */
export function worth(left) {
  return left === "P" ? "win" : left === "D" ? "draw" : left === "N" ? "lose" : "unknown";
}

/** Returns the symbol and the word of a result. @param {Worth} worth @param {Words} w */
export function tag(worth, w) {
  return { win: `✓ ${w.moveWins}`, draw: `= ${w.moveDraws}`, lose: `✗ ${w.moveLoses}`, unknown: `? ${w.moveUnknown}` }[worth];
}

/** Describes a move. The component is named only if the position has several components.
 *  @param {Move} move @param {number} components @param {Words} w */
export function said(move, components, w) {
  const left = (/** @type {string} */ position) => w.leaving(position === "0" ? w.nothing : isolated(position));
  const steps = move.steps.map((step) => {
    const place = components > 1 ? w.inComponent(isolated(step.from)) : "";
    return `${place}${step.label === null ? left(step.leaves) : isolated(step.label)}`;
  });
  const last = steps.pop() ?? "";
  const words = steps.length > 0 ? `${steps.join(w.wordBetween)}${w.and}${last}` : last;
  return move.steps.every((step) => step.label === null) && components === 1 ? words : `${words}${w.wordBetween}${left(move.leaves)}`;
}

/** Returns the moves that touch all these parts. @param {Move[]} moves @param {string[]} parts */
export function touching(moves, parts) {
  return moves.filter((move) => parts.every((part) => move.parts.includes(part)));
}

/** Returns the part that corresponds to this part in the first equal component. Moves are listed only for the first of equal components.
 *  @param {string} part @param {{ components: { position: string }[], legal: Move[] }} answer */
export function standsFor(part, { components, legal }) {
  if (legal.some((move) => move.parts.includes(part))) return part;
  const [look = "", ...rest] = part.split(".");
  const first = components.findIndex(({ position }) => position === components[Number(look) - 1]?.position);
  const other = [first + 1, ...rest].join(".");
  return first >= 0 && legal.some((move) => move.parts.includes(other)) ? other : part;
}

/** Returns the move that a second click makes: the move that touches the fewest parts besides the chosen parts. Returns undefined if
 *  several moves touch equally few parts.
 *  @param {Move[]} moves @param {string[]} chosen */
export function meant(moves, chosen) {
  if (chosen.length === 0) return undefined;
  const left = touching(moves, chosen);
  const least = Math.min(...left.map((move) => move.parts.length));
  const few = left.filter((move) => move.parts.length === least);
  return few.length === 1 ? few[0] : undefined;
}

/** Returns the chosen parts after a click on a part, and the move that the click makes, if any. A second click on a chosen part makes the
 *  move that is shown. A part that no remaining move touches starts a new selection. @param {Move[]} moves @param {string[]} chosen
 *  @param {string} part @returns {{ chosen: string[], made: Move | undefined }} */
export function point(moves, chosen, part) {
  const only = touching(moves, chosen);
  const made = chosen.includes(part) ? meant(moves, chosen) : only.length === 1 && only[0]?.parts.includes(part) && chosen.length > 0 ? only[0] : undefined;
  if (made) return { chosen: [], made };
  const narrower = chosen.includes(part) ? chosen : [...chosen, part];
  if (touching(moves, narrower).length > 0) return { chosen: narrower, made: undefined };
  return { chosen: touching(moves, [part]).length > 0 ? [part] : [], made: undefined };
}

/** Encodes a move for a link: `component.rule.choice…`, steps joined by `~`. @param {Move} move */
export function brief(move) {
  return move.steps.map(({ component, rule, choices }) => [component, rule, ...choices].join(".")).join("~");
}

/** Decodes the steps of a move in a link. @param {string} text */
export function steps(text) {
  return text.split("~").map((step) => {
    const [component, rule, ...choices] = step.split(".");
    return { component: Number(component), rule: Number(rule), choices: choices.map((n) => (Number.isSafeInteger(Number(n)) ? Number(n) : n)) };
  });
}
