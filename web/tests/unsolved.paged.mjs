// Tests that the board of a position never waits for its solution, and that the page never shows the board or the verdict of another position.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, openMoves, plain, unfold } from "./paged.mjs";

const link = async (place) => `#${await write(place)}`;
const KAYLES = await link({ question: "kayles[7]", view: "board" });
const LARGE = "chomp(8, 8)";

/** Writes a position into the field at the top. @param {import("playwright-core").Page} page @param {string} question */
const type = (page, question) => page.locator("#position").fill(question);

describe("unsolved positions", { concurrency: 2 }, () => {
  on("the board of a large position appears at once, without an answer", KAYLES, async (page) => {
    await answered(page);
    await type(page, LARGE);
    await page.locator(".verdict", { hasText: "Not solved yet" }).waitFor();
    assert.match(await page.textContent(".board"), /chomp\(8, 8\)/);
    assert.doesNotMatch(await page.textContent("main"), /kayles\[7\]/);
    assert.doesNotMatch(await page.textContent(".verdict"), /wins|loses/);
    assert.ok((await page.locator(".moves li").count()) > 60);
    // A move leads to the position that it leaves.
    await page.locator(".moves li button").first().click();
    await page.waitForFunction(() => document.querySelector("#position").value.startsWith("chomp(8, 8)["));
  });

  on("under an error there is no other board", KAYLES, async (page) => {
    await answered(page);
    await type(page, "nosuchgame[3]");
    await page.locator(".verdict .bad").waitFor();
    await page.waitForFunction(() => !document.querySelector(".board"));
    assert.doesNotMatch(await page.textContent(".verdict"), /player to move/);
    await type(page, "nim[3]");
    await answered(page);
    assert.match(await page.textContent(".board"), /nim\[3\]/);
  });

  on("warnings about rules are shown to their author only", KAYLES, async (page) => {
    await unfold(page);
    const checks = page.getByRole("region", { name: "Tests and claims" });
    await checks.getByText("✓ 11").first().waitFor();
    assert.equal(await checks.getByText("⚠").count(), 0);
    // The first change makes a copy, which is the reader's own.
    await plain(page);
    const field = page.locator("textarea.plain-editor");
    await field.fill((await field.inputValue()).replace("# Kayles", "# My Kayles"));
    await checks.getByText("⚠").waitFor();
  });

  for (const question of [LARGE, "cram(6, 6)"]) {
    on(`two people play ${question} without waiting`, "#q=nim[1]&view=play", async (page) => {
      await page.getByLabel("Moves first").selectOption({ label: "two people (no computer)" });
      await type(page, question);
      await openMoves(page);
      for (const turn of [1, 2, 3]) {
        await page.waitForFunction((count) => document.querySelectorAll(".moves li button:not(:disabled)").length > 10 && (document.querySelector(".play h2 .quiet")?.textContent ?? "").includes(count), turn === 1 ? "" : String(turn - 1), { timeout: 5000 });
        await page.locator(".moves li button").last().click();
      }
      assert.equal(await page.locator(".play .unfinished").count(), 0);
    });
  }
});
