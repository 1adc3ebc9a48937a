// Tests embed.html in the frame of another page, the builder of frames, printing, and the title of the window.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { read, write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, take } from "./paged.mjs";

/** Shows a page of another server with frames; the page records the messages of the frames.
 *  @param {import("playwright-core").Page} page @param {string[]} bad @param {string} body */
async function around(page, bad, body) {
  const script = `<script>globalThis.heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>`;
  const site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(script + body));
  await new Promise((done) => site.listen(0, "127.0.0.1", done));
  site.unref();
  const address = `http://127.0.0.1:${site.address().port}/`;
  await page.goto(address);
  assert.deepEqual(bad.splice(0).filter((one) => !one.includes("favicon")), [`request: ${address}`]);
  return (await page.waitForSelector("iframe")).contentFrame();
}

/** Returns what a frame has stored. */
const stored = (frame) => frame.evaluate(async () => [
  Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, await indexedDB.databases(), await caches.keys(),
  (await navigator.serviceWorker.getRegistrations()).length,
]);
const NOTHING = [[], [], "", [], [], 0];

on("a frame shows the parts of its link, plays, reports its height, and stores nothing", "", async (page, context, bad) => {
  const hash = await write({ question: "take[5]", files: [take], parts: "verdict,board,moves", lang: "zh", scheme: "dark" });
  const frame = await around(page, bad, `<iframe sandbox="allow-scripts allow-same-origin allow-popups" src="${new URL(`embed.html#${hash}`, page.url())}" width="700" height="300"></iframe>`);
  await frame.waitForSelector(".verdict .said:not(.old) .who");
  assert.deepEqual(await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ["zh-CN", "dark"]);
  assert.deepEqual(await frame.evaluate(() => [".board", "ul.moves", "pre", "canvas", ".foot"].map((name) => document.querySelectorAll(name).length)), [1, 1, 0, 0, 1]);
  const height = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  const told = async (high) => page.waitForFunction((high) => { const last = globalThis.heard.at(-1); return last?.type === "grundy-height" && last.height === high; }, high);
  const before = await height();
  await told(before);
  // The switch is a setting, which the page itself would store.
  await frame.locator("input[type=checkbox]").first().click();
  await frame.locator("ul.moves button").last().click();
  await frame.waitForFunction(() => document.querySelector("h1").textContent === "take[2]");
  await frame.waitForSelector(".verdict .said:not(.old) .who");
  const after = await height();
  assert.notEqual(after, before);
  await told(after);
  assert.deepEqual(await stored(frame), NOTHING);
  assert.equal(await frame.evaluate(() => location.hash.includes("take[5]")), true, "the address of the frame is not changed");
  await frame.getByRole("button", { name: "回到开始" }).click();
  await frame.waitForFunction(() => document.querySelector("h1").textContent === "take[5]");
  assert.equal(await page.evaluate(() => history.length), await page.evaluate(() => { globalThis.heard = []; return history.length; }));
}, { fresh: true, colorScheme: "light" });

on("a frame with rules and a table only; another link changes the parts", "", async (page, _, bad) => {
  const embed = new URL("embed.html", page.url()).href;
  const frame = await around(page, bad, `<iframe src="${embed}#q=wythoff[3,5]&parts=table,rules" width="700" height="300"></iframe>`);
  await frame.waitForSelector("pre .code-keyword");
  await frame.waitForSelector("canvas");
  assert.match(await frame.textContent("pre"), /^.*game Wythoff \{/ms);
  assert.deepEqual(await frame.evaluate(() => [".board", "ul.moves", ".verdict"].map((name) => document.querySelectorAll(name).length)), [0, 0, 0]);
  await page.evaluate((src) => { document.querySelector("iframe").src = src; }, `${embed}#q=nim[3]&parts=moves`);
  await frame.waitForFunction(() => document.querySelector("ul.moves") && !document.querySelector("pre, canvas, .board"));
  // An error is always shown.
  await page.evaluate((src) => { document.querySelector("iframe").src = src; }, `${embed}#q=nim[3&parts=moves`);
  await frame.locator(".verdict [role=alert]").waitFor();
}, { fresh: true });

on("Open in Grundy opens the page with the same position and rules", "", async (page, context, bad) => {
  const hash = await write({ question: "take[5]", files: [take], play: "misere", parts: "board" });
  await page.goto(new URL(`embed.html#${hash}`, page.url()).href);
  await page.getByRole("button", { name: /stone/ }).first().waitFor();
  const link = page.getByRole("link", { name: "Open in Grundy" });
  assert.deepEqual([await link.getAttribute("target"), await link.getAttribute("rel")], ["_blank", "noopener"]);
  const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await answered(opened);
  assert.equal(await opened.inputValue("#position"), "take[5]");
  assert.match(await opened.textContent(".rules h2"), /take\.game/);
  assert.match(await opened.textContent(".verdict .details"), /the player who cannot move wins/);
  await opened.close();
  assert.deepEqual(bad, []);
});

on("the builder makes a frame of the view: its line, its preview, and a copy", "#q=kayles[7]+nim[3]", async (page, context) => {
  await answered(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Embed…" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this view in another page" });
  const entries = await page.evaluate(() => history.length);
  await dialog.getByLabel("Moves").uncheck();
  await dialog.getByLabel("Rules").check();
  await dialog.getByLabel("Width in pixels").fill("640");
  await dialog.getByLabel("Language").selectOption("zh");
  await dialog.getByLabel("Colours").selectOption("dark");
  const field = dialog.getByLabel("Line for your page");
  await page.waitForFunction(() => /parts=verdict,board,rules/.test(document.querySelector("dialog textarea").value) && /scheme=dark/.test(document.querySelector("dialog textarea").value));
  // The preview shows the selected parts, and its height is in the line.
  const frame = await (await dialog.locator("iframe").elementHandle()).contentFrame();
  await frame.waitForSelector("pre .code-keyword");
  await frame.waitForFunction(() => document.documentElement.lang === "zh-CN" && document.documentElement.dataset.theme === "dark" && !document.querySelector("ul.moves"));
  await frame.waitForSelector(".verdict .said:not(.old) .who");
  await page.waitForFunction(() => {
    const frame = document.querySelector("dialog iframe");
    return Math.ceil(frame.contentDocument.body.getBoundingClientRect().height) === frame.offsetHeight && document.querySelector("dialog textarea").value.includes(`height="${frame.offsetHeight}"`);
  });
  const line = await field.inputValue();
  const [, address, hash, title, width] = line.match(/^<iframe src="([^"#]+)#([^"]+)" title="([^"]+)" width="(\d+)" [^<>]*><\/iframe>$/) ?? [];
  assert.deepEqual([address, title, width], [new URL("embed.html", page.url()).href, "Grundy: kayles[7] + nim[3]", "640"]);
  assert.deepEqual(await read(hash), { place: { question: "kayles[7] + nim[3]", view: "board", lang: "zh", parts: "verdict,board,rules", scheme: "dark" }, trouble: undefined });
  await dialog.getByRole("button", { name: "Copy" }).first().click();
  await dialog.getByText("Copied.").first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line);
  assert.equal(await page.evaluate(() => history.length), entries, "the preview adds no history entries");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

on("the search finds the builder", "#q=nim[3]", async (page) => {
  await answered(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("embed");
  await page.locator("dialog li button", { hasText: "Embed" }).first().click();
  await page.getByRole("dialog", { name: "Embed this view" }).waitFor();
});

on("print: no navigation, buttons or fields; the answer, the board, the moves and the rules as text, black on white", "#q=kayles[7]+nim[3]", async (page) => {
  await answered(page);
  // The part for printing is loaded after the first answer.
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("page/printed.mjs")));
  await page.emulateMedia({ media: "print" });
  await page.locator(".printed pre").waitFor();
  const visible = (selector) => page.locator(selector).filter({ visible: true }).count();
  for (const hidden of ["header", "nav", "input", "select", "textarea", ".divider", ".code-place", "button:not(ul.moves button, .term > button, button.link)"]) assert.equal(await visible(hidden), 0, hidden);
  for (const shown of [".printed h1", ".verdict .who", ".board .picture svg", "ul.moves button", ".printed pre"]) assert(await visible(shown) > 0, shown);
  assert.equal(await page.textContent(".printed h1"), "kayles[7] + nim[3]");
  assert.match(await page.textContent(".printed pre"), /game Kayles \{[^]*expect \[12\]/);
  assert.deepEqual(await page.evaluate(() => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector(".verdict")).color]), ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  await page.emulateMedia({ media: "screen" });
  await page.locator(".printed").first().waitFor({ state: "detached" });
  await page.evaluate(() => { location.hash = "q=kayles[7]&view=table"; });
  await page.locator("canvas").waitFor();
  await page.emulateMedia({ media: "print" });
  assert(await visible("canvas") > 0);
  await page.emulateMedia({ media: "screen" });
}, { colorScheme: "dark" });

on("the title of the window is the position, or the name of the screen", "#q=kayles[7]+nim[3]", async (page) => {
  const titled = (title) => page.waitForFunction((title) => document.title === title, title);
  await titled("kayles[7] + nim[3] · Grundy");
  await page.fill("#position", "nim[5]");
  await titled("nim[5] · Grundy");
  await page.evaluate(() => { location.hash = "q=nim[5]&view=learn"; });
  await titled("Learn · Grundy");
});
