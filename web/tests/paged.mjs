// A test with a page of its own, for files of tests: one server and one browser each. At the end of each test the console was silent and nothing
// was asked elsewhere.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { serve } from "./site.mjs";

export let server;
let browser;
before(async () => { [server, browser] = [await serve(), await launch()]; });
after(async () => {
  await browser?.close();
  server?.close();
});

/** Lets go on what a link may not compute to its end in its second, as a person would: on a busy machine that may be anything. */
function goOn() {
  new MutationObserver(() => document.querySelector(".unfinished button:not(:disabled)")?.click()).observe(document, { childList: true, subtree: true });
}

/** A test with a page of its own. */
export function on(name, hash, work, { goesOn = false, ...options } = {}) {
  test(name, async () => {
    const { page, bad, context } = await open(browser, `${server.address}${hash}`, { reducedMotion: "reduce", locale: "en-GB", ...options });
    page.setDefaultTimeout(20_000);
    if (goesOn) {
      await page.addInitScript(goOn);
      await page.evaluate(goOn);
    }
    try {
      await work(page, context);
      assert.deepEqual(bad, []);
    } finally {
      await context.close();
    }
  });
}

export const said = (page) => page.textContent(".verdict .said");
export const plain = async (page) => {
  await page.getByRole("button", { name: "Plain text field" }).click();
  await page.waitForSelector("textarea.plain-editor");
};
export const take = { name: "take.game", text: "game Take {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n" };
