// Tests the first core (page/whole.mjs). The first core gives the answers of the whole core, or reports that it lacks code. A worker with
// a first core passes the files, the matches and the request to the whole core.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { Grundy, Lacking } from "../grundy.mjs";
import { joined } from "../page/whole.mjs";
import { corpus } from "./corpus.mjs";
import { SITE, wholeCore } from "./site.mjs";

const take = { name: "take.game", text: "game Take { state n in 0.. move k in 1..3 : [n - k] }" };
let first, whole;
before(async () => {
  [first, whole] = await Promise.all([readFileSync(join(SITE, "first.wasm")), wholeCore()].map((bytes) => WebAssembly.compile(bytes)));
});

/** Returns a reply without its costs. The remoteness is present only if it was found quickly. The cells of a table are separate bytes. */
const plain = (reply) => JSON.stringify([reply, [...new Uint8Array(reply.cells?.bytes ?? 0)]],
  (name, value) => (["work", "seconds", "remoteness"].includes(name) ? undefined : value));

test("two parts are combined", () => {
  const bytes = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const rest = [11, 3, 2, 4, ...bytes("XYZW"), 4, 1, 0];
  assert.equal(String.fromCharCode(...joined(bytes("abc__defg_"), Uint8Array.from(rest))), "abcXYZWdefg");
});

test("every question of the corpus has the same answer in the first core as in the whole one, or none", async () => {
  const questions = corpus(40);
  // A law that only proves an answer again is searched for in the slow tests only, because it takes the most time.
  const lawless = process.env.GRUNDY_SLOW ? {} : { without: ["law"] };
  const judge = await Grundy.load(whole);
  let core = await Grundy.load(first, { first: true });
  let answered = 0;
  for (const { question, options } of questions) {
    for (const kind of ["legal", "table", "draw"]) {
      // Both cores are reset before each query, because some answers depend on the order in which games are loaded.
      judge.open([]);
      try {
        core.open([]);
        const how = { ...options, ...lawless, ...(kind === "table" && { raw: true }) };
        assert.equal(plain(core.ask(kind, question, how)), plain(judge.ask(kind, question, how)), `${kind} ${question}`);
        answered += 1;
      } catch (error) {
        if (!(error instanceof Lacking)) throw error;
        core = await Grundy.load(first, { first: true });
      }
    }
  }
  // The slow tests use all queries. Many of the additional queries are rare, and the first core answers fewer of the rare queries.
  const most = process.env.GRUNDY_SLOW ? 1.8 : 2;
  assert(questions.length > 12 && answered > most * questions.length, `${answered} answers by the first core to ${questions.length} questions`);
});

test("the first core reports what it lacks", async () => {
  for (const [kind, given] of [["theorem", {}], ["judge", {}], ["law", { question: "kayles" }], ["misere", { question: "0.77" }], ["nim", { expression: "2 ** 100 * 3" }]]) {
    const core = await Grundy.load(first, { first: true });
    assert.throws(() => core.ask(kind, given), Lacking, kind);
  }
});

test("a worker passes its files, matches and request to the whole core", async () => {
  // Browsers have `Promise.withResolvers`; Node 20 does not.
  Promise.withResolvers ??= () => {
    const both = {};
    return { promise: new Promise((resolve, reject) => Object.assign(both, { resolve, reject })), ...both };
  };
  const told = [];
  let heard = () => {};
  Object.assign(globalThis, { onmessage: null, postMessage: (data) => { told.push(data); heard(); } });
  await import("../page/worker.mjs");
  const says = async (wanted) => {
    while (!told.some(wanted)) await new Promise((done) => { heard = done; });
    return told.splice(told.findIndex(wanted), 1)[0];
  };
  const tell = (data) => globalThis.onmessage({ data });
  let last = 0;
  const ask = (ask, given = {}, files = [take], options = {}) => tell({ id: (last += 1), ask, given, files, options });
  const reply = async () => (await says(({ id, reply }) => id === last && reply)).reply;
  tell({ module: first, first: true });
  await says(({ ready }) => ready);
  // The first match has other files, so later matches have other numbers in a new core.
  ask("play", { question: "nim[3]" }, [], { computer: "none", seed: 1 });
  assert.equal((await reply()).match, 1);
  for (const [question, match] of [["take[9]", 2], ["take[7]", 3], ["take[5]", 4]]) {
    ask("play", { question }, [take], { computer: "none", seed: 1 });
    assert.equal((await reply()).match, match);
  }
  ask("play", { match: 3, act: "move", text: "take[6]" });
  const before = await reply();
  ask("play", { match: 2, act: "leave" });
  await reply();
  ask("theorem");
  await says(({ id, lacking }) => id === last && lacking);
  tell({ module: whole, first: false });
  assert((await reply()).theorems?.length > 20);
  ask("play", { match: 3, act: "legal", count: 9 });
  const { match, position } = await reply();
  assert.deepEqual([match, position], [3, before.position]);
  ask("play", { match: 2, act: "legal", count: 9 });
  assert.equal((await reply()).error.kind, "usage");
  ask("play", { question: "take[1]" }, [take], { computer: "none", seed: 1 });
  assert.equal((await reply()).match, 5);
});
