// Tests a lane with a mock worker. Outdated jobs are dropped, Stop ends the worker, and a worker that crashes or does not respond is
// replaced. Jobs wait for a late core, and a first core that lacks code is replaced by the whole core.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { DROPPED, Lane, STOPPED } from "../page/carrier.mjs";

/** Creates a lane over mock workers, which record their messages. */
function lane(module = Promise.resolve("module"), whole = async () => "whole") {
  const workers = [];
  const start = () => {
    const worker = { heard: [], ended: false, postMessage: (data) => worker.heard.push(data), terminate: () => { worker.ended = true; } };
    worker.tell = (data) => worker.onmessage({ data });
    worker.reply = (reply) => worker.tell({ id: worker.heard.findLast(({ id }) => id).id, reply });
    workers.push(worker);
    return worker;
  };
  return { lane: new Lane(start, { best: async () => ({ module: await module, first: true }), whole }), workers };
}

test("one after the other, with progress", async () => {
  const { lane: quick, workers: [worker] } = lane();
  const told = [];
  const [first, second] = [quick.ask({ ask: "a", progress: (...how) => told.push(how) }), quick.ask({ ask: "b", given: { x: 1 }, options: { y: 2 }, files: [], seconds: 1 })];
  assert.deepEqual(worker.heard.map(({ ask }) => ask), ["a"]);
  worker.tell({ id: 1, progress: [5, 9] });
  worker.reply("A");
  assert.deepEqual(worker.heard.at(-1), { id: 2, ask: "b", given: { x: 1 }, options: { y: 2 }, files: [], seconds: 1 });
  worker.reply("B");
  assert.deepEqual([await first, await second, told, quick.idle], ["A", "B", [[5, 9]], true]);
  await null;
  assert.deepEqual(worker.heard.filter(({ module }) => module), [{ module: "module", first: true }]);
});

test("a new job replaces an outdated one of its kind", async () => {
  const { lane: quick, workers } = lane();
  const asked = ["a", "b", "c"].map((ask) => quick.ask({ ask, instead: "legal" }));
  const other = quick.ask({ ask: "d", instead: "open" });
  assert.deepEqual(await Promise.all(asked.slice(0, 2)), [DROPPED, DROPPED]);
  workers[0].reply("of a, which nobody wants");
  assert.deepEqual(workers[0].heard.filter(({ ask }) => ask).map(({ ask }) => ask), ["a", "c"]);
  workers[0].reply("C");
  workers[0].reply("D");
  assert.deepEqual([await asked[2], await other, workers.length], ["C", "D", 1]);
});

test("an outdated job that has run for long ends with its worker", async () => {
  const { lane: quick, workers } = lane();
  workers[0].tell({ ready: true });
  const old = quick.ask({ ask: "a", instead: "legal" });
  const later = performance.now() + 1000;
  mock.method(performance, "now", () => later);
  const fresh = quick.ask({ ask: "b", instead: "legal" });
  mock.restoreAll();
  assert.deepEqual([await old, workers[0].ended, workers.length], [DROPPED, true, 2]);
  workers[1].reply("B");
  assert.equal(await fresh, "B");
});

test("an outdated patient job does not end its worker", async () => {
  const { lane: quick, workers } = lane();
  workers[0].tell({ ready: true });
  const old = quick.ask({ ask: "a", instead: "play", patient: true });
  const later = performance.now() + 1000;
  mock.method(performance, "now", () => later);
  const fresh = quick.ask({ ask: "b", instead: "play", patient: true });
  mock.restoreAll();
  workers[0].reply("of a, which nobody wants");
  workers[0].reply("B");
  assert.deepEqual([await old, await fresh, workers.length], [DROPPED, "B", 1]);
});

test("Stop ends the running and the waiting jobs, and the next job is answered", async () => {
  const { lane: long, workers } = lane();
  const asked = [long.ask({ ask: "a" }), long.ask({ ask: "b" })];
  long.stop();
  assert.deepEqual(await Promise.all(asked), [STOPPED, STOPPED]);
  const next = long.ask({ ask: "c" });
  workers[0].tell({ id: 1, reply: "too late" });
  workers[1].reply("C");
  assert.equal(await next, "C");
  long.stop();
  assert.equal(workers.length, 2, "without a running job no worker is ended");
});

test("a crashed worker is replaced, and the job reports it", async () => {
  const { lane: quick, workers } = lane();
  const asked = [quick.ask({ ask: "a" }), quick.ask({ ask: "b" })];
  workers[0].onerror({ message: "out of memory", preventDefault() {} });
  assert.equal((await asked[0]).error.message, "out of memory");
  workers[1].reply("B");
  assert.equal(await asked[1], "B");
});

test("a limit starts when the core is ready", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { lane: quick, workers } = lane();
  const asked = quick.ask({ ask: "a", seconds: 1 });
  mock.timers.tick(60_000);
  assert.equal(workers.length, 1, "a slow connection does not count");
  workers[0].tell({ ready: true });
  mock.timers.tick(5_000);
  assert.equal(workers.length, 1);
  mock.timers.tick(2_000);
  assert.equal((await asked).error.kind, "bug");
  assert.equal(workers.length, 2);
  mock.timers.reset();
});

test("without a core every job reports the reason", async () => {
  const { lane: quick, workers } = lane(Promise.reject(new Error("HTTP 404")));
  assert.match((await quick.ask({ ask: "a" })).error.message, /HTTP 404/);
  assert.match((await quick.ask({ ask: "b" })).error.message, /HTTP 404/);
  assert.equal(workers.length, 1);
});

test("a worker whose core lacks something gets the whole one, and its limit restarts", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { lane: quick, workers: [worker, ...others] } = lane();
  worker.tell({ ready: true });
  const asked = quick.ask({ ask: "a", seconds: 1 });
  worker.tell({ id: 1, lacking: true });
  await null;
  mock.timers.tick(60_000);
  assert.deepEqual(worker.heard.at(-1), { module: "whole", first: false });
  worker.tell({ ready: true });
  worker.reply("A");
  assert.deepEqual([await asked, others.length], ["A", 0]);
  mock.timers.reset();
});

test("without the whole core the job reports the reason, and the next one runs", async () => {
  const { lane: quick, workers } = lane(undefined, async () => { throw new Error("no network"); });
  const asked = [quick.ask({ ask: "a" }), quick.ask({ ask: "b" })];
  workers[0].tell({ id: 1, lacking: true });
  assert.match((await asked[0]).error.message, /no network/);
  workers[1].reply("B");
  assert.equal(await asked[1], "B");
});
