// Chromium, by playwright-core.

import { launch } from "../browser.mjs";
import { calling } from "./window.mjs";

/** @param {import("./window.mjs").How} how @returns {Promise<import("./window.mjs").Window>} */
export async function open({ dark = false }) {
  const browser = await launch();
  const page = await browser.newPage({ colorScheme: dark ? "dark" : "light", locale: "en-GB" });
  return {
    go: async (address) => { await page.goto(address); },
    run: (work, ...given) => page.evaluate(calling(work), given),
    size: (width, height) => page.setViewportSize({ width, height }),
    click: async (find, ...given) => (await page.evaluateHandle(calling(find), given)).asElement().click(),
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
