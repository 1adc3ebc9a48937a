// Tests the page with games in which the players have different moves: the answer, the thermograph, the board, and a match.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, openMoves } from "./paged.mjs";

const link = async (place) => `#${await write(place)}`;
const BOARD = await link({ question: "domineering(2, 3)", view: "board" });
const PLAY = await link({ question: "domineering(3, 3)", view: "play" });
const RIGHT = await link({ question: "domineering(2, 2)", view: "play", first: "right", lang: "zh" });

/** Returns whether the board has parts that can be selected. @param {import("playwright-core").Page} page */
const openParts = (page) => page.locator(".board [data-part].open").count();

describe("two players", { concurrency: 2 }, () => {
  on("the answer shows the winner, the value and the thermograph", BOARD, async (page) => {
    await answered(page);
    const said = await page.textContent(".verdict .said");
    assert.match(said, /The player who begins wins/);
    assert.match(said, /\{2\|-1\/2\}/);
    assert.match(said, /mean 3\/4, temperature 5\/4/);
    const drawn = page.locator(".thermograph svg");
    assert.equal(await drawn.count(), 1);
    assert.match(await drawn.locator("desc").textContent(), /left wall: 2 at 0, 3\/4 at 5\/4/);
  });

  on("the board shows the moves of one player", BOARD, async (page) => {
    await answered(page);
    assert.equal(await page.locator(".moves li").count(), 3, "Left has three moves");
    await page.locator(".board select").first().selectOption("right");
    assert.equal(await page.locator(".moves li").count(), 4, "Right has four moves");
    assert.match(await page.locator(".moves li").first().textContent(), /across /);
    // A cell of several dominoes is selected; after the move, the board shows the moves of the other player.
    const parts = page.locator(".board [data-part].open");
    await parts.nth(1).click({ force: true });
    const rest = await openParts(page);
    assert.ok(rest >= 2);
    await page.locator(".moves li button").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 0 && /down/.test(document.querySelector(".moves li")?.textContent ?? ""));
    assert.equal(await page.locator(".board select").first().inputValue(), "left");
  });

  on("a person plays Right, and the computer begins and wins", PLAY, async (page) => {
    await page.waitForSelector(".play .said:not(:empty)");
    assert.match(await page.textContent(".play .said"), /Your move \(Left\)/);
    const [, begins, player] = await page.locator("[aria-label=Opponent] select").all();
    await begins.selectOption("first");
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".play .said")?.textContent ?? ""));
    assert.match(await page.textContent(".play .said"), /The computer: across.*Your move \(Left\)/s);
    await player.selectOption("right");
    await page.waitForFunction(() => /The computer: down.*Your move \(Right\)/s.test(document.querySelector(".play .said")?.textContent ?? ""));
    await openMoves(page);
    for (let turn = 0; turn < 6; turn += 1) {
      const now = await page.textContent(".play .said");
      if (/has won|have won/.test(now)) break;
      await page.waitForSelector(".moves li button:not(:disabled)");
      await page.locator(".moves li button").first().click();
      await page.waitForFunction((before) => {
        const said = document.querySelector(".play .said")?.textContent ?? "";
        return said !== before && /Your move|won/.test(said);
      }, now);
    }
    assert.match(await page.textContent(".play .said"), /The computer has won/);
  });

  on("a link keeps who begins", RIGHT, async (page) => {
    await page.waitForSelector(".play .said:not(:empty)");
    assert.match(await page.textContent(".play .said"), /轮到您（右方）/);
  });
});
