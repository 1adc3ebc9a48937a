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

/** Describes a move in few words, for a course of play. @param {{ steps: import("./types.mjs").Step[] }} move @param {Words} w */
export function brieflySaid({ steps }, w) {
  return steps.map(({ label, leaves }) => isolated(label ?? w.leaving(leaves))).join(w.wordBetween);
}

/** Returns the move of a list that corresponds to a move of the match, which may number the edges of a graph differently.
 *  @param {Move[]} legal @param {{ steps: import("./types.mjs").Step[], leaves: string }} move */
export function listed(legal, move) {
  const words = (/** @type {{ steps: import("./types.mjs").Step[] }} */ { steps }) => steps.map(({ component, label, leaves }) => `${component} ${label} ${leaves}`).join();
  const same = legal.filter((one) => words(one) === words(move));
  return same.find((one) => brief(one) === brief(/** @type {Move} */ (move))) ?? same[0] ?? legal.find((one) => one.leaves === move.leaves);
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

/** Returns the move that a part stands for. If several moves touch the chosen parts, this is the move that names the part, or the only
 *  move that touches the fewest other parts.
 *  @param {Move[]} moves @param {string[]} chosen @param {(moves: Move[], part: string) => Move | undefined} [naming] */
export function meant(moves, chosen, naming) {
  const [last] = chosen.slice(-1);
  if (last === undefined) return undefined;
  const left = touching(moves, chosen);
  const least = Math.min(...left.map((move) => move.parts.length));
  const few = left.filter((move) => move.parts.length === least);
  return naming?.(left, last) ?? (few.length === 1 ? few[0] : undefined);
}

/** Maximum number of moves of a part that are compared with the other parts. */
const COMPARED = 200;

/** Returns the move that a part determines: its only move, or the move that it stands for if each other move that touches the part is the
 *  one that another part stands for. For example, a stone of a heap stands for taking it and all later stones.
 *  @param {Move[]} moves @param {string} part @param {(moves: Move[], part: string) => Move | undefined} [naming] */
export function determined(moves, part, naming) {
  const here = touching(moves, [part]);
  const mine = meant(here, [part], naming);
  if (!mine || here.length > COMPARED) return here.length === 1 ? mine : undefined;
  return here.every((move) => move === mine || move.parts.some((other) => other !== part && meant(moves, [other], naming) === move)) ? mine : undefined;
}

/** Returns the chosen parts after a click on a part, and the move that the click makes, if any. A click makes a move that the part
 *  determines, and a second click on a chosen part makes the move that is shown. A part that no remaining move touches starts a new
 *  selection.
 *  @param {Move[]} moves @param {string[]} chosen @param {string} part @param {(moves: Move[], part: string) => Move | undefined} [naming]
 *  @returns {{ chosen: string[], made: Move | undefined }} */
export function point(moves, chosen, part, naming) {
  if (chosen.length === 0) {
    const made = determined(moves, part, naming);
    return { chosen: made || touching(moves, [part]).length === 0 ? [] : [part], made };
  }
  const narrower = chosen.includes(part) ? chosen : [...chosen, part];
  const left = touching(moves, narrower);
  const made = chosen.includes(part) ? meant(moves, [...chosen.filter((one) => one !== part), part], naming) : left.length === 1 ? left[0] : undefined;
  if (made) return { chosen: [], made };
  if (left.length > 0) return { chosen: narrower, made: undefined };
  return point(moves, [], part, naming);
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
