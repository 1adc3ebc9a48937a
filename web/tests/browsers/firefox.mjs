// Firefox, by puppeteer-core over WebDriver BiDi. FIREFOX selects a program other than Debian's Firefox.

import { createRequire } from "node:module";
import { calling, chord } from "./window.mjs";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** @param {import("./window.mjs").How} how @returns {Promise<import("./window.mjs").Window>} */
export async function open({ dark = false }) {
  const require = createRequire(new URL("../../tools/package.json", import.meta.url));
  const puppeteer = require("puppeteer-core");
  const scheme = dark ? 0 : 1;
  const browser = await puppeteer.launch({
    browser: "firefox", executablePath, headless: true,
    extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": scheme, "intl.accept_languages": "en-GB" },
  });
  const page = await browser.newPage();
  return {
    go: async (address) => { await page.goto(address); },
    run: (work, ...given) => page.evaluate(calling(work), given),
    size: async (width, height) => {
      // Firefox ESR 140 cannot change the orientation, so the orientation call is disabled before the size is set.
      await page.setViewport({ width, height }).catch((error) => { if (!/setScreenOrientationOverride/.test(error.message)) throw error; });
      while (await page.evaluate(() => innerWidth) !== width) await new Promise((go) => setTimeout(go, 20));
    },
    click: async (find, ...given) => (await page.evaluateHandle(calling(find), given)).asElement().click(),
    press: (keys) => chord(keys, (key) => page.keyboard.down(key), (key) => page.keyboard.up(key)),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
