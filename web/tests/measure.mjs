// Measures the page for docs/benchmarks.md: `node web/tests/measure.mjs [ROUNDS [WORD]]` prints a table of the measurements whose names
// contain WORD. The figures are medians of several rounds: wall-clock time if a person waits, otherwise CPU time of the page's thread.
// The figures are not asserted, because machines differ.

import { readFileSync } from "node:fs";
import { write } from "../page/link.mjs";
import { answered, launch } from "./browser.mjs";
import { serve } from "./site.mjs";

const rounds = Number(process.argv[2] ?? 5);
const server = await serve({ gzip: true });
const browser = await launch();
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const rows = [];

/** Repeats a measurement, each time in a new page. */
async function measure(name, unit, work) {
  if (!name.includes(process.argv[3] ?? "")) return;
  const results = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });
    const page = await context.newPage();
    results.push(await work(page, await context.newCDPSession(page)));
    await context.close();
  }
  rows.push(`| ${name} | ${results.flat().length > results.length ? results[0].map((_, at) => median(results.map((one) => one[at])).toFixed(2)).join(" and ") : median(results).toFixed(2)} ${unit} |`);
  console.log(rows.at(-1));
}

/** Returns the seconds until the first paint, and until the first proved answer. */
async function first(page, session, { slower = 1, network } = {}) {
  if (slower > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  if (network) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: network / 8, uploadThroughput: network / 16 });
  }
  const started = performance.now();
  await page.goto(`${server.address}#q=kayles[7]+nim[3]`, { waitUntil: "commit" });
  await page.waitForSelector(".verdict .status.proved", { state: "attached", timeout: 120_000 });
  const answer = (performance.now() - started) / 1000;
  const paint = await page.evaluate(() => performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime ?? 0);
  return [paint / 1000, answer];
}

/** Returns the CPU seconds of the page's thread during some work. */
async function cpu(session, work) {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const now = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await now();
  await work();
  return (await now()) - before;
}

console.log("| what | takes |\n| --- | --- |");
await measure("first paint and first proved answer", "s", (page, session) => first(page, session));
await measure("the same, a processor 4 times slower", "s", (page, session) => first(page, session, { slower: 4 }));
await measure("the same, at 1.6 Mbit/s", "s", (page, session) => first(page, session, { network: 1_600_000 }));
const large = { name: "large.game", text: `game Large {\n  state n in 0..\n${Array.from({ length: 45 }, (_, at) => `  move "take {k} by way ${at}" k in 1..${at + 3} when k % ${at + 2} != 1 : [n - k]\n`).join("")}}\n` };
const keystroke = (drawn) => async (page) => {
  await page.goto(`${server.address}#${await write({ question: "large[9]", files: [large] })}`);
  await answered(page);
  await page.getByRole("button", { name: "Plain text field" }).click();
  return page.evaluate(async (drawn) => {
    document.getElementById("page").style.display = drawn ? "" : "none";
    const field = document.querySelector("textarea");
    const times = [];
    for (let turn = 0; turn < 34; turn += 1) {
      field.setRangeText("?", 60, turn % 2 ? 61 : 60);
      if (turn % 2) field.setRangeText("", 60, 61);
      const started = performance.now();
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      const wanted = turn % 2 === 0;
      while ((document.querySelector(".problems .bad") !== null) !== wanted) await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
      times.push(performance.now() - started);
      await new Promise((done) => setTimeout(done, 200));
    }
    // The first keystrokes run code that the browser has not fully compiled.
    return times.slice(4).sort((a, b) => a - b)[15];
  }, drawn);
};
const size = `${(large.text.length / 1000).toFixed(1)} KB`;
await measure(`keystroke to the list of problems, rules of ${size}`, "ms", keystroke(true));
await measure("the same, nothing being drawn meanwhile", "ms", keystroke(false));
await measure("CPU of the page's own thread for a heat map of 10^6 cells", "s", async (page, session) => {
  await page.goto(`${server.address}#q=hyperknight[9,9]&view=table`);
  await page.waitForSelector("canvas.heat");
  return cpu(session, async () => {
    await page.evaluate(() => { location.hash = "q=hyperknight[9,9]&view=table&table=hyperknight[0..999,%200..999]"; });
    await page.waitForFunction(() => document.querySelector("canvas.heat")?.width === 1000, { timeout: 60_000 });
  });
});
await measure("memory after 10^6 cells, more than before", "MB", async (page, session) => {
  await page.goto(`${server.address}#q=hyperknight[9,9]&view=table`);
  await page.waitForSelector("canvas.heat");
  const bytes = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = await session.send("Runtime.getHeapUsage");
    return usedSize + backingStorageSize;
  };
  const before = await bytes();
  await page.evaluate(() => { location.hash = "q=hyperknight[9,9]&view=table&table=hyperknight[0..999,%200..999]"; });
  await page.waitForFunction(() => document.querySelector("canvas.heat")?.width === 1000, { timeout: 60_000 });
  return ((await bytes()) - before) / 1e6;
});
/** Returns the CPU seconds and the memory in bytes of all renderer processes: the page's thread and its workers. */
async function processes() {
  const session = await browser.newBrowserCDPSession();
  const list = (await session.send("SystemInfo.getProcessInfo")).processInfo.filter(({ type }) => type === "renderer");
  await session.detach();
  const resident = ({ id }) => Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]) * 4096;
  return { cpu: list.reduce((sum, { cpuTime }) => sum + cpuTime, 0), bytes: list.reduce((sum, one) => sum + resident(one), 0) };
}
const whole = async (page, hash, ready) => {
  await page.goto(`${server.address}#q=hyperknight[9,9]&view=table`);
  await page.waitForSelector("canvas.heat");
  // Waits until the page has fetched and compiled the files that it loads after its first answer, so that the measurement excludes this
  // work.
  await page.waitForTimeout(3000);
  const before = await processes();
  await page.evaluate((hash) => { location.hash = hash; }, hash);
  await page.waitForFunction(ready, undefined, { timeout: 60_000 });
  await page.waitForTimeout(300);
  const after = await processes();
  return [after.cpu - before.cpu, (after.bytes - before.bytes) / 1e6];
};
await measure("the table of 10^6 cells, page and workers, CPU in s and memory in MB,", "", (page) => whole(page, "q=hyperknight[9,9]&view=table&table=hyperknight[0..999,%200..999]", () => document.querySelector("canvas.heat")?.width === 1000));
await measure("its last cell as one answer, CPU in s and memory in MB,", "", (page) => whole(page, "q=hyperknight[999,999]&view=board", () => {
  document.querySelector(".verdict .unfinished button:not(:disabled)")?.click();
  return document.querySelector("#position").value === "hyperknight[999,999]" && document.querySelector(".verdict .said:not(.old) .who");
}));
await measure("Stop to the next answer of the same worker", "s", async (page) => {
  await page.goto(`${server.address}#q=nim[3]&view=table&table=cutting[2..3000,%202..3000]`);
  await page.getByRole("button", { name: /^Continue/ }).click({ timeout: 60_000 });
  await page.locator("progress").first().waitFor();
  const started = performance.now();
  await page.keyboard.press("Escape");
  await page.evaluate(() => { location.hash = "q=nim[3]&view=table&table=nim[0..9]"; });
  await page.waitForFunction(() => document.querySelector("canvas.heat")?.width === 10);
  return (performance.now() - started) / 1000;
});
await browser.close();
server.close();
