// Tests the service worker: a visited page works without a network, and a new version of the site replaces all files at once. The server
// sends no header for caching, so every file that the page loads without a network comes from the service worker.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { answered, launch, open } from "./browser.mjs";
import { SITE, serve } from "./site.mjs";

const LIST = fileURLToPath(new URL("../tools/offline.mjs", import.meta.url));

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

/** Waits until an asynchronous function in the page returns true. */
async function until(page, work) {
  for (const end = Date.now() + 30_000; !(await page.evaluate(work));) {
    if (Date.now() > end) assert.fail(`never true: ${work}`);
    await new Promise((done) => setTimeout(done, 40));
  }
}

/** Serves a copy of the site, and opens its page with a service worker. */
async function visited(work, hash = "#q=nim[3]+nim[5]") {
  const folder = mkdtempSync(join(tmpdir(), "grundy-"));
  cpSync(SITE, folder, { recursive: true });
  const server = await serve({ folder });
  try {
    const { page, bad, context } = await open(browser, `${server.address}${hash}`, { serviceWorkers: "allow", locale: "en-GB" });
    page.setDefaultTimeout(20_000);
    await answered(page);
    await until(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated");
    // The first visit has no service worker.
    await page.reload();
    await answered(page);
    await work({ page, context, folder, address: server.address });
    assert.deepEqual(bad, []);
    await context.close();
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

test("a visited page solves, teaches and helps without a network", () => visited(async ({ page, context, address }) => {
  await context.setOffline(true);
  // The worker has its own connection to the network.
  for (const worker of context.serviceWorkers()) await worker.evaluate(() => { globalThis.fetch = () => Promise.reject(new TypeError("no network")); });
  await page.goto("about:blank");
  await page.goto(`${address}#q=kayles[12]+nim[7]`);
  await answered(page);
  assert.match(await page.textContent(".verdict"), /The player to move wins.*value/s);
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller?.state), "activated");
  for (const [view, target] of [["learn", "main[data-screen=learn] section"], ["exercises", "main[data-screen=exercises] section"], ["help", ".reference h3"], ["table", "canvas"]]) {
    await page.evaluate((view) => { location.hash = `q=kayles[12]&view=${view}`; }, view);
    await page.locator(target).first().waitFor();
  }
  // Laws and rare requests need the second part of the core.
  assert.equal(await page.evaluate(async () => (await (await fetch("rest.bin")).arrayBuffer()).byteLength), statSync(join(SITE, "rest.bin")).size);
  // Also after another start of the page.
  await page.reload();
  await answered(page);
}));

test("the service worker lists all files of the site", () => {
  const listed = Object.keys(JSON.parse(readFileSync(join(SITE, "sw.js"), "utf8").match(/const FILES = (\{[^]*?\});/)?.[1] ?? "{}"));
  const there = readdirSync(SITE, { encoding: "utf8", recursive: true }).filter((path) => statSync(join(SITE, path)).isFile());
  const wanted = there.filter((path) => !["sw.js", "preview.png"].includes(path)).map((path) => (path === "index.html" ? "./" : path));
  assert.deepEqual(listed.sort(), wanted.sort());
  assert(listed.includes("rest.bin") && listed.includes("learn/learn.mjs"));
});

/** Writes a new version: the title in the texts, and a mark in two other files. */
function release(folder, version) {
  const replace = (name, from, to) => {
    const text = readFileSync(join(folder, name), "utf8");
    assert.match(text, from);
    writeFileSync(join(folder, name), text.replace(from, to));
  };
  replace("words/en.mjs", /board: "Board\d*"/, `board: "Board${version}"`);
  replace("index.html", /<body[^>]*>/, `<body data-version="${version}">`);
  replace("learn/learn.mjs", /(\n\/\/ version \d+)?\n*$/, `\n// version ${version}\n`);
  execFileSync("node", [LIST, folder]);
}

/** Returns the version of a page: of its HTML, of a text that it loads at once, and of a screen that it loads when it is opened. */
const versions = (page) => page.evaluate(async () => [
  document.body.dataset.version, document.querySelector("nav.screens button").textContent.replace("Board", ""),
  (await (await fetch("learn/learn.mjs")).text()).match(/version (\d+)/)?.[1],
]);

/** Waits until a new version is installed. */
async function installed(page) {
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update(); });
  await until(page, async () => (await navigator.serviceWorker.getRegistration()).waiting !== null);
}

test("a new version replaces all files at once, when no other tab uses the old version", () => visited(async ({ page, context, folder, address }) => {
  release(folder, 1);
  await installed(page);
  await page.reload();
  await answered(page);
  assert.deepEqual(await versions(page), ["1", "1", "1"], "the only tab gets the new version on its reload");
  assert.match(page.url(), /#q=nim\[3\]\+nim\[5\]/);
  const caches = () => page.evaluate(async () => (await globalThis.caches.keys()).length);
  assert.equal(await caches(), 1, "the files of the old version are removed");
  // Two tabs: the files of the old version stay until one of the tabs is closed.
  const other = await context.newPage();
  await other.goto(`${address}#q=nim[3]`);
  await answered(other);
  release(folder, 2);
  await installed(page);
  await page.reload();
  await answered(page);
  assert.deepEqual([await versions(page), await versions(other)], [["1", "1", "1"], ["1", "1", "1"]]);
  await other.close();
  // The browser may count the closed tab for a moment.
  do {
    await page.reload();
    await answered(page);
  } while ((await versions(page))[0] === "1");
  assert.deepEqual(await versions(page), ["2", "2", "2"]);
  assert.equal(await caches(), 1);
}));

test("a version of which a file is missing or different is not used", () => visited(async ({ page, folder }) => {
  release(folder, 1);
  // The list is of version 1, one file is of version 2: as during a deployment.
  const file = join(folder, "learn/learn.mjs");
  writeFileSync(file, readFileSync(file, "utf8").replace("version 1", "version 2"));
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((done) => registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => done(worker.state));
    }));
    await registration.update();
    return found;
  });
  assert.equal(state, "redundant");
  await page.reload();
  await answered(page);
  assert.deepEqual(await versions(page), [undefined, "", undefined], "the old version, unchanged");
  assert.equal(await page.evaluate(async () => (await globalThis.caches.keys()).length), 1);
}));

test("the frame for other pages registers no service worker", async () => {
  const server = await serve();
  const { page, context } = await open(browser, `${server.address}embed.html#q=nim[3]`, { serviceWorkers: "allow" });
  await page.waitForSelector(".verdict .said:not(.old) .who");
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.deepEqual(await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /offline|main\.mjs/.test(name))), []);
  await context.close();
  server.close();
});
