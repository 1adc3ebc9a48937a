// Tests the Learn screen: every task is done as a visitor would do it, an empty answer and a wrong try get a reason, and progress, links and
// both languages work. The right answers come from the core.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Grundy } from "../grundy.mjs";
import { brokenAt, codes, notMex, whole, wrongPick } from "../learn/faults.mjs";
import { STEPS } from "../learn/steps.mjs";
import { on } from "./paged.mjs";
import { wholeCore } from "./site.mjs";

const core = await Grundy.load(await wholeCore());
const at = (name) => `#q=nim[3]&view=learn&step=${name}`;
const step = (name) => STEPS.find((one) => one.name === name);
const value = (question) => core.ask("solve", question).value;
/** @param {import("playwright-core").Page} page */
const good = (page) => page.locator(".learn-good");
const wrong = (page) => page.locator(".learn-wrong");
const next = (page) => page.getByRole("button", { name: "Next step" });

/** Opens a step of the page that is already open. */
async function to(page, name) {
  await page.evaluate((hash) => { location.hash = hash; }, at(name));
  await page.waitForFunction((name) => document.querySelector(".learn [aria-current=step]") && location.hash.endsWith(`step=${name}`), name);
}

/** Returns the position on the board. */
const position = async (page) => (await page.locator(".learn .board .picture svg").getAttribute("aria-label")).replace("The position ", "");

/** Presses the move in the list that leaves a position of this outcome. */
async function move(page, outcome, conventions = {}) {
  const list = page.locator(".learn ul.moves button:not(:disabled)");
  await list.first().waitFor();
  // The computer may be moving, so the picture and the list must belong together.
  for (let trial = 0; trial < 400; trial += 1) {
    const now = await position(page);
    const { legal } = core.ask("legal", now, { ...conventions, solve: true });
    const index = legal.findIndex((one) => one.outcome === outcome);
    if (index >= 0 && (await list.count()) === legal.length && (await position(page)) === now) return list.nth(index).click();
    await page.waitForTimeout(50);
  }
  assert.fail(`no move to ${outcome} from ${await position(page)}`);
}

/** Wins the game of the step. */
async function win(page) {
  for (let turn = 0; turn < 12; turn += 1) {
    const before = await position(page);
    await move(page, "P");
    await page.waitForFunction((before) => document.querySelector(".learn-good") && (!document.querySelector(".learn .board") || document.querySelector(".learn .board svg")?.getAttribute("aria-label") !== `The position ${before}`), before);
    if (await next(page).count()) return;
  }
  assert.fail("the game was not won");
}

/** Selects the P positions of the step. */
async function pick(page, name) {
  const { list, conventions } = step(name);
  for (const one of list) if (core.ask("solve", one, conventions ?? {}).outcome === "P") await page.getByRole("button", { name: one, exact: true }).click();
  await page.getByRole("button", { name: "Check my answer" }).click();
}

async function give(page, label, text) {
  await page.getByLabel(label).fill(String(text));
  await page.getByRole("button", { name: "Check my answer" }).click();
}

async function write(page, text) {
  await page.locator(".learn .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  if (text) await page.keyboard.insertText(text);
}
const rules = (range) => `game Mine {\n  state n in 0..\n  move "take {k}" k in ${range} : [n - k]\n}\n`;
const period = () => core.ask("chart", `${step("patterns").of}[0..30]`).period.period;

/** How a visitor does each step. */
const DO = {
  first: win, copying: win, rows: win, bit: win,
  outcomes: (page) => pick(page, "outcomes"), end: (page) => pick(page, "end"),
  binary: (page) => give(page, "Your answer:", value(step("binary").of)), mex: (page) => give(page, "Your answer:", value(step("mex").of)),
  sums: (page) => give(page, "Stones in your pile:", value(step("sums").of)), patterns: (page) => give(page, "Your answer:", period()),
  rules: async (page) => {
    await write(page, rules("1..n / 2"));
    await page.getByRole("button", { name: "Check my answer" }).click();
  },
  proof: (page) => give(page, "Formula for the value", "n % 4"),
};

describe("learn", { concurrency: 2 }, () => {
  test("the reasons for a wrong try", () => {
    const moves = [{ value: 2 }, { value: 0 }];
    assert.equal(wrongPick(["a", "b", "c"], ["P", "N", "P"], new Set(["a", "b", "c"])), "b");
    assert.equal(wrongPick(["a", "b", "c"], ["P", "N", "P"], new Set(["a"])), "c");
    assert.equal(wrongPick(["a", "b", "c"], ["P", "N", "P"], new Set(["a", "c"])), undefined);
    assert.deepEqual([brokenAt([0, 1, 0, 1, 0], 2), brokenAt([0, 1, 0, 2], 2), brokenAt([0], 5)], [undefined, 1, undefined]);
    assert.equal(notMex(moves, 2).move, moves[0]);
    assert.equal(notMex(moves, 1).move, undefined);
    assert.deepEqual(["", " 7 ", "-1", "1.5", "x", "1000"].map(whole), [undefined, 7, undefined, undefined, undefined, undefined]);
    assert.deepEqual(codes("a `b` c"), ["a ", "b", " c"]);
  });

  test("each step has a task that its empty answer does not solve", async () => {
    assert.equal(STEPS.length, 12);
    assert.equal(new Set(STEPS.map(({ name }) => name)).size, 12);
    for (const { kind, of, list, conventions, target } of STEPS) {
      if (kind === "win") assert.equal(core.ask("solve", of).outcome, "N", of);
      if (kind === "pick") {
        const lost = list.filter((one) => core.ask("solve", one, conventions ?? {}).outcome === "P");
        assert.ok(lost.length > 0 && lost.length < list.length);
      }
      if (kind === "number") assert.ok(value(of) > 0, of);
      if (kind === "period") assert.ok(period() > 1);
      if (kind === "rules") {
        core.open([{ name: "mine.game", text: rules("1..3") }]);
        assert.equal(core.ask("same", { games: ["mine", target] }).same, false);
        core.open([]);
      }
    }
  });

  for (const names of [STEPS.slice(0, 4), STEPS.slice(4, 8), STEPS.slice(8)]) {
    on(`the tasks can be done: ${names.map(({ name }) => name).join(", ")}`, at(names[0].name), async (page) => {
      for (const { name } of names) {
                await page.waitForFunction((name) => location.hash.endsWith(`step=${name}`), name);
        assert.equal(await next(page).count(), 0, name);
        await DO[name](page);
        await good(page).waitFor();
        await page.locator(".learn-list [aria-current]", { hasText: "✓" }).waitFor();
        if (name === STEPS.at(-1).name) break;
        await next(page).click();
      }
      assert.equal(await page.locator(".learn-list button", { hasText: "✓" }).count(), names.length);
    });
  }

  on("a wrong move is refuted by a reply and taken back", at("first"), async (page) => {
    await move(page, "N");
    await wrong(page).waitFor();
    assert.match(await wrong(page).textContent(), /“take 1” in bash\[7\].*computer answers “take \d” in bash\[\d\], leaving bash\[4\].*taken back/);
    assert.equal(await position(page), "bash[7]");
    assert.equal(await next(page).count(), 0);
  });

  on("wrong selections get a reason", at("outcomes"), async (page) => {
    const check = page.getByRole("button", { name: "Check my answer" });
    await check.click();
    await wrong(page).getByText("You have not selected").waitFor();
    await page.getByRole("button", { name: "bash[0]", exact: true }).click();
    await check.click();
    await wrong(page).getByText(/bash\[4\] is a P position too.*bash\[3\], bash\[2\], bash\[1\]|bash\[4\] is a P position too.*bash\[1\]/).waitFor();
    await page.getByRole("button", { name: "bash[5]", exact: true }).click();
    await page.getByRole("button", { name: "bash[4]", exact: true }).click();
    await check.click();
    await wrong(page).getByText(/bash\[5\] is not a P position.*“take 1”/).waitFor();
    // The board shows the position of the reason.
    await page.waitForFunction(() => document.querySelector(".learn .board svg")?.getAttribute("aria-label") === "The position bash[5]");
    // With the misère rule, a position without moves is won.
    await to(page, "end");
    await page.getByRole("button", { name: "nim[1] + nim[1]", exact: true }).click();
    await check.click();
    await wrong(page).getByText(/nim\[1\] is a P position too.*nim\[0\]/).waitFor();
  });

  on("wrong numbers get a reason", at("binary"), async (page) => {
    await give(page, "Your answer:", "");
    await wrong(page).getByText("whole number").waitFor();
    await give(page, "Your answer:", 2);
    await wrong(page).getByText(/nim\[3\] \+ nim\[5\] \+ nim\[7\] \+ nim\[2\].*wins with “take/).waitFor();
    await to(page, "mex");
    await give(page, "Your answer:", "");
    await wrong(page).getByText("whole number").waitFor();
    await give(page, "Your answer:", core.ask("legal", step("mex").of).legal[0].value);
    await wrong(page).getByText(/is not missing. It is the value after “take/).waitFor();
    await give(page, "Your answer:", 9);
    await wrong(page).getByText("a smaller number is missing too").waitFor();
    await to(page, "sums");
    await give(page, "Stones in your pile:", 5);
    await wrong(page).getByText(/kayles\[6\] \+ nim\[5\].*wins with/).waitFor();
    await page.waitForFunction(() => document.querySelector(".learn .board svg")?.getAttribute("aria-label") === "The position kayles[6] + nim[5]");
    await to(page, "patterns");
    for (const [guess, reason] of [["", "whole number"], [2, "the value of 2 is 0, but the value of 4 is 2"], [0, "at least 1"], [2 * period(), "already repeat after fewer"], [99, "too short"]]) {
      await give(page, "Your answer:", guess);
      await wrong(page).getByText(reason).waitFor();
    }
    assert.equal(await next(page).count(), 0);
  });

  on("wrong rules and formulas get a reason", at("rules"), async (page) => {
    const check = page.getByRole("button", { name: "Check my answer" });
    await page.locator(".learn .cm-content").waitFor();
    await check.click();
    await wrong(page).getByText(/differ for 1 stone. Moves in your game: take 1. Moves in the game of the task: no move. The values are 1 and 0/).waitFor();
    await write(page, rules("1..n / 3"));
    await check.click();
    await wrong(page).getByText(/differ for 2 stones. Moves in your game: no move. Moves in the game of the task: take 1/).waitFor();
    for (const text of ["", "game Mine { state n in 0.. }"]) {
      await write(page, text);
      await check.click();
      await wrong(page).waitFor();
      assert.ok((await wrong(page).textContent()).length > 10);
    }
    await to(page, "proof");
    await give(page, "Formula for the value", " ");
    await wrong(page).getByText("Write a formula").waitFor();
    await give(page, "Formula for the value", "n");
    await wrong(page).getByText(/claim refuted at mine\[4\]: SG = 0, but the claim is 4/).waitFor();
    await give(page, "Formula for the value", "n %");
    await wrong(page).getByText(/expected a value/).waitFor();
    assert.equal(await next(page).count(), 0);
  });

  on("progress stays on the device, and a step has an address", "#q=nim[3]&view=learn", async (page) => {
    await page.getByRole("heading", { name: "The first win" }).waitFor();
    await win(page);
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("grundy.learned"))?.includes("first"));
    await next(page).click();
    await page.getByRole("heading", { name: "P and N" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    await page.waitForFunction(() => location.hash.endsWith("step=outcomes"));
    await page.getByRole("button", { name: "11. Proof" }).click();
    await page.getByRole("heading", { name: "Proof" }).waitFor();
    await page.waitForFunction(() => location.hash.endsWith("step=proof"));
    await page.goBack();
    await page.getByRole("heading", { name: "P and N" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "P and N" }).waitFor();
    await page.getByRole("button", { name: "1. The first win (done)" }).waitFor();
    // Without a step in the link, the first step that is not done is opened.
    await page.evaluate(() => { location.hash = "q=nim[3]&view=board"; });
    await page.locator(".verdict .who").waitFor();
    await page.evaluate(() => { location.hash = "q=nim[3]&view=learn"; });
    await page.getByRole("heading", { name: "P and N" }).waitFor();
    await page.evaluate(() => { location.hash = "q=nim[3]&view=learn&step=nosuchstep"; });
    await page.getByRole("heading", { name: "P and N" }).waitFor();
  });

  on("the last step leads to the exercises and to rules", at("end"), async (page) => {
    await page.getByRole("button", { name: "Write your own game" }).click();
    await page.locator("main[data-screen=rules]").waitFor();
    await page.waitForFunction(() => document.getElementById("position").value === "my[7]");
    await page.goBack();
    await page.getByRole("button", { name: "Solve exercises" }).click();
    await page.locator("main[data-screen=exercises]").waitFor();
  });

  on("learn in Chinese, with a keyboard", `${at("first")}&lang=zh`, async (page) => {
    await page.getByRole("heading", { name: "第一次获胜" }).waitFor();
    const list = page.locator(".learn ul.moves button:not(:disabled)");
    await list.first().focus();
    await page.keyboard.press("Enter");
    await wrong(page).getByText(/“取 1 颗”.*电脑应以.*已经收回/).waitFor();
    await list.last().focus();
    await page.keyboard.press("Enter");
    await good(page).getByText(/电脑应以/).waitFor();
    await page.getByRole("button", { name: "9. 编写规则" }).click();
    await page.getByRole("button", { name: "检查答案" }).click();
    await wrong(page).getByText(/有 1 颗石子时.*取 1 颗.*无/).waitFor();
  });

  on("three steps with the thumbs on a phone", at("first"), async (page) => {
    const tap = async (target) => {
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      assert.ok(box.width >= 40 && box.height >= 40, `${await target.textContent()}: ${JSON.stringify(box)}`);
      await target.tap();
    };
    const part = (n) => page.locator(`.learn [data-part="1.h1.${n}"]`);
    // The stone of only one move, the move that takes 3. If the first tap only selects the stone, the second tap makes the move.
    await part(5).tap();
    await page.waitForFunction(() => document.querySelector(".learn-good, .learn [data-part].chosen"));
    if (await page.locator(".learn [data-part].chosen").count()) await part(5).tap();
    await good(page).getByText("It is your turn").waitFor();
    while (!(await next(page).count())) {
      const before = await position(page);
      await move(page, "P");
      await page.waitForFunction((before) => document.querySelector(".learn .board svg")?.getAttribute("aria-label") !== `The position ${before}` || [...document.querySelectorAll("button")].some(({ textContent }) => textContent === "Next step"), before);
    }
    await tap(next(page));
    for (const one of step("outcomes").list) if (core.ask("solve", one).outcome === "P") await tap(page.getByRole("button", { name: one, exact: true }));
    await tap(page.getByRole("button", { name: "Check my answer" }));
    await good(page).waitFor();
    await tap(next(page));
    await page.getByRole("heading", { name: "Copying" }).waitFor();
    await win(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    // The reply is visible above the bar at the bottom.
    const box = await good(page).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 750, JSON.stringify(box));
  }, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
});
