// Defines tests that each have a page, for test files that share one server and one browser. After each test, the console must be empty,
// and no request may have been sent to another server. The next test with the same options reuses the tab if the test has passed, because
// opening a tab takes more time than most tests.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { SLOW } from "./corpus.mjs";
import { serve } from "./site.mjs";

export let server;
let plainServer, browser;
before(async () => { [server, plainServer, browser] = await Promise.all([serve({ keep: true }), serve(), launch()]); });
after(async () => {
  await browser?.close();
  server?.close();
  plainServer?.close();
});

/** Continues queries that exceed the time of a link, as a reader would. On a busy machine, any query may exceed this time. */
function goOn() {
  new MutationObserver(() => document.querySelector(".unfinished button:not(:disabled)")?.click()).observe(document, { childList: true, subtree: true });
}

/** Tabs for reuse, by their options. @type {Map<string, object[]>} */
const idle = new Map();

/** Removes all data that the last test stored. */
async function cleared({ page, session, viewport }) {
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await page.goto("about:blank");
  await page.setViewportSize(viewport);
  await session.send("Page.resetNavigationHistory");
}

/** Defines a test with its own page. With `fresh`, the test uses a new tab without cached files, and the tab is not reused. A test with
 *  `slow` runs only in `web/test --all`. A test acts faster than a person and, on a busy machine, faster than the page. A failing test is
 *  therefore repeated once and its failure is reported, except in `web/test --all`, which is for idle machines. */
export function on(name, hash, work, { goesOn = false, fresh = false, slow = false, ...options } = {}) {
  test(name, { skip: slow && !SLOW && "only in web/test --all" }, async (context) => {
    const once = () => onTab(hash, work, { goesOn, fresh, options });
    if (SLOW) return once();
    await once().catch((error) => {
      context.diagnostic(`tried again: ${error.stack ?? error}`);
      return once();
    });
  });
}

async function onTab(hash, work, { goesOn, fresh, options }) {
  const kind = JSON.stringify(options);
  let tab = fresh ? undefined : idle.get(kind)?.pop();
  const address = `${(fresh ? plainServer : server).address}${hash}`;
  if (!tab) {
    tab = await open(browser, "about:blank", { origin: new URL(address).origin, reducedMotion: "reduce", locale: "en-GB", ...options });
    tab.session = await tab.context.newCDPSession(tab.page);
    await tab.session.send("Page.enable");
    tab.viewport = tab.page.viewportSize();
    tab.page.setDefaultTimeout(20_000);
  }
  const { page, bad, context, session } = tab;
  const { identifier } = goesOn ? await session.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${goOn})()` }) : {};
  await page.goto(address);
  let [good, own] = [false, fresh];
  // If a test adds a script to its page, the tab is not reused, because the script would remain.
  const { addInitScript } = page;
  page.addInitScript = (...given) => { own = true; return addInitScript.apply(page, given); };
  try {
    await work(page, context, bad);
    assert.deepEqual(bad, []);
    good = !own;
    if (good && identifier) await session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    if (good) await cleared(tab);
  } finally {
    page.addInitScript = addInitScript;
    if (good) idle.set(kind, [...(idle.get(kind) ?? []), tab]);
    else await context.close();
  }
}

export const said = (page) => page.textContent(".verdict .said");
/** Shows the rules, which are folded at first if they are from the library. */
export const unfold = async (page) => {
  await page.waitForSelector(".fold-rules button");
  if (!(await page.locator("#rules").count())) await page.getByRole("button", { name: "Show the rules" }).click();
};
export const plain = async (page) => {
  await unfold(page);
  await page.getByRole("button", { name: "Plain text field" }).click();
  await page.waitForSelector("textarea.plain-editor");
};
export const take = { name: "take.game", text: "game Take {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n" };
/** Unfolds the list of moves of the Play screen. */
export async function openMoves(page) {
  const list = page.locator(".play details.list");
  await list.waitFor();
  if (!(await list.evaluate((list) => list.open))) await list.locator("summary").click();
  await page.locator("ul.moves button").first().waitFor();
}
