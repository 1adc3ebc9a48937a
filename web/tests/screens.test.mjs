// Tests every screen in both languages, both schemes and three widths, and overlays (dialog, menu, notices, errors, the end of a match, a
// theorem). axe-core must report no problem, no element may be wider than the screen, the console must be empty, and no request may be
// sent to another server. No text of the page, with or without numbers, may be in the other language. axe-core needs a context that
// bypasses the content security policy; all other tests run with this policy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import * as main from "../words/en.mjs";
import * as mainChinese from "../words/zh.mjs";
import * as learn from "../learn/en.mjs";
import * as learnChinese from "../learn/zh.mjs";
import * as exercises from "../exercises/en.mjs";
import * as exercisesChinese from "../exercises/zh.mjs";
import * as embed from "../embed/en.mjs";
import * as embedChinese from "../embed/zh.mjs";
import { write } from "../page/link.mjs";
import { answered, launch, open } from "./browser.mjs";
import { SLOW } from "./corpus.mjs";
import { serve } from "./site.mjs";

const AXE = readFileSync(new URL("../tools/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const SCREENS = ["home", "board", "play", "table", "graph", "why", "gallery", "learn", "exercises", "tools", "help"];

const en = { ...main.en, learning: learn.en, exercising: exercises.en, embedding: embed.en };
const zh = { ...mainChinese.zh, learning: learnChinese.zh, exercising: exercisesChinese.zh, embedding: embedChinese.zh };

let server, browser;
before(async () => { [server, browser] = [await serve(), await launch()]; });
after(async () => {
  await browser?.close();
  server?.close();
});

/** Returns all texts of a language that are not functions. */
function texts(words) {
  return Object.values(words).flatMap((word) => (typeof word === "string" ? [word] : typeof word === "object" ? texts(word) : []));
}
const all = { en: new Set(texts(en)), zh: new Set(texts(zh)) };

/** Returns patterns of the texts that functions of a language produce; texts without words are omitted, because they
 *  are the same in every language. */
function patterns(words, lang) {
  // An argument may be a number or a text.
  const told = (word, n) => {
    try {
      return word(...Array(word.length).fill(n));
    } catch {
      return word(...Array(word.length).fill(String(n)));
    }
  };
  const made = (word) => [1, 7].map((n) => told(word, n)).filter((text) => typeof text === "string");
  const pattern = (text) => `^${text.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[17]/g, ".+")}$`;
  const own = (text) => (lang === "zh" ? /\p{Script=Han}/u : /[a-z]{3,}/i).test(text);
  return Object.values(words).flatMap((word) => (typeof word === "function" ? made(word).filter(own).map(pattern) : typeof word === "object" ? patterns(word, lang) : []));
}
const patternsOf = { en: patterns(en, "en"), zh: patterns(zh, "zh") };

/** Words of one language that may appear in documents of the other language, and names of games. */
const FAMILIES = new Set(["Nim", "Wythoff", "misère", "coins", "loopy"]);

/** Returns the faults that a screen has. */
async function faults(page, lang, { axe = true } = {}) {
  const theOther = lang === "en" ? "zh" : "en";
  const other = [...all[theOther]].filter((word) => !all[lang].has(word) && word !== (lang === "en" ? en : zh).otherLanguage && !FAMILIES.has(word));
  const made = patternsOf[theOther].filter((pattern) => !patternsOf[lang].includes(pattern));
  return page.evaluate(async ({ other, made, axe }) => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} pixels wide`);
    const known = new Set(other);
    const whole = new RegExp(made.join("|"), "u");
    const foreign = (text) => known.has(text.trim()) || whole.test(text.trim());
    const walker = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 3) {
        // Documents, rules and names of theorems may be in a language other than that of the page.
        if (!node.parentElement.closest("body [lang], pre, code, kbd, .reference, svg") && foreign(node.data)) found.push(`in the other language: ${node.data}`);
      } else for (const name of ["aria-label", "placeholder", "title"]) if (node.hasAttribute(name) && foreign(node.getAttribute(name))) found.push(`in the other language: ${node.getAttribute(name)}`);
    }
    if (!axe) return found;
    // @ts-ignore: the test has loaded axe into the page.
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        // Reports every problem that axe-core finds, except problems of the scroller of CodeMirror.
        if (!JSON.stringify(target).includes("cm-scroller")) found.push(`${id}: ${target.flat().join(" ")}: ${failureSummary}`);
      }
    }
    return found;
  }, { other, made, axe });
}

const WIDTHS = [1280, 768, 320];
// Texts depend on the language, colours depend on the scheme, and the findings of axe-core rarely depend on the width. The fast tests
// therefore cover each language, scheme and width once.
const CASES = [["en", "light", [1280]], ["zh", "dark", [320]], ["en", "dark", []], ["zh", "light", []]]
  .slice(0, SLOW ? 4 : 2).map(([lang, scheme, some]) => ({ lang, scheme, axed: SLOW ? WIDTHS : some }));

/** Opens a page in a language and a scheme, with axe-core. */
async function seen({ lang, scheme }, hash, work) {
  const { page, bad, context } = await open(browser, `${server.address}${hash}`, { locale: lang === "zh" ? "zh-CN" : "en-GB", colorScheme: scheme, bypassCSP: true, reducedMotion: "reduce" });
  page.setDefaultTimeout(20_000);
  await answered(page);
  await page.evaluate(AXE);
  await work(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), lang === "zh" ? "zh-CN" : "en");
  assert.deepEqual(bad, []);
  await context.close();
}

describe("every screen", { concurrency: 2 }, () => {
  for (const one of CASES) {
    const { lang, scheme, axed } = one;
    test(`every screen: ${lang}, ${scheme}`, () => seen(one, "#q=kayles[5]+nim[3]", async (page) => {
      const wrong = [];
      for (const view of [...SCREENS, "rules"]) {
        await page.evaluate((view) => { location.hash = `q=kayles[5]+nim[3]&view=${view}`; }, view);
        await page.waitForSelector(`main[data-screen=${view}]`);
        if (!["home", "gallery", "learn", "exercises", "tools", "help", "play"].includes(view)) await answered(page);
        if (view === "gallery" || view === "home") await page.waitForSelector(".thumb svg");
        if (view === "graph" || view === "board") await page.waitForSelector(".picture svg");
        if (view === "why") {
          await page.waitForSelector("table.binary");
          // Shows the law of Nim: its description, its value at a position, and its code.
          const { lookForLaw, tell } = { en, zh }[lang];
          const card = page.locator("section.law").last();
          await card.getByRole("button", { name: lookForLaw, exact: true }).click();
          await card.getByRole("button", { name: tell, exact: true }).click();
          await card.locator(".law-at .who").waitFor();
          await card.getByRole("button", { name: "Python", exact: true }).click();
          await card.locator("pre").waitFor();
        }
        if (view === "table") await page.waitForSelector("canvas");
        // One step of each kind of task, after a try without an answer.
        for (const step of view === "learn" ? ["outcomes", "mex", "rows", "rules", "patterns", "proof"] : []) {
          await page.evaluate((step) => { location.hash = `q=kayles[5]+nim[3]&view=learn&step=${step}`; }, step);
          await page.getByRole("heading", { name: { en, zh }[lang].learning.steps[step].title, exact: true }).waitFor();
          await page.waitForSelector(".learn .board .picture svg");
          const check = page.getByRole("button", { name: { en, zh }[lang].learning.check, exact: true });
          if (await check.count()) await check.click();
          else await page.locator(".learn ul.moves button").first().click();
          await page.locator(".learn-wrong").waitFor();
          for (const width of new Set([...axed, 320])) {
            await page.setViewportSize({ width, height: 800 });
            for (const fault of await faults(page, lang, { axe: axed.includes(width) })) wrong.push(`learn, ${step}, at ${width}: ${fault}`);
          }
        }
        if (view === "help") await page.waitForSelector(".reference h3");
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          for (const fault of await faults(page, lang, { axe: axed.includes(width) })) wrong.push(`${view} at ${width}: ${fault}`);
        }
      }
      assert.deepEqual(wrong, []);
    }));

    test(`overlays: ${lang}, ${scheme}`, { skip: !SLOW && lang === "en" && "only in web/test --all" }, () => seen(one, "#q=nim[3]", async (page) => {
      const w = { en, zh }[lang];
      const wrong = [];
      const look = async (what, widths = axed) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          for (const fault of await faults(page, lang)) wrong.push(`${what} at ${width}: ${fault}`);
        }
      };
      const go = (hash) => page.evaluate((hash) => { location.hash = hash; }, hash);
      await page.keyboard.press("Control+k");
      await page.locator("dialog input:focus").waitFor();
      await page.keyboard.type("nim");
      await page.locator("dialog li").nth(3).waitFor();
      await look("the search");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: w.share, exact: true }).click();
      await page.locator("header .notice").waitFor();
      await page.getByRole("button", { name: w.embed, exact: true }).click();
      await page.locator("dialog iframe").waitFor();
      await look("the frame for other pages");
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      await go("q=nim[3]&r=2.abcd");
      await page.locator("main .notice.bad").waitFor();
      await look("notices");
      await go(await write({ question: "wrong[3]", view: "rules", files: [{ name: "wrong.game", text: "game Wrong {\n  state n in 0..\n  move k in 1..2 when k = 2 : [n - k]\n}\n" }] }));
      await page.locator(".problems .bad").first().waitFor();
      await look("problems");
      await go("q=nim[3");
      await page.locator(".verdict button", { hasText: "nim[3]" }).waitFor();
      await look("what is wrong with a position");
      await page.setViewportSize({ width: 320, height: 800 });
      await page.locator("nav.bar button[aria-expanded]").click();
      await page.locator("nav.bar .menu button").first().waitFor();
      await look("the menu", [320]);
      await page.keyboard.press("Escape");
      await go("q=nim[3]+nim[5]&view=play&moves=1.1.3,1.1.5");
      await page.getByRole("button", { name: w.review, exact: true }).click();
      await page.locator(".play [role=status] code").waitFor();
      await look("a finished match, looked back at");
      await page.setViewportSize({ width: 1280, height: 800 });
      await go("q=bash[7]&view=why");
      await page.getByRole("button", { name: "bachet" }).first().click();
      await page.locator(".theorem h2").waitFor();
      await look("a theorem's page");
      await go("view=exercises&exercise=kayles");
      await page.waitForSelector(".samples svg");
      for (const summary of await page.locator(".exercise summary").all()) await summary.click();
      await page.getByRole("button", { name: w.exercising.check, exact: true }).click();
      await page.locator(".result .picture svg").waitFor();
      await look("an exercise with a difference");
      await page.getByRole("button", { name: w.exercising.use, exact: true }).click();
      await page.getByRole("button", { name: w.exercising.check, exact: true }).click();
      await page.locator(".result .exercise-right").waitFor();
      await look("a solved exercise");
      await page.goto(`${server.address}embed.html#q=kayles[5]+nim[3]&parts=verdict,board,moves,rules,table`);
      await page.evaluate(AXE);
      await answered(page);
      await page.locator("canvas").waitFor();
      await page.locator("pre .code-keyword").first().waitFor();
      await look("embed.html", [1280, 320]);
      assert.deepEqual(wrong, []);
    }));
  }
});

test("texts with numbers are recognized by their language", () => {
  const whole = { en: new RegExp(patternsOf.en.join("|"), "u"), zh: new RegExp(patternsOf.zh.join("|"), "u") };
  for (const [text, lang] of [["12 of 1,345 positions", undefined], ["14 moves, of which 3 win", "en"], [zh.movesCount(14, 3), "zh"], [en.inMoves(1), "en"], [zh.inMoves(12), "zh"], ["⊕ 5", undefined]]) {
    if (lang) assert.deepEqual([whole.en.test(text), whole.zh.test(text)], [lang === "en", lang === "zh"], text);
  }
  assert(patternsOf.en.length > 60 && patternsOf.zh.length > 60);
});

test("both languages have the same texts", () => {
  const shape = (words) => Object.fromEntries(Object.entries(words).map(([name, word]) => [name, typeof word === "object" ? shape(word) : typeof word]));
  assert.deepEqual(shape(zh), shape(en));
});
