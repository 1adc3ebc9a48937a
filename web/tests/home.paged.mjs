// Tests the way of a newcomer from the first screen to a won game, the three ways to begin, the gallery, and the search by other names.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { answered } from "./browser.mjs";
import { on } from "./paged.mjs";

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Wins a game of Kayles from the first screen. Returns the number of clicks or taps. The suggested moves are read by a key.
 *  @param {"click" | "tap"} way */
async function wins(page, way) {
  let count = 0;
  const press = async (locator) => {
    await locator[way]();
    count += 1;
  };
  await press(page.getByRole("button", { name: /^Kayles/ }));
  for (;;) {
    await page.waitForFunction(() => /Your move|won/.test(document.querySelector(".play .said")?.textContent ?? ""));
    if (/You have won/.test(await page.textContent(".play .said"))) return count;
    assert.doesNotMatch(await page.textContent(".play .said"), /computer has won/);
    const made = await page.locator("ol.course li").count();
    await page.locator(".board [data-part].open").first().waitFor();
    await page.keyboard.press("h");
    await page.locator(".hinted").first().waitFor();
    const parts = await page.evaluate(() => [...document.querySelectorAll(".hinted")].map((part) => part.dataset.part));
    for (const part of parts.length > 1 ? parts : [parts[0], parts[0]]) {
      if ((await page.locator("ol.course li").count()) > made) break;
      await press(page.locator(`[data-part='${part}']`));
      await page.waitForFunction(([part, made]) => document.querySelector(`[data-part='${part}'].chosen`) || document.querySelectorAll("ol.course li").length > made, [part, made]);
    }
    await page.waitForFunction((made) => document.querySelectorAll("ol.course li").length > made, made);
  }
}

describe("the first screen", { concurrency: 2 }, () => {
  on("a newcomer wins a game of Kayles in at most 12 clicks", "", async (page) => {
    assert.match(await page.textContent(".home .says"), /Grundy solves games/);
    assert.equal(await page.locator(".way").count(), 3);
    await page.waitForFunction(() => document.querySelectorAll(".classic .thumb svg").length === 8);
    const clicks = await wins(page, "click");
    assert(clicks <= 12, `${clicks} clicks`);
  }, { goesOn: true });

  on("a newcomer with a phone wins a game of Kayles in at most 7 taps", "", async (page) => {
    const taps = await wins(page, "tap");
    assert(taps <= 7, `${taps} taps`);
  }, { goesOn: true, ...PHONE });

  on("a classic game has its own rules and conventions, whatever was shown before", "#q=nim[3]&play=misere", async (page) => {
    await answered(page);
    await page.evaluate(async () => {
      const { files } = await import(new URL("page/state.mjs", document.baseURI).href);
      files.value = [{ name: "kayles.game", text: "game Kayles {{{" }];
    });
    await page.getByRole("button", { name: "Grundy", exact: true }).click();
    await page.getByRole("button", { name: /^Kayles/ }).click();
    await page.locator(".board [data-part='1.r1.c7'].open").waitFor();
    assert.doesNotMatch(page.url(), /misere|&r=/);
  }, { goesOn: true });

  on("the three ways: play, solve, write", "", async (page) => {
    await page.getByRole("button", { name: /^Play a game/ }).click();
    await page.waitForSelector("main[data-screen=play] .board");
    await page.goBack();
    await page.getByRole("button", { name: /^Solve a game/ }).click();
    await page.waitForSelector("main[data-screen=board]");
    assert.equal(await page.evaluate(() => document.activeElement.id), "position");
    await page.getByRole("button", { name: "Grundy", exact: true }).click();
    await page.getByRole("button", { name: /^Write your own/ }).click();
    await page.waitForSelector("#rules");
    await answered(page);
    assert.equal(await page.inputValue("#position"), "my[7]");
  });

  on("the rules are folded until a reader asks for them, and this choice is kept", "#q=kayles[7]", async (page) => {
    await answered(page);
    assert.equal(await page.locator("#rules").count(), 0);
    await page.getByRole("button", { name: "Show the rules" }).click();
    await page.waitForSelector("#rules");
    await page.reload();
    await answered(page);
    await page.getByRole("button", { name: "Fold the rules" }).click();
    await page.waitForFunction(() => !document.querySelector("#rules"));
  });

  on("one colour for good moves: the badge, the tags of moves and the legend", "#q=nim[3]", async (page) => {
    await answered(page);
    const colour = (selector) => page.evaluate((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor, selector);
    const good = await colour(".verdict .who.won");
    assert.equal(await colour(".moves .win .tag"), good);
    assert.equal(await colour(".legend .who.won"), good);
    assert.equal(await colour(".moves .lose .tag"), await colour(".legend .who.lost"));
  });
});

describe("finding games", { concurrency: 2 }, () => {
  on("the gallery: classics first, variants on request, a click anywhere on a card opens its board", "#q=nim[3]&view=gallery", async (page) => {
    await page.locator("article.game").first().waitFor();
    assert.equal(await page.textContent("main h2"), "Classic games");
    assert.equal(await page.locator("article.game", { hasText: "CrossesAsStated" }).count(), 0);
    const before = await page.locator("article.game").count();
    await page.getByRole("button", { name: /^Show \d+ variants too/ }).click();
    await page.waitForFunction((before) => document.querySelectorAll("article.game").length > before, before);
    const card = page.locator("article.game", { hasText: "Kayles" }).first();
    await card.click({ position: { x: 8, y: 8 } });
    await page.waitForSelector("main[data-screen=board] .board");
    assert.match(await page.inputValue("#position"), /^kayles\[/);
  });

  for (const [text, name] of [["tic-tac-toe", "TicTacToe"], ["noughts and crosses", "TicTacToe"], ["井字棋", "TicTacToe"], ["取石子", "Nim"], ["chocolate", "Chomp"], ["dominoes", "Domineering"], ["剪边", "hackenbush"]]) {
    on(`search: ${text} finds ${name}`, "#q=nim[3]", async (page) => {
      await answered(page);
      await page.keyboard.press("Control+k");
      await page.locator("dialog input").fill(text);
      await page.locator(".found b", { hasText: new RegExp(`^${name}$`) }).waitFor();
    });
  }

  on("search says why a well-known game is not there", "#q=nim[3]", async (page) => {
    await answered(page);
    await page.keyboard.press("Control+k");
    await page.locator("dialog input").fill("chess");
    await page.locator("dialog .notice", { hasText: "too many positions" }).waitFor();
  });
});
