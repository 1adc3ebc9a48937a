// Every screen in both languages, both schemes and three widths: axe-core finds nothing, nothing is wider than the screen, the console is
// silent, nothing is asked elsewhere, no word of the page stands in the other language. The rules of axe-core need a context that bypasses
// the policy; that the policy holds is seen in every other test, where it is in force.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { en } from "../words/en.mjs";
import { zh } from "../words/zh.mjs";
import { answered, launch, open } from "./browser.mjs";
import { SLOW } from "./corpus.mjs";
import { serve } from "./site.mjs";

const AXE = readFileSync(new URL("../tools/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const SCREENS = ["board", "play", "table", "graph", "why", "gallery", "tools", "help"];

let server, browser;
before(async () => { [server, browser] = [await serve(), await launch()]; });
after(async () => {
  await browser?.close();
  server?.close();
});

/** All texts of a language that are no function. */
function texts(words) {
  return Object.values(words).flatMap((word) => (typeof word === "string" ? [word] : typeof word === "object" ? texts(word) : []));
}
const all = { en: new Set(texts(en)), zh: new Set(texts(zh)) };

/** What is wrong with what is on the screen. */
async function faults(page, lang) {
  const other = [...(lang === "en" ? all.zh : all.en)].filter((word) => !all[lang].has(word) && word !== (lang === "en" ? en : zh).otherLanguage && word !== "misère");
  return page.evaluate(async ({ other }) => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} pixels wide`);
    const known = new Set(other);
    const walker = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 3) {
        // Documents, rules and names of theorems are in their own languages.
        if (!node.parentElement.closest("[lang], pre, code, kbd, .reference, svg") && known.has(node.data.trim())) found.push(`in the other language: ${node.data}`);
      } else for (const name of ["aria-label", "placeholder", "title"]) if (known.has(node.getAttribute(name))) found.push(`in the other language: ${node.getAttribute(name)}`);
    }
    // @ts-ignore: axe was put into the page.
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        // CodeMirror's own scroller is the one exception.
        if (!JSON.stringify(target).includes("cm-scroller")) found.push(`${id}: ${target.flat().join(" ")}: ${failureSummary}`);
      }
    }
    return found;
  }, { other });
}

describe("every screen", { concurrency: 2 }, () => {
  // Words hang on the language and colours on the scheme: while somebody waits each is seen once.
  for (const [lang, colorScheme] of [["en", "light"], ["zh", "dark"], ["en", "dark"], ["zh", "light"]].slice(0, SLOW ? 4 : 2)) {
    test(`every screen: ${lang}, ${colorScheme}`, async () => {
      const { page, bad, context } = await open(browser, `${server.address}#q=kayles[5]+nim[3]`, { locale: lang === "zh" ? "zh-CN" : "en-GB", colorScheme, bypassCSP: true, reducedMotion: "reduce" });
      await answered(page);
      await page.evaluate(AXE);
      const wrong = [];
      for (const view of [...SCREENS, "rules"]) {
        await page.evaluate((view) => { location.hash = `q=kayles[5]+nim[3]&view=${view}`; }, view);
        await page.waitForSelector(`main[data-screen=${view}]`);
        if (!["gallery", "tools", "help", "play"].includes(view)) await answered(page);
        if (view === "gallery") await page.waitForSelector(".thumb svg");
        if (view === "graph" || view === "board") await page.waitForSelector(".picture svg");
        if (view === "why") {
          await page.waitForSelector("table.binary");
          // The law of Nim, told, asked about a position, and as code.
          const { lookForLaw, tell } = { en, zh }[lang];
          const card = page.locator("section.law").last();
          await card.getByRole("button", { name: lookForLaw, exact: true }).click();
          await card.getByRole("button", { name: tell, exact: true }).click();
          await card.locator(".law-at .who").waitFor();
          await card.getByRole("button", { name: "Python", exact: true }).click();
          await card.locator("pre").waitFor();
        }
        if (view === "table") await page.waitForSelector("canvas");
        if (view === "help") await page.waitForSelector(".reference h3");
        for (const width of [1280, 768, 320]) {
          await page.setViewportSize({ width, height: 800 });
          for (const fault of await faults(page, lang)) wrong.push(`${view} at ${width}: ${fault}`);
        }
      }
      assert.deepEqual(wrong, []);
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang === "zh" ? "zh-CN" : "en");
      assert.deepEqual(bad, []);
      await context.close();
    });
  }
});

test("both languages have the same words", () => {
  const shape = (words) => Object.fromEntries(Object.entries(words).map(([name, word]) => [name, typeof word === "object" ? shape(word) : typeof word]));
  assert.deepEqual(shape(zh), shape(en));
});
