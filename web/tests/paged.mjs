// A test with a page of its own, for files of tests: one server and one browser each. At the end of each test the console was silent and nothing
// was asked elsewhere. A tab that a test leaves in order serves the next one that wants such a tab: opening one costs more than most tests do.

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

/** Lets go on what a link may not compute to its end in its second, as a person would: on a busy machine that may be anything. */
function goOn() {
  new MutationObserver(() => document.querySelector(".unfinished button:not(:disabled)")?.click()).observe(document, { childList: true, subtree: true });
}

/** Tabs that wait for a test, by what they were opened with. @type {Map<string, object[]>} */
const idle = new Map();

/** Takes everything of the last test away. */
async function cleared({ page, session, viewport }) {
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await page.goto("about:blank");
  await page.setViewportSize(viewport);
  await session.send("Page.resetNavigationHistory");
}

/** A test with a page of its own; `fresh` where it may not have been anybody's before, nor leave anything to another: then nothing is kept of
 *  what was loaded either; `slow` where only `web/test --all` asks it. Hands and eyes of a test are faster than a person's, and on a busy machine
 *  may be faster than the page: what fails is tried once more, and said to have failed, but by `web/test --all`, which is for quiet ones. */
export function on(name, hash, work, { goesOn = false, fresh = false, slow = false, ...options } = {}) {
  test(name, { skip: slow && !SLOW && "web/test --all asks it" }, async (context) => {
    const once = () => onTab(hash, work, { goesOn, fresh, options });
    if (SLOW) return once();
    await once().catch((error) => {
      context.diagnostic(`tried once more: ${error.stack ?? error}`);
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
  // What a test puts into its page stays there.
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
export const plain = async (page) => {
  await page.getByRole("button", { name: "Plain text field" }).click();
  await page.waitForSelector("textarea.plain-editor");
};
export const take = { name: "take.game", text: "game Take {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n" };
