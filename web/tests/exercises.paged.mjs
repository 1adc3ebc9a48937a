// Tests the Exercises screen: the list, the check with the first difference, errors with their fixes, progress on the device, the address of
// an exercise, and Chinese.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { en } from "../exercises/en.mjs";
import { zh } from "../exercises/zh.mjs";
import { EXERCISES, rules } from "../exercises/problems.mjs";
import { on, openMoves } from "./paged.mjs";

const at = (/** @type {string} */ id) => `#view=exercises&exercise=${id}`;
const exercise = (/** @type {string} */ id) => EXERCISES.find((one) => one.id === id);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
/** Uses the plain text field, in which a test can write rules at once. */
const plainly = (page) => page.evaluate(() => {
  localStorage.setItem("grundy.settings", JSON.stringify({ plain: true }));
  location.reload();
}).then(() => page.waitForSelector("textarea.plain-editor"));
const write = (page, text) => page.locator("textarea.plain-editor").fill(text);

describe("exercises", { concurrency: 2 }, () => {
  on("the untouched rules are refused, and the first difference has a picture and its moves", at("kayles"), async (page) => {
    await page.waitForSelector(".samples svg");
    assert.match(await page.textContent(".samples"), /pins\[5\]: the player to move wins.*pins\[3\] \+ pins\[6\]: the player to move loses/s);
    assert(!/kayles/i.test(await page.textContent(".samples svg")), "the picture has the name of the visitor's game");
    await press(page, en.check);
    await page.getByText(en.differ("pins[1]")).waitFor();
    await page.waitForSelector(".result .picture svg[role=img]");
    const told = await page.textContent(".result");
    assert.match(told, /Your rulesthe player to move loses, value 0The gamethe player to move wins, value 1/);
    assert.match(told, /Missing in your rulestake pin 1, leaving pins\[0\] \+ pins\[0\]/);
    assert(told.includes(en.noMoves));
    await press(page, en.toBoard);
    await page.waitForSelector("main[data-screen=board]");
    assert.equal(await page.inputValue("#position"), "pins[1]");
  });

  on("a wrong move is shown as missing and as additional", at("kayles"), async (page) => {
    await plainly(page);
    await write(page, rules(exercise("kayles"), "move k in 1..2 : [n - k]"));
    await press(page, en.check);
    await page.getByText(en.differ("pins[3]")).waitFor();
    const told = await page.textContent(".result");
    assert.match(told, /Missing in your rulestake pin 2, leaving pins\[1\] \+ pins\[1\]/);
  });

  on("the solution is accepted, can be played, and its rules can be opened", at("kayles"), async (page) => {
    await page.getByText(en.solution, { exact: true }).click();
    await press(page, en.use);
    await press(page, en.check);
    await page.getByText(en.solvedAll).waitFor();
    await page.locator("h2 .solved").waitFor();
    await press(page, en.playIt);
    await page.waitForSelector("main[data-screen=play]");
    assert.equal(await page.inputValue("#position"), "pins[5]");
    await openMoves(page);
    await page.goBack();
    await page.waitForSelector(".exercise");
    await press(page, en.check);
    await press(page, en.openRules);
    await page.waitForSelector("main[data-screen=rules]");
    assert.match(await page.textContent("#rules h2"), /kayles\.game/);
  });

  on("an error is shown with its fix", at("bash"), async (page) => {
    await plainly(page);
    await write(page, "game Pile {\n  state n in 0..\n  move k in 1..3 when k = 2 or k <= 3 : [n - k]\n}\n");
    const problem = page.locator(".problems li");
    await problem.waitFor();
    assert.match(await problem.textContent(), /3:25/);
    await press(page, en.check);
    await problem.getByRole("button", { name: "Write ==" }).click();
    await problem.waitFor({ state: "detached" });
    assert.match(await page.inputValue("textarea.plain-editor"), /when k == 2 or/);
    await press(page, en.check);
    await page.getByText(en.solvedAll).waitFor();
    // The game must have the given name, and must not replace the game of the library.
    await write(page, "game Other {\n  state n in 0..\n  move k in 1..3 : [n - k]\n}\n");
    await press(page, en.check);
    await page.getByText(en.noGame("Pile")).waitFor();
    await write(page, "game Pile {\n  state n in 0..\n  move k in 1..3 : Bash[n - k]\n}\ngame Bash {\n  state n in 0..\n  move k in 1..3 : [n - k]\n}\n");
    await press(page, en.check);
    await page.getByText(en.taken("Bash")).waitFor();
  });

  on("conventions that differ are reported", at("ceoi2008_knights"), async (page) => {
    await plainly(page);
    const { solution } = exercise("ceoi2008_knights");
    await write(page, rules(exercise("ceoi2008_knights"), solution.replace("sum every", "sum any")));
    await press(page, en.check);
    await page.getByText("The conventions of play differ").waitFor();
    await write(page, rules(exercise("ceoi2008_knights"), solution));
    await press(page, en.check);
    await page.locator(".result .exercise-right").waitFor();
  });

  on("moves that differ although the answers agree are reported", at("tree_cut"), async (page) => {
    await plainly(page);
    await write(page, rules(exercise("tree_cut"), "move k in 1..n : Nim[n - k]"));
    await press(page, en.check);
    await page.locator(".result .exercise-right").waitFor();
    await page.getByText(en.otherMoves("stem[4]")).waitFor();
  });

  on("progress survives a reload, and rules can be deleted after a question", "#view=exercises", async (page) => {
    const entry = (id) => page.locator(".exercise-list button", { hasText: en.problems[id].title });
    await page.getByText(en.solvedOf(0, 25)).waitFor();
    assert.equal(await page.locator(".exercise-list button").count(), 25);
    await entry("p2197").click();
    await page.waitForFunction(() => location.hash.includes("exercise=p2197"));
    await page.getByText(en.solution, { exact: true }).click();
    await press(page, en.use);
    await press(page, en.check);
    await page.locator(".result .exercise-right").waitFor();
    await page.getByRole("button", { name: en.next, exact: true }).last().click();
    await page.getByRole("heading", { name: en.problems.mixed_piles.title }).waitFor();
    await page.getByRole("button", { name: en.all }).click();
    await page.reload();
    await page.getByText(en.solvedOf(1, 25)).waitFor();
    assert.match(await entry("p2197").textContent(), /✓.*solved/);
    await entry("p2197").click();
    await press(page, en.reset);
    await press(page, en.resetNo);
    await press(page, en.reset);
    await press(page, en.resetYes);
    await page.getByRole("button", { name: en.reset }).waitFor({ state: "detached" });
    await page.goBack();
    assert.match(await entry("p2197").textContent(), /solved/);
  });

  on("an address opens an exercise, in Chinese too, on a narrow screen", "#lang=zh&view=exercises&exercise=poj3480", async (page) => {
    await page.waitForSelector(".samples svg");
    const { title, text } = zh.problems.poj3480;
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText(text).waitFor();
    await press(page, zh.check);
    await page.getByText("对局的约定不同").waitFor();
    await page.getByText(zh.solution, { exact: true }).click();
    await press(page, zh.use);
    await press(page, zh.check);
    await page.getByText(zh.solvedAll).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    // An unknown exercise shows the list.
    await page.evaluate(() => { location.hash = "lang=zh&view=exercises&exercise=nothing"; });
    await page.getByText(zh.solvedOf(1, 25)).waitFor();
  }, { viewport: { width: 320, height: 700 } });
});
