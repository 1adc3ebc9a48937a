// Tests the Play screen: a game on a phone, the marks of the last and the suggested move, the picture that keeps its pieces in place, the
// end of a game, and the review.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { on } from "./paged.mjs";

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } };
/** Waits for a number of elements. The board is drawn after the message. */
const counted = (page, selector, n) => page.waitForFunction(([selector, n]) => document.querySelectorAll(selector).length === n, [selector, n]);
const said = (page, text) => page.locator(".play .said", { hasText: text }).waitFor();

describe("the Play screen", { concurrency: 2 }, () => {
  on("on a phone, two taps win kayles[3]; board and message are in the first view", "#q=kayles[3]&view=play", async (page) => {
    await said(page, "Your move.");
    await page.locator(".board [data-part].open").first().waitFor();
    const bottom = await page.evaluate(() => [".play .said", ".play .picture svg", "nav.bar"].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]));
    assert(bottom[0][1] < bottom[1][0] && bottom[1][1] < bottom[2][0], `${JSON.stringify(bottom)}`);
    assert.equal(await page.locator("nav.bar > button", { hasText: "Play" }).getAttribute("aria-current"), "page", "Play is in the bar");
    assert.equal(await page.locator("#rules").count(), 0, "the rules are folded");
    await page.locator(".goal", { hasText: "take one pin or two adjacent pins" }).waitFor();
    assert.match(await page.textContent(".goal"), /The end: the player who cannot move loses\./);
    let taps = 0;
    // The middle pin leaves two equal rows, so every answer can be copied.
    const tap = async (part) => {
      await page.locator(`[data-part='${part}']`).tap();
      taps += 1;
    };
    await tap("1.r1.c2");
    await page.locator("[data-part='1.r1.c2'].chosen").waitFor();
    // The pins that complete a move are marked.
    await counted(page, "[data-part].next", 2);
    await tap("1.r1.c2");
    await page.waitForFunction(() => document.querySelectorAll("ol.course li").length === 2);
    await said(page, "Your move.");
    // One pin is left, at its place in the row of three pins; one tap takes it.
    await counted(page, ".picture .gone", 2);
    await page.locator(".board [data-part].open").first().waitFor();
    await tap("1.r1.c1");
    await said(page, "You have won!");
    assert(taps <= 7);
    // The board stays.
    await counted(page, ".picture .gone", 3);
  }, { goesOn: true, ...PHONE });

  on("a row that falls apart stays one row, in its order, and the last move is marked", "#q=kayles[7]&view=play&moves=1.1.4", async (page) => {
    await page.locator(".picture .gone").waitFor();
    const parts = await page.evaluate(() => [...document.querySelectorAll(".picture svg > g")].map((part) => ({ part: part.dataset.part, gone: part.classList.contains("gone"), last: part.classList.contains("last"), box: part.getBoundingClientRect() })));
    assert.deepEqual(parts.map(({ gone }) => gone), [false, false, false, false, true, false, false]);
    assert.deepEqual(parts.map(({ last }) => last), [false, false, false, false, true, false, false]);
    assert.deepEqual(parts.map(({ part }) => part), ["1.r1.c1", "1.r1.c2", "1.r1.c3", "1.r1.c4", undefined, "2.r1.c1", "2.r1.c2"]);
    // The numbers are those by which moves name the pins of each row.
    const numbers = await page.evaluate(() => [...document.querySelectorAll(".picture svg > text")].map((text) => text.textContent).filter((text) => /^\d*$/.test(text)));
    assert.deepEqual(numbers, ["1", "2", "3", "4", "", "1", "2"]);
    for (const [at, { box }] of parts.entries()) assert(at === 0 || (box.x > parts[at - 1].box.x && Math.abs(box.y - parts[0].box.y) < 1), `${at}`);
  }, { goesOn: true });

  on("graphs keep their layout, and vertices are named as in the picture", "#q=nodekayles(graph(a-b b-c c-d))[{a,b,c,d}]&view=play&moves=1.1.1", async (page) => {
    await page.locator(".picture .gone").first().waitFor({ state: "attached" });
    const names = await page.evaluate(() => [...document.querySelectorAll(".picture [data-part*='.v']")].map((part) => part.getAttribute("aria-label")));
    assert.deepEqual(names.map((name) => name.split(":")[0]), ["vertex c", "vertex d"]);
    assert.equal(await page.locator(".picture .gone.last").count(), 4, "the vertex, its neighbour and their edges");
  }, { goesOn: true });

  on("the rows of a board are named by their numbers in the picture", "#q=staircase[2,0,1,0]&view=play", async (page) => {
    const part = page.locator("[data-part='1.r1.c1']");
    await part.waitFor();
    assert.match(await part.getAttribute("aria-label"), /^row 2, column 1:/);
  }, { goesOn: true });

  on("a hint marks the pieces of the suggested move, and nothing shows it before", "#q=kayles[7]&view=play", async (page) => {
    await said(page, "Your move.");
    await page.locator(".board [data-part].open").first().waitFor();
    assert.equal(await page.locator(".hinted, .wins").count(), 0);
    await page.keyboard.press("h");
    await page.locator(".hinted").first().waitFor();
    assert.match(await page.locator(".hinted").first().getAttribute("aria-label"), /suggested/);
    const hint = await page.textContent(".play [role=status] p");
    const pins = /take pins/.test(hint) ? 2 : 1;
    await counted(page, ".hinted", pins);
  }, { goesOn: true });

  on("the end keeps the board and offers four actions; Easier and Harder change the strength", "#q=nim[1]&view=play", async (page) => {
    await said(page, "Your move.");
    await page.getByLabel("Strength").selectOption("20");
    await page.locator("[data-part='1.h1.1'].open").click();
    await said(page, "You have won!");
    await counted(page, ".picture .gone.last", 1);
    for (const name of ["Again", "Harder", "Why?", "Review"]) await page.getByRole("button", { name, exact: true }).waitFor();
    await page.getByRole("button", { name: "Why?", exact: true }).click();
    await page.locator(".play [role=status]", { hasText: "This position decided the game: nim[1]" }).first().waitFor();
    await page.getByRole("button", { name: "Harder", exact: true }).click();
    await said(page, "Your move.");
    assert.equal(await page.getByLabel("Strength").inputValue(), "60");
    await counted(page, "ol.course", 0);
  }, { goesOn: true });

  on("the review marks every mistake, and a move can be tried again", "#q=nim[3]%2Bnim[5]&view=play&moves=1.1.3,2.1.5", async (page) => {
    // Taking a whole heap lets the opponent take the other heap.
    await page.evaluate(() => { location.hash = "q=nim[3]+nim[5]&view=play&moves=1.1.3,1.1.5"; });
    await said(page, "The computer has won.");
    assert.equal(await page.locator(".mistake").count(), 0);
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await page.locator("ol.course button.mistake").waitFor();
    assert.match(await page.textContent("ol.course button.mistake"), /^1 ✗ take 3/);
    await page.locator(".judged", { hasText: "1 mistake in 1 checked move." }).waitFor();
    await page.locator("ol.course button.mistake").click();
    await page.locator(".now", { hasText: "A better move: in nim[5]: take 2" }).waitFor();
    await page.getByRole("button", { name: "Try move 1 again" }).click();
    await said(page, "Your move.");
    await counted(page, "ol.course", 0);
    await page.locator("[data-part='2.h1.5'].open").waitFor();
  }, { goesOn: true });

  on("two people can review an unfinished game, with the mistakes of both", "#q=nim[3]%2Bnim[5]&view=play", async (page) => {
    await page.getByLabel("Moves first").selectOption({ label: "two people (no computer)" });
    await page.locator("[data-part='1.h1.3'].open").click();
    await page.locator("ol.course li").nth(0).waitFor();
    await page.locator("[data-part='2.h1.5'].open").click();
    await page.locator("ol.course li").nth(1).waitFor();
    await page.getByRole("region", { name: "Course of the game" }).getByRole("button", { name: "Review" }).click();
    await page.locator(".judged", { hasText: "2 mistakes in 2 checked moves." }).waitFor();
  }, { goesOn: true });

  for (const [reducedMotion, moves] of [["reduce", false], ["no-preference", true]]) {
    on(`the last move is ${moves ? "animated" : "not animated with reduced motion"}`, "#q=nim[3]&view=play&moves=1.1.2", async (page) => {
      await page.locator(".picture .last").first().waitFor();
      assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".picture .last")).animationName), moves ? "made" : "none");
    }, { goesOn: true, reducedMotion });
  }
});
