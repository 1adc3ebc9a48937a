// Tests the exercises with the core: the solution agrees with the game, the untouched rules and each wrong rules differ from it, and both
// languages have all statements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EXERCISES, compared, openable, position, rules } from "../exercises/problems.mjs";
import { en } from "../exercises/en.mjs";
import { zh } from "../exercises/zh.mjs";
import { Grundy } from "../grundy.mjs";
import { wholeCore } from "./site.mjs";

const grundy = await Grundy.load(wholeCore());

/** One mistake in each solution: a text, and the text that replaces it. */
const MISTAKES = {
  bash: ["1..3", "1..4"], poj2960: ["{2, 5}", "{2, 3}"], lightoj1296: ["n / 2", "(n + 1) / 2"], hdu1847: ["in 0..}", "in 1..}"],
  p2197: ["1..n", "1..n - 1"], mixed_piles: ["k % 2 == 1", "k % 2 == 0"], poj1067: ["min(a, b)", "1"], staircase: ["1..a[1]", "1..2"],
  poj1704: ["1..p[i] - 1", "1..2"], p2599: ["1..i - 1", "1..i - 2"],
  kayles: ["[i] + [n - 2 - i]", "[n - 2]"], lightoj1199: ["k < n - k", "k <= n - k"], abc278g: ["[i] + [n - k - i]", "[n - k]"],
  poj2484: ["Kayles[n - 2]", "[n - 2]"], p2148: ["[k, b - k]", "[k] + [b - k]"],
  hdu2147: ["[x - 1, y - 1]", "[x - 2, y - 2]"], lightoj1315: ["(-2, 1)", "(2, -2)"], poj2311: ["[k, h] + [w - k, h]", "[w - k, h]"],
  tree_cut: ["[i - 1]", "[n - 1]"], poj3710: ["Stalk[i - 1] + Stalk[n - i]", "Stalk[n - 1]"], poj2425: ["(3, 5)", "(3, 0)"],
  poj3480: ["play misere", "play normal"], poj2505: ["2..9", "2..8"], ceoi2008_knights: ["(-2, -1), ", ""], hdu2516: ["2 * k", "3 * k"],
};

/** @param {import("../exercises/problems.mjs").Exercise} exercise @param {string} text */
function open(exercise, text) {
  const reply = grundy.open([{ name: "mine.game", text }, ...(exercise.files ?? [])]);
  return reply.error ? reply : undefined;
}

/** Compares rules with the game, and returns the reply. */
function same(exercise, text) {
  return open(exercise, text) ?? grundy.ask("same", { games: [exercise.game, exercise.reference] });
}

test("there are 25 exercises, and they are problems of the judge", () => {
  const { problems } = grundy.ask("judge", { task: "list" });
  const names = new Set(problems.flatMap(({ name, aliases }) => [name, ...aliases]));
  assert.equal(EXERCISES.length, 25);
  assert.equal(new Set(EXERCISES.map(({ id }) => id)).size, 25);
  for (const { id } of EXERCISES) assert(names.has(id), id);
});

test("both languages have a title, a statement and a hint of each exercise", () => {
  for (const words of [en, zh]) {
    assert.deepEqual(Object.keys(words.problems).sort(), EXERCISES.map(({ id }) => id).sort());
    for (const { title, text, hint } of Object.values(words.problems)) assert(title && text.length > 30 && hint);
  }
  for (const [id, { text, hint }] of Object.entries(zh.problems)) assert(/\p{Script=Han}{4}/u.test(text) && /\p{Script=Han}{2}/u.test(hint), id);
});

for (const exercise of EXERCISES) {
  const { id, game, reference, samples, solution, box } = exercise;
  test(`exercise ${id}`, () => {
    // The solution agrees with the game: at every position of the box, otherwise at every position.
    const text = rules(exercise, solution);
    if (box) {
      const tested = compared(exercise, text);
      assert.equal(open(exercise, tested), undefined);
      const { reports } = grundy.ask("check", { file: { name: "mine.game", text: tested } });
      assert.deepEqual(reports[0].findings.map(({ holds }) => holds), [true]);
    } else assert.equal(same(exercise, text).same, true);
    // The conventions and the winners of the samples agree too, and a sample has moves.
    open(exercise, text);
    for (const sample of samples) {
      const [mine, its] = [game, reference].map((name) => grundy.ask("legal", position(name, sample)));
      assert.equal(mine.outcome, its.outcome);
      assert.deepEqual(mine.conventions, its.conventions);
      assert(its.picture && /^[PN]$/.test(its.outcome));
      const [left, wanted] = [[mine, game], [its, reference]].map(([{ legal }, name]) =>
        [...new Set(legal.map(({ leaves }) => leaves.replace(new RegExp(`\\b${name.replace(/\(.*/, "")}(\\([^)]*\\))?\\[`, "gi"), "[").split(" + ").sort().join(" + ")))].sort());
      assert.deepEqual(left, wanted, `the moves of ${sample}`);
    }
    // The untouched rules are refused.
    const untouched = same(exercise, openable(rules(exercise, `# ${zh.movesHere}`)));
    assert.equal(untouched.same, false);
    assert(untouched.difference.position.length > 0);
    // So are rules with a mistake, and rules with one item left out.
    const [from, to] = MISTAKES[id];
    assert(solution.includes(from), from);
    const wrong = same(exercise, rules(exercise, solution.replace(from, to)));
    assert(wrong.same === false || wrong.error?.kind === "nonterminating" || wrong.error?.kind === "invalid", JSON.stringify(wrong));
    const items = solution.split(/\n  (?=\w)/);
    for (const item of items.length > 1 ? items : []) {
      const less = openable(rules(exercise, items.filter((other) => other !== item).join("\n  ")));
      const { same: agrees, error } = same(exercise, less);
      const conventions = [game, reference].map((name) => grundy.ask("legal", position(name, samples[0]), { solve: false }).conventions);
      assert(agrees === false || error || conventions[0].sum !== conventions[1].sum, item);
    }
  });
}

test("the arrows of the exercise are those of its picture", () => {
  const { files } = EXERCISES.find(({ id }) => id === "poj2425");
  grundy.open(files);
  for (let v = 0; v < 6; v += 1) {
    const [rule, map] = ["arrows", "map"].map((name) => grundy.ask("legal", `${name}[${v}]`));
    assert.equal(rule.value, map.value);
    assert.deepEqual(rule.legal.map(({ leaves }) => leaves.replace("arrows", "map")), map.legal.map(({ leaves }) => leaves));
  }
});

test("rules without a move can be opened, and their lines keep their numbers", () => {
  assert.equal(openable("game A {\n  state n in 0..\n  # move\n}\n").split("\n").length, 5);
  assert.match(openable("game A {\n  state n in 0..\n  # move\n}\n"), /\nmove when 1 < 0 : nothing \}\n$/);
  const written = "game A {\n  state n in 0..\n  move : [n - 1]\n}\n";
  assert.equal(openable(written), written);
  assert.equal(openable('game A { state n in 0.. // move\n about "move" }').includes("nothing"), true);
});
