// Tests the modules of the page that need no browser: locations in texts, parameters, moves by pointing, colours and files of tables, and
// documents.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Grundy } from "../grundy.mjs";
import { bfile, colour, csv, largest, list, marked } from "../page/heat.mjs";
import { brief, determined, meant, point, standsFor, steps, touching } from "../page/moves.mjs";
import { changed, declared, given } from "../page/parameters.mjs";
import { firstGame, mended, offset, range } from "../page/places.mjs";
import { functions } from "../page/reference.mjs";
import { SITE, wholeCore } from "./site.mjs";

test("locations count characters, also beyond the basic plane", () => {
  const text = "a🂡b\n取石子 = 1\n\nend";
  assert.deepEqual([[1, 1], [1, 3], [1, 9], [2, 5], [4, 2], [9, 1]].map(([line, column]) => offset(text, line, column)), [0, 3, 4, 9, 15, text.length]);
  const at = (line, column, end_line, end_column) => {
    const { from, to } = range(text, { line, column, end_line, end_column });
    return text.slice(from, to);
  };
  assert.deepEqual([at(2, 5, 2, 6), at(2, 1), at(1, 2), at(4, 1, 9, 9)], ["=", "取石子", "🂡", "end"]);
  const edit = (line, column, end_line, end_column, text) => ({ line, column, end_line, end_column, text });
  assert.equal(mended(text, [edit(2, 5, 2, 6, "=="), edit(1, 2, 1, 3, "")]), "ab\n取石子 == 1\n\nend");
  assert.deepEqual(["bash(5)[2] + nim[1]", " 3 * 威佐夫博弈[1]", "0.77[3]"].map(firstGame), ["bash", "威佐夫博弈", ""]);
});

test("parameters are read from rules and positions, and replaced", () => {
  const rules = "# game Other(x = 1) {\ngame Take(m = 3, S = {1, 4}, f = max(2, 3)) { state n in 0.. }\ncoins Plain { }";
  assert.deepEqual(declared(rules, "take").map(({ name, value }) => `${name}:${value}`), ["m:3", "S:{1, 4}", "f:max(2, 3)"]);
  assert.deepEqual(declared(rules, "plain"), []);
  const says = (position) => given(rules, "take", position).map(({ value }) => value);
  assert.deepEqual(says("take[9]"), ["3", "{1, 4}", "max(2, 3)"]);
  assert.deepEqual(says("take(5, {2})[9]"), ["5", "{2}", "max(2, 3)"]);
  assert.deepEqual(says("Take(S = {2, 3})[9] + nim[1]"), ["3", "{2, 3}", "max(2, 3)"]);
  assert.equal(changed(rules, "take", "take[9] + take[2] + retake[1]", "m", "4"), "take(m = 4)[9] + take(m = 4)[2] + retake[1]");
  assert.equal(changed(rules, "take", "take(4)[9]", "m", "3"), "take[9]");
  assert.equal(changed(rules, "take", "take(4)[9]", "S", "{2}"), "take(m = 4, S = {2})[9]");
});

test("every legal move can be made by selecting its parts, and only moves that touch the selected parts remain", async () => {
  const grundy = await Grundy.load(wholeCore());
  for (const question of ["nim[4] + nim[2]", "kayles[7]", "wythoff[4, 3]", "turtles[2] + turtles[5]", "chomp", "staircase[1, 2, 1, 1]", "georgiaandbob[1, 3, 6, 9]", "hackenbush(0-1 1-2 2-0 1-3; ground 0)", "northcott(W..B / .W.B)", "geography(a-b b-c c-a c-d; at a)", "moore[1] + moore[2]", "crossesasstated"]) {
    const { legal, error } = grundy.ask("legal", question);
    assert(legal?.length > 0, `${question}: ${error?.message}`);
    for (const move of legal) {
      let chosen = [];
      for (const part of move.parts) {
        const kept = touching(legal, [...chosen, part]);
        assert(kept.includes(move) && kept.every((one) => one.parts.includes(part)), question);
        const next = point(legal, chosen, part);
        if (next.made) break;
        chosen = next.chosen;
      }
      const [parts, one] = [[...move.parts], (part) => point(legal, [], part)];
      const reached = parts.some((part) => (one(part).made ?? point(legal, one(part).chosen, part).made) === move)
        || parts.some((first) => !one(first).made && parts.some((second) => second !== first && point(legal, [first], second).made === move));
      const same = legal.some((other) => other !== move && move.parts.every((part) => other.parts.includes(part)));
      assert(reached || parts.length > 2 || same, `${question}: ${move.leaves} cannot be selected`);
      assert.deepEqual(steps(brief(move)), move.steps.map(({ component, rule, choices }) => ({ component, rule, choices })));
    }
    // Selecting a part makes the move that it determines. Selecting it twice makes a move that touches it, or leaves several moves.
    for (const part of new Set(legal.flatMap(({ parts }) => parts))) {
      const first = point(legal, [], part);
      if (touching(legal, [part]).length === 1) assert(first.made, question);
      if (first.made) {
        assert(first.chosen.length === 0 && first.made === determined(legal, part) && first.made.parts.includes(part), question);
        continue;
      }
      assert.deepEqual(first, { chosen: [part], made: undefined });
      const second = point(legal, first.chosen, part);
      if (second.made) assert(second.made.parts.includes(part) && second.made === meant(legal, [part]), question);
      else assert(touching(legal, [part]).length > 1, question);
    }
    assert.deepEqual(point(legal, [], "9.h9"), { chosen: [], made: undefined });
  }
});

test("a part of an equal component represents that of the first", async () => {
  const grundy = await Grundy.load(wholeCore());
  const answer = grundy.ask("legal", "nim[2] + kayles[3] + nim[2]");
  assert.deepEqual(["1.h1.2", "2.r1.c1", "3.h1.1", "9.h1.1", "3.h1"].map((part) => standsFor(part, answer)), ["1.h1.2", "2.r1.c1", "1.h1.1", "9.h1.1", "3.h1"]);
});

test("cells: bytes of every width, colours of their values, files", async () => {
  const grundy = await Grundy.load(wholeCore());
  for (const question of ["nim[0..20]", "nim[200..300]", "nim[69990..70010]", "nim[4294967290..4294967300]", "chomp[0..2, 0..2, 0..2]"]) {
    const [lists, raw] = [grundy.ask("table", question), grundy.ask("table", question, { raw: true })];
    const all = list(raw);
    assert.deepEqual(Array.from({ length: all.count }, (_, at) => all.at(at)), lists.values, question);
    assert.equal(csv(raw), csv(lists));
  }
  const outcomes = list(grundy.ask("table", "wythoff[0..2, 0..2]", { outcomes: true, raw: true }));
  assert.deepEqual([0, 1, 5].map((at) => outcomes.at(at)), ["P", "N", "P"]);
  const table = grundy.ask("table", "wythoff[0..2, 0..3]");
  assert.equal(bfile(table, 0), "0 0\n1 1\n2 1\n3 2\n4 2\n5 2\n");
  assert.equal(bfile(grundy.ask("table", "chomp[0..1, 0..1, 0..1]"), 0), undefined);
  const sheet = [[0, 1, 2], [null, 3, 0]];
  const marks = (mark) => marked((column, row) => sheet[row]?.[column] ?? null, 3, 2, mark);
  assert.deepEqual([marks(""), marks("p"), marks("first"), marks("first-down")], [[], [0, 5], [1, 4], [1, 2]]);
  const most = largest({ count: 3, at: (at) => [0, 70000, null][at] ?? null }, 0);
  assert.equal(most, 70000);
  const colours = [0, 1, 255, 256, 257, 69744, 70000].map((value) => colour(value, most, false).join());
  assert.equal(colours[0], "22,48,92");
  assert.equal(colours[6], "255,241,133", "the largest is yellow");
  assert.notEqual(colours[1], colours[3], "256 is not 0 again");
});

// Returns the levels of the headings of a document, and the lengths of its tables. The levels and the lengths must be equal in all
// languages.
const blocks = (/** @type {string} */ text) => text.match(/^```[^]*?^```/gm) ?? [];
const rest = (/** @type {string} */ text) => text.replace(/^```[^]*?^```/gm, "");
const headings = (/** @type {string} */ text) => rest(text).match(/^#+ /gm);
const rows = (/** @type {string} */ text) => [...rest(text).matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.split("\n").length);

test("the page of the judge has the same content in both languages", () => {
  const [english = "", chinese = ""] = ["judge.md", "judge.zh-CN.md"].map((name) => readFileSync(`${SITE}/docs/${name}`, "utf8"));
  assert.deepEqual(headings(chinese), headings(english));
  assert.deepEqual(rows(chinese), rows(english));
  // Returns the first and the last cell of each playable problem: its name and an example.
  const played = (/** @type {string} */ text) => [...text.matchAll(/^\| (`\w+`).*\| (`[^`]+`) \|$/gm)].map(([, name, example]) => [name, example]);
  assert(played(english).length > 50);
  assert.deepEqual(played(chinese), played(english));
});

test("the quick reference contains the functions of the document, and is the same in both languages", () => {
  const [english, chinese] = ["language.md", "language.zh-CN.md"].map((name) => readFileSync(`${SITE}/docs/${name}`, "utf8"));
  const list = functions(english);
  for (const name of ["abs", "min", "max", "nimprod", "is_prime", "floor"]) assert(list.some((one) => one.name === name), name);
  const written = (document) => functions(document).map(({ name, written }) => [name, written]);
  assert.deepEqual(written(chinese), written(english));
  assert.deepEqual(functions(chinese).filter(({ says }) => !/\p{Script=Han}/u.test(says)), []);
  // The documents in both languages must have the same headings, the same code and the same table lengths.
  assert.deepEqual(headings(chinese), headings(english));
  for (const block of blocks(chinese)) assert(english.includes(block), block);
  assert(chinese.includes(blocks(english).at(-1)), "the grammar");
  const words = (text) => rest(text).match(/`about` `and`[^]*?`xor`/)?.[0];
  assert.equal(words(chinese), words(english), "the reserved words");
  assert.deepEqual(rows(chinese), rows(english));
  const plain = rest(chinese).replace(/`[^`]*`/g, "").split(/\n\n+/).filter((text) => /[a-z]{3}/i.test(text) && !/\p{Script=Han}/u.test(text));
  assert.deepEqual(plain, [], "a paragraph in English");
});
