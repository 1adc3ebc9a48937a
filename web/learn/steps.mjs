// The twelve steps of the Learn screen, in order. A step contains only positions and rules; the core computes every answer.

/** A step of the kind `win` is a game against the computer; `moves` limits the number of moves that the reader must find.
 *  `pick`: select the positions that the player to move loses. `number`: give the value of the position `of`. `period`: give the period of
 *  the game `of`. `rules`: write the rules of the game `target`. `claim`: give a formula for the values of a game.
 *  @typedef {object} Step
 *  @property {string} name       the name in links and in the stored progress, which never changes
 *  @property {"win" | "pick" | "number" | "period" | "rules" | "claim"} kind
 *  @property {string} of         the position on the board, or the game of a table
 *  @property {number} [moves]
 *  @property {string[]} [list]   the positions to select from
 *  @property {string} [table]    a table of values that is shown
 *  @property {boolean} [binary]  whether the numbers are shown in binary
 *  @property {boolean} [options] whether the values of the moves are shown
 *  @property {boolean} [pile]    whether the number is a pile that is added to the board
 *  @property {string} [target]
 *  @property {{ play?: string }} [conventions] */

/** @param {string} game @param {number} last */
const piles = (game, last) => Array.from({ length: last + 1 }, (_, n) => `${game}[${n}]`);

/** @type {Step[]} */
export const STEPS = [
  { name: "first", kind: "win", of: "bash[7]" },
  { name: "outcomes", kind: "pick", of: "bash[3]", list: piles("bash", 9) },
  { name: "copying", kind: "win", of: "nim[3] + nim[5]" },
  { name: "binary", kind: "number", of: "nim[3] + nim[5] + nim[7]", binary: true },
  { name: "bit", kind: "win", of: "nim[1] + nim[3] + nim[6]", binary: true, moves: 1 },
  { name: "mex", kind: "number", of: "takeonethreefour[5]", options: true },
  { name: "sums", kind: "number", of: "kayles[6]", pile: true },
  { name: "rows", kind: "win", of: "kayles[2] + kayles[5]", table: "kayles[0..6]" },
  { name: "rules", kind: "rules", of: "mine[6]", target: "againstone" },
  { name: "patterns", kind: "period", of: "takeonethreefour" },
  { name: "proof", kind: "claim", of: "bash", table: "bash[0..12]" },
  { name: "end", kind: "pick", of: "nim[1] + nim[1]", list: ["nim[1]", "nim[2]", "nim[1] + nim[1]", "nim[2] + nim[2]", "nim[1] + nim[2]", "nim[1] + nim[1] + nim[1]"], conventions: { play: "misere" } },
];
