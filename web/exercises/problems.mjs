// The exercises: problems of the judge, by theme and in order of difficulty. The visitor writes the moves of a game whose name and `state`
// are given. The reference is a game of the library, or rules that belong to the exercise. en.mjs and zh.mjs contain the statements.

/** @import { File } from "../page/types.mjs" */

/** @typedef {object} Exercise
 *  @property {string} id           the name of the problem in the judge
 *  @property {number} level        the difficulty, from 1 to 3
 *  @property {string} [source]     where the problem is from
 *  @property {string} game         the name of the game that the visitor writes
 *  @property {string} state        its state
 *  @property {string} reference    the game with the same positions
 *  @property {string[]} samples    sample positions: the components of each, without the name of the game
 *  @property {string} [box]        the ranges of the positions that are compared if the request `same` is too slow
 *  @property {boolean} [outcomes]  whether outcomes are compared in the box instead of values
 *  @property {string} solution     the items after the state
 *  @property {File[]} [files]      the files of the reference, if it is not in the library
 *  @property {string} [drawing]    the drawing, if not the default of the reference
 *  @property {string} [drawn]      the game whose pictures are shown instead of those of the reference
 */

/** @typedef {{ theme: "pile" | "nim" | "split" | "board" | "graph" | "end", exercises: Exercise[] }} Theme */

/** The themes, in order. @type {Theme[]} */
export const THEMES = [
  { theme: "pile", exercises: [
    { id: "bash", level: 1, source: "C.-G. Bachet, 1612", game: "Pile", state: "n in 0..", reference: "bash(3)", samples: ["[7]", "[8]"], box: "0..60",
      solution: `move "take {k}" k in 1..3 : [n - k]` },
    { id: "poj2960", level: 1, source: "POJ 2960", game: "TwoFive", state: "n in 0..", reference: "subtract({2, 5})", samples: ["[7]", "[5] + [12]"], box: "0..60",
      solution: `move "take {k}" k in {2, 5} : [n - k]` },
    { id: "lightoj1296", level: 1, source: "LightOJ 1296", game: "Half", state: "n in 0..", reference: "againstone", samples: ["[7]", "[4] + [9]"], box: "0..60",
      solution: `move "take {k}" k in 1..n / 2 : [n - k]` },
    { id: "hdu1847", level: 2, source: "HDU 1847", game: "Powers", state: "n in 0..", reference: "powertake", samples: ["[3]", "[4]"], box: "0..60",
      solution: `move "take {k}" k in {2 ** i for i in 0..} : [n - k]` },
  ] },
  { theme: "nim", exercises: [
    { id: "p2197", level: 1, source: "C. L. Bouton, 1901", game: "Heap", state: "n in 0..", reference: "nim", samples: ["[3] + [4] + [5]", "[1] + [4] + [5]"], box: "0..60",
      solution: `move "take {k}" k in 1..n : [n - k]` },
    { id: "mixed_piles", level: 1, game: "Three", state: "a in 0.., b in 0.., c in 0..", reference: "mixedpiles", samples: ["[6, 4, 2]", "[5, 3, 7]"], box: "0..9, 0..9, 0..9",
      solution: `move "take {k} from a" k in 1..3 : { a -= k }
  move "take {k} from b" k in 1..b when k % 2 == 1 : { b -= k }
  move "take {k} from c" k in 1..c : { c -= k }` },
    { id: "poj1067", level: 2, source: "POJ 1067", game: "TwoHeaps", state: "a in 0.., b in 0.. unordered", reference: "wythoff", drawing: "heaps", samples: ["[2, 1]", "[8, 4]"], box: "0..20, 0..20",
      solution: `move "take {k} from a" k in 1..a : { a -= k }
  move "take {k} from b" k in 1..b : { b -= k }
  move "take {k} from both" k in 1..min(a, b) : { a -= k, b -= k }` },
    { id: "staircase", level: 2, game: "Stairs", state: "a[1..4] in 0..", reference: "staircase(4)", samples: ["[2, 1, 3, 2]", "[2, 5, 2, 3]"], box: "0..4, 0..4, 0..4, 0..4",
      solution: `move "{k} from step {i} down" i in 2..4, k in 1..a[i] : { a[i] -= k, a[i - 1] += k }
  move "{k} from step 1 to the ground" k in 1..a[1] : { a[1] -= k }` },
    { id: "poj1704", level: 3, source: "POJ 1704", game: "Strip", state: "p[1..3] in 1..", reference: "georgiaandbob(3)", samples: ["[1, 2, 4]", "[2, 4, 6]"],
      solution: `require p[1] < p[2] and p[2] < p[3]
  move "piece {i} left by {k}" i in 1..3, k in 1..p[i] - 1 : { p[i] -= k }` },
    { id: "p2599", level: 3, source: "ZJOI 2009", game: "Ends", state: "a[1..4] in 0..", reference: "endnim(4)", samples: ["[3, 1, 9, 4]", "[2, 1, 1, 3]"], box: "0..4, 0..4, 0..4, 0..4",
      solution: `move "take {k} from pile {i}" i in 1..4, k in 1..a[i]
    when all(a[j] == 0 for j in 1..i - 1) or all(a[j] == 0 for j in i + 1..4) : { a[i] -= k }` },
  ] },
  { theme: "split", exercises: [
    { id: "kayles", level: 1, source: "H. Dudeney, 1908", game: "Pins", state: "n in 0..", reference: "kayles", samples: ["[5]", "[3] + [6]"], box: "0..60",
      solution: `move "take the pin after {i}" i in 0..n - 1 : [i] + [n - 1 - i]
  move "take two pins after {i}" i in 0..n - 2 : [i] + [n - 2 - i]` },
    { id: "lightoj1199", level: 2, source: "LightOJ 1199", game: "Unequal", state: "n in 0..", reference: "partition", samples: ["[7]", "[1] + [2] + [3]"], box: "0..60",
      solution: `move "split off {k}" k in 1..n when k < n - k : [k] + [n - k]` },
    { id: "abc278g", level: 2, source: "AtCoder ABC 278 G", game: "Row", state: "n in 0..", reference: "cards(2, 3)", samples: ["[6]", "[4] + [5]"], box: "0..60",
      solution: `move "take {k} after {i}" k in 2..3, i in 0..n - k : [i] + [n - k - i]` },
    { id: "poj2484", level: 2, source: "POJ 2484", game: "Circle", state: "n in 0..", reference: "circlekayles", samples: ["[2]", "[6]"], box: "0..60",
      solution: `move "take one" when n >= 1 : Kayles[n - 1]
  move "take two neighbours" when n >= 2 : Kayles[n - 2]` },
    { id: "p2148", level: 3, source: "SDOI 2009", game: "Pair", state: "a in 1.., b in 1.. unordered", reference: "ed", samples: ["[3, 5]", "[1, 2] + [3, 1]"], box: "1..20, 1..20",
      solution: `move "discard a, split off {k}" k in 1..b - 1 : [k, b - k]
  move "discard b, split off {k}" k in 1..a - 1 : [k, a - k]` },
  ] },
  { theme: "board", exercises: [
    { id: "hdu2147", level: 1, source: "HDU 2147", game: "Coin", state: "x in 1.., y in 1..", reference: "kiki", samples: ["[5, 3]", "[5, 4]"], box: "1..20, 1..20",
      solution: `move "left" : [x - 1, y]
  move "down" : [x, y - 1]
  move "left and down" : [x - 1, y - 1]` },
    { id: "lightoj1315", level: 2, source: "LightOJ 1315", game: "Jumper", state: "x in 0.., y in 0..", reference: "hyperknight", samples: ["[1, 0]", "[2, 5] + [3, 5]"], box: "0..15, 0..15",
      solution: `move "by ({dx}, {dy})" (dx, dy) in {(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)}
    : [x + dx, y + dy]` },
    { id: "poj2311", level: 3, source: "POJ 2311", game: "Sheet", state: "w in 1.., h in 1.. unordered", reference: "cuttingasstated", samples: ["[3, 2]", "[4, 2]"], box: "1..9, 1..9", outcomes: true,
      solution: `goal w == 1 and h == 1
  move "cut the width at {k}" k in 1..w - 1 : [k, h] + [w - k, h]
  move "cut the height at {k}" k in 1..h - 1 : [w, k] + [w, h - k]` },
  ] },
  { theme: "graph", exercises: [
    { id: "tree_cut", level: 1, source: "Winning Ways, chapter 7", game: "Stem", state: "n in 0..", reference: "stalk", samples: ["[4]", "[3] + [5] + [6]"], box: "0..60",
      solution: `move "cut edge {i}" i in 1..n : [i - 1]` },
    { id: "poj3710", level: 2, source: "POJ 3710", game: "Ring", state: "n in 1..", reference: "loop", samples: ["[3]", "[4]"], box: "1..60",
      solution: `move "cut edge {i}" i in 1..n : Stalk[i - 1] + Stalk[n - i]` },
    { id: "poj2425", level: 2, source: "POJ 2425", game: "Walk", state: "v in 0..5", reference: "arrows", drawn: "map", samples: ["[0]", "[1] + [4]"], box: "0..5",
      files: [
        { name: "map.arcs", text: "6 8\n0 1\n0 2\n1 3\n1 4\n2 4\n3 4\n3 5\n4 5\n" },
        { name: "arrows.game", text: `game Arrows {
  state v in 0..5
  move "to {w}" w in {1, 2} when v == 0 : [w]
  move "to {w}" w in {3, 4} when v == 1 : [w]
  move "to 4" when v == 2 : [4]
  move "to {w}" w in {4, 5} when v == 3 : [w]
  move "to 5" when v == 4 : [5]
}
` },
      ],
      solution: `move "to {w}" (u, w) in {(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (3, 4), (3, 5), (4, 5)} when u == v
    : [w]` },
  ] },
  { theme: "end", exercises: [
    { id: "poj3480", level: 1, source: "POJ 3480", game: "LastLoses3", state: "a[1..3] in 0..", reference: "miserenimrow(3)", samples: ["[1, 1, 1]", "[3, 5, 1]"], box: "0..6, 0..6, 0..6", outcomes: true,
      solution: `play misere
  move "take {k} from heap {i}" i in 1..3, k in 1..a[i] : { a[i] -= k }` },
    { id: "poj2505", level: 2, source: "POJ 2505", game: "Times", state: "p in 1..", reference: "multiplication(162)", drawing: "numbers", samples: ["[1]", "[9]"], box: "1..200", outcomes: true,
      solution: `goal p >= 162
  move "times {k}" k in 2..9 : [p * k]` },
    { id: "ceoi2008_knights", level: 2, source: "CEOI 2008", game: "Riders", state: "x in 1..7, y in 1..7", reference: "knights(7)", samples: ["[5, 6]", "[1, 3] + [2, 3]"], box: "1..7, 1..7", outcomes: true,
      solution: `sum every
  move "by ({dx}, {dy})" (dx, dy) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)} : [x + dx, y + dy]` },
    { id: "hdu2516", level: 3, source: "HDU 2516", game: "Twice", state: "n in 0.., q in 0..", reference: "fibonaccinim", samples: ["[13, 12]", "[14, 13]"], box: "0..30, 0..30",
      solution: `move "take {k}" k in 1..min(n, q) : [n - k, min(2 * k, n - k)]` },
  ] },
];

/** All exercises, in order. */
export const EXERCISES = THEMES.flatMap(({ exercises }) => exercises);

/** Returns the rules of an exercise with some items after the state. @param {Exercise} exercise @param {string} items */
export function rules({ game, state }, items) {
  return `game ${game} {\n  state ${state}\n  ${items}\n}\n`;
}

/** Returns a position of a game from its components. @param {string} game @param {string} components */
export function position(game, components) {
  return components.replaceAll("[", `${game}[`);
}

/** Returns rules that can be opened although no move is written yet: without moves, every position is lost. The lines keep their numbers.
 *  @param {string} text */
export function openable(text) {
  const code = text.replace(/(#|\/\/).*/g, "").replace(/"[^"\n]*"/g, "");
  if (/\bmove\b/.test(code)) return text;
  return text.replace(/\}\s*$/, "move when 1 < 0 : nothing }\n");
}

/** Returns rules with a test that compares the game with the reference in the box. The lines keep their numbers.
 *  @param {Exercise} exercise @param {string} text */
export function compared({ reference, box, outcomes }, text) {
  return openable(text).replace(/\}\s*$/, `expect same ${outcomes ? "outcome" : "value"} as ${reference} on ${box} }\n`);
}
