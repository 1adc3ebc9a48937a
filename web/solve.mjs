// Tests the core in WebAssembly with Node: solves rule files by generated code and by the interpreter. The two tables must be equal, and
// must agree with brute force. Usage: node web/solve.mjs web.wasm

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Grundy } from "./grundy.mjs";

const file = (path) => ({ name: path, text: readFileSync(new URL(`../${path}`, import.meta.url), "utf8") });
const grundy = await Grundy.load(readFileSync(process.argv[2]));

/** Returns the answer, which must not be an error. */
function ask(kind, question, options) {
  const answer = grundy.ask(kind, question, options);
  assert(!answer.error, answer.error?.message);
  return answer;
}

/** Answers a query without theorems, with and without generated code. Also returns the number of generated modules. */
function twice(kind, question) {
  const theorems = ["nim", "bachet", "subtraction", "wythoff", "maximum-nim"];
  const before = grundy.modules;
  const generated = grundy.ask(kind, question, { without: theorems, always_generate: true });
  const modules = grundy.modules - before;
  const interpreted = grundy.ask(kind, question, { without: [...theorems, "codegen"] });
  assert.equal(grundy.modules, before + modules, "without codegen nothing is instantiated");
  return { generated, interpreted, modules };
}

/** Fills a table with generated code and with the interpreter. */
function table(question, least = 1) {
  const { generated, interpreted, modules } = twice("table", question);
  assert(!generated.error, generated.error?.message);
  assert.deepEqual([generated.method, interpreted.method], ["codegen", "dense"], question);
  assert(modules >= least, `${question}: ${modules} modules`);
  assert.deepEqual(generated.values, interpreted.values, question);
  assert.equal(generated.work.positions, interpreted.work.positions, question);
  console.log(`${question}: ${generated.values.length} values, ${generated.work.options} options, ${modules} generated module(s)`);
  return generated.values;
}

/** Returns the smallest number that is not in a list. */
function mex(values) {
  let least = 0;
  for (const seen = new Set(values); seen.has(least); ) least += 1;
  return least;
}

console.log(JSON.stringify(grundy.open([file("examples/dawsons_chess.game"), file("games/cutting.game")])));

// Dawson's chess: a row of files; each move leaves two rows.
const chess = [0];
for (let n = 1; n <= 400; n += 1) {
  const rows = n === 1 ? [0] : [chess[n - 2]];
  for (let i = 0; i <= n - 3; i += 1) rows.push(chess[i] ^ chess[n - 3 - i]);
  chess.push(mex(rows));
}
assert.deepEqual(table("dawsonschess[0..400]"), chess);

// Cutting: a sheet of paper is cut from edge to edge; no strip may be narrower than 2.
const [low, high, sheets] = [2, 40, {}];
for (let w = low; w <= high; w += 1) {
  for (let h = low; h <= high; h += 1) {
    const cuts = [];
    for (let k = low; k <= w - low; k += 1) cuts.push(sheets[[k, h]] ^ sheets[[w - k, h]]);
    for (let k = low; k <= h - low; k += 1) cuts.push(sheets[[w, k]] ^ sheets[[w, h - k]]);
    sheets[[w, h]] = mex(cuts);
  }
}
assert.deepEqual(table(`cutting[${low}..${high}, ${low}..${high}]`), Object.values(sheets));

// Tests winning moves in both languages.
const moves = ask("moves", "dawsonschess[9] + nim[2]");
assert.equal(moves.moves.length, 2);
console.log(moves.position, "=>", moves.moves.map((move) => move.leaves).join(" or "));
assert.match(ask("solve", "kayles[12] + nim[7]", { lang: "zh" }).evidence, /证书/);

// Plays a complete match: the person always leaves nim-sum 0, so the computer loses.
let play = ask("play", { question: "nim[3] + nim[5]" }, { seed: 1 });
const game = { match: play.match };
play = ask("play", { ...game, act: "move", text: "nim[3] + nim[3]" });
for (let turns = 1; !play.over; turns += 1) {
  assert.deepEqual([play.turns, play.turn], [turns, turns % 2 ? "computer" : "person"]);
  const { hint } = play.turn === "person" ? ask("play", { ...game, act: "hint" }) : {};
  const steps = hint?.move.steps.map(({ component, rule, choices }) => ({ component, rule, choices }));
  play = ask("play", hint ? { ...game, act: "move", steps } : { ...game, act: "computer" });
}
assert.deepEqual(play.over, { winner: "first", reason: "no-move" });
assert(ask("check").reports.every((report) => report.passes));

// Generated code calls functions without generated code in the core. Values larger than a byte need a second module.
const odd = `game Odd { state n in 0.. move k in 1..n when gcd(n, k) == 1 and is_prime(k) == 1 : [n - k] }
game Heap { state n in 0.. move k in 1..n : [n - k] }
game Bad { state n in 0.. move when 12 / (n - 7) > 0 : [n - 1] move k in 1..3 : [n - k] }
game Power { state n in 0.. move when 9 ** n % 2 == 1 : [n - 1] }`;
assert.deepEqual(grundy.open([{ name: "odd.game", text: odd }]).opened[0].games, ["Odd", "Heap", "Bad", "Power"]);
table("odd[0..60]");
assert.deepEqual(table("heap[0..300]", 2), Array.from({ length: 301 }, (_, n) => n));

// The cells as bytes must equal the list of cells, for every width of a cell.
const raw = (question, options) => {
  const [list, { cells }] = [ask("table", question, options), ask("table", question, { ...options, raw: true })];
  const array = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array }[cells.width];
  const words = new Map(Object.entries(cells.codes).map(([word, code]) => [BigInt(code), word === "absent" ? null : word]));
  const told = Array.from(new array(cells.bytes), (code) => (words.has(BigInt(code)) ? words.get(BigInt(code)) : Number(code)));
  assert.deepEqual(told, list.values ?? list.outcomes, question);
  return cells.width;
};
assert.deepEqual([raw("heap[0..200]"), raw("heap[0..300]"), raw("nim[69990..70010]"), raw("nim[4294967290..4294967300]")], [1, 2, 4, 8]);
assert.equal(raw("heap[0..9]", { outcomes: true }), 1);
assert.equal(raw("chomp(3)[0..3, 0..3, 0..3]"), 1);

// Generated code and the interpreter must report the same errors.
for (const [question, words] of [["bad[0..20]", /division by zero/], ["power[0..99]", /too large|overflow|64 bits/]]) {
  const { generated, interpreted, modules } = twice("table", question);
  assert.deepEqual(generated, interpreted);
  assert.match(generated.error.message, words);
  assert.equal(modules, 1);
}
const refused = grundy.open([{ name: "wrong.game", text: "game Wrong {\n  state n in 0..\n  move : [n - ]\n}" }]);
assert.deepEqual([refused.error.kind, refused.error.diagnostics[0].line], ["invalid", 3]);
console.log(refused.error.message);
assert.equal(ask("solve", "heap[9]").value, 9, "the files opened before remain open");

// Limits also stop generated code.
const large = "kayles[300000]";
const byTable = { without: ["octal-periodicity"] };
const late = grundy.ask("solve", large, { ...byTable, seconds: 0.3 });
assert.equal(late.error?.kind, "stopped");
console.log(late.error.message);
let [looks, done] = [0, 0];
grundy.progress = (positions) => { done = positions; };
grundy.cancelled = () => (looks += 1) > 2000;
const before = grundy.modules;
assert.match(grundy.ask("solve", large, byTable).error.message, /interrupted/);
assert.equal(grundy.modules, before + 1);
assert(done > 0, "the generated code was running");
grundy.cancelled = () => false;
assert.match(grundy.ask("solve", large, { ...byTable, memory: 1 << 16 }).error.message, /memory would be needed/);

// The time limit of a request does not apply to files that are opened later.
assert.equal(grundy.ask("solve", large, { ...byTable, seconds: 0 }).error?.kind, "stopped");
assert.equal(grundy.open([{ name: "odd.game", text: odd }]).error, undefined);

// A crashed core is replaced, and the files are open in the new core.
grundy.cancelled = () => { throw new Error("broken"); };
assert.match(grundy.ask("solve", large, byTable).error.message, /crashed: Error: broken/);
grundy.cancelled = () => false;
assert.equal(ask("solve", "heap[9]").value, 9);

// Prints the speed for a table of 300 x 300 sheets, for information only.
const { generated, interpreted } = twice("solve", "cutting[300, 300]");
assert.deepEqual([generated.value, generated.work.options], [interpreted.value, interpreted.work.options]);
const cost = ({ work }) => `${((1e9 * work.seconds) / work.options).toFixed(2)} ns`;
console.log(`cutting[300, 300]: ${cost(generated)} an option by generated code, ${cost(interpreted)} interpreted`);
console.log("all checks passed");
