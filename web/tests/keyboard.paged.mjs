// Tests the page by keyboard only: Tab through every screen, a complete game of each family, the parts of a board, the course of a game,
// and the divider.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { answered } from "./browser.mjs";
import { on, openMoves, unfold } from "./paged.mjs";

/** Presses a key many times, faster than a person could. @param {number} times */
const presses = (page, key, times) => Promise.all(Array.from({ length: times }, () => page.keyboard.press(key)));

/** Presses a key, starting in the position field, until the field has the focus again. Returns the visited elements, and whether elements
 *  appeared or disappeared. */
async function comesRound(page, key) {
  await page.focus("#position");
  const stops = await page.evaluate(() => {
    const stops = () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter((one) => !one.disabled && one.checkVisibility());
    globalThis.round = { stops, before: stops(), met: new Set(), rounds: 0 };
    globalThis.round.note = ({ target }) => {
      globalThis.round.met.add(target);
      if (target.id === "position") globalThis.round.rounds += 1;
    };
    addEventListener("focusin", globalThis.round.note);
    return globalThis.round.before.length;
  });
  for (let pressed = 0; pressed < stops + 40 && (await page.evaluate(() => globalThis.round.rounds)) === 0; pressed += 20) await presses(page, key, 20);
  return page.evaluate(() => {
    const { stops, before, met, rounds, note } = globalThis.round;
    removeEventListener("focusin", note);
    const now = stops();
    const missed = now.filter((one) => one.matches("button, select, summary") && one.tabIndex === 0 && !met.has(one));
    return { stops: now.length, same: now.length === before.length && now.every((one, i) => one === before[i]), rounds, met: met.size, missed: missed.map((one) => one.outerHTML.slice(0, 100)) };
  });
}

describe("Tab", () => {
  const ready = { board: ".picture svg", play: ".board [data-part].open", table: "canvas.heat", graph: ".picture svg", why: "table.binary", gallery: ".thumb svg", tools: "main input", help: ".reference h3" };
  on("no focus trap: it cycles through every screen, forwards and backwards", "#q=nim[2]+nim[1]", async (page) => {
    await answered(page);
    for (const view of Object.keys(ready)) {
      await page.evaluate((view) => { location.hash = `q=nim[2]+nim[1]&view=${view}`; }, view);
      await page.locator(`main[data-screen=${view}]`).locator(`:scope ${ready[view].replace(/^main /, "")}`).first().waitFor();
      for (const key of ["Tab", "Shift+Tab"]) {
        // If elements appear or disappear while Tab cycles through the page, Tab may skip elements or lose the focus. A cycle in which
        // elements changed does not count.
        let round = await comesRound(page, key);
        for (let again = 0; !round.same && again < 10; again += 1) round = await comesRound(page, key);
        assert(round.same, `${view} never comes to rest`);
        assert(round.rounds > 0, `${key} on ${view} never comes back to the position: ${round.met} of about ${round.stops} stops`);
        assert.deepEqual(round.missed, [], `${key} on ${view} leaves out`);
      }
    }
  });
});

/** Requests a hint, goes to the suggested move in the list, and makes this move. Then waits until it is the reader's turn again, or play
 *  is over. */
async function byHint(page) {
  const count = () => page.evaluate(() => document.querySelectorAll("ol.course li").length);
  const before = await count();
  const asked = async () => {
    await page.keyboard.press("h");
    await page.locator(".play [role=status] b").waitFor();
  };
  await asked();
  const hint = (await page.textContent(".play [role=status] p")).replace(/^.*?:\s*/, "").trim();
  if (!(await page.evaluate(() => document.activeElement.closest("ul.moves")))) {
    assert.equal(await page.evaluate(() => document.querySelector("ol.course")), null, "after a move the focus is in the list");
    await page.focus("ul.moves button");
    // The hint is requested again, now with the focus in the list.
    await asked();
  }
  const here = () => page.evaluate(() => document.activeElement.textContent.trim());
  const way = await page.evaluate((hint) => {
    const list = [...document.querySelectorAll("ul.moves button")];
    return list.findIndex((one) => one.textContent.trim() === hint) - list.indexOf(document.activeElement);
  }, hint);
  await presses(page, way < 0 ? "ArrowUp" : "ArrowDown", Math.abs(way));
  assert.equal(await here(), hint);
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => {
    const now = document.querySelector(".play .said").textContent;
    return document.querySelectorAll("ol.course li").length > before && (/won/.test(now) || (/Your move/.test(now) && document.querySelector("ul.moves button:not(:disabled)")));
  }, before);
}

describe("playing", { concurrency: 2 }, () => {
  // Plays one game of each family: heaps, rows, coins, boards, squares to eat, steps, strips, graphs, misère play, sheets, rings, sets,
  // words.
  const games = ["nim[3]+nim[4]", "kayles[6]", "turtles[2]+turtles[5]", "wythoff[4,3]", "chomp(W=3,H=2)", "staircase[2,2,1,1]", "georgiaandbob[1,3,6,9]",
    "hackenbush(0-1 1-2 2-3 0-4; ground 0)", "geography(a-b b-c c-a c-d; at a)", "miserenim[2]+miserenim[3]", "cutting[4,3]", "ringwalk[1]",
    "nodekayles(graph(a-b b-c c-d d-e))[{a,b,c,d,e}]", 'pegduotaire["xxx.xxx"]'];
  const won = (games) => async (page) => {
    for (const game of games) {
      await page.evaluate((game) => { location.hash = `q=${encodeURIComponent(game)}&view=play`; }, game);
      await page.waitForFunction((game) => document.querySelector("#position").value.replaceAll(" ", "") === game.replaceAll(" ", ""), game);
      await page.getByText("Your move.").waitFor();
      if (await page.locator(".play details.list").count()) await openMoves(page);
      for (let turn = 0; turn < 40 && !/won/.test(await page.textContent(".play .said")); turn += 1) await byHint(page);
      assert.match(await page.textContent(".play .said"), /You have won!/, game);
      await page.waitForURL(/moves=/);
    }
  };
  for (const part of [0, 1, 2, 3]) {
    on(`a complete game of each family, part ${part + 1} of 4`, "", won(games.filter((_, at) => at % 4 === part)), { goesOn: true, slow: part > 0 });
  }
});

describe("boards", { concurrency: 2 }, () => {
  const part = (page) => page.evaluate(() => document.activeElement.dataset.part);
  const says = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const walks = async (page, ways) => {
    for (const [key, there] of ways) {
      await page.keyboard.press(key);
      assert.equal(await part(page), there, key);
    }
  };

  on("the arrow keys move between the parts of a row, Esc clears the selection, a move is made", "#q=kayles[5]", async (page) => {
    await answered(page);
    assert.equal(await page.locator("[data-part][tabindex='0']").count(), 1, "one part is in the Tab order");
    await page.focus("[data-part][tabindex='0']");
    assert.equal(await part(page), "1.r1.c1");
    assert.match(await says(page), /^row 1, column 1: 2 moves, of which 0 win$/);
    await walks(page, [["ArrowLeft", "1.r1.c1"], ["ArrowRight", "1.r1.c2"], ["ArrowRight", "1.r1.c3"], ["ArrowUp", "1.r1.c3"]]);
    // Only the middle pin leaves two equal rows.
    assert.match(await says(page), /^row 1, column 3: 3 moves, of which 1 wins?$/);
    await page.keyboard.press("Enter");
    await page.locator("[data-part='1.r1.c3'][aria-pressed=true]").waitFor();
    assert.equal(await page.locator("ul.moves button").count(), 3, "the list keeps the moves that touch it");
    await page.keyboard.press("Escape");
    await page.locator("[data-part='1.r1.c3'][aria-pressed=false]").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-part='1.r1.c3'][aria-pressed=true]").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#position").value === "kayles[2] + kayles[2]");
    await page.waitForFunction(() => document.activeElement.dataset.part?.startsWith("1."));
    await page.waitForFunction(() => /loses/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
  });

  on("the arrow keys move between the squares of a board in four directions", "#q=wythoff[4,3]", async (page) => {
    await answered(page);
    await page.focus("[data-part='1.r5.c4']");
    await walks(page, [["ArrowUp", "1.r4.c4"], ["ArrowLeft", "1.r4.c3"], ["ArrowDown", "1.r5.c3"], ["ArrowRight", "1.r5.c4"], ["ArrowUp", "1.r4.c4"]]);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#position").value === "wythoff[3, 3]");
  });

  on("in play: the pieces, the course with ← and →, and the strength of the computer", "#q=nim[3]+nim[5]+nim[7]&view=play", async (page) => {
    const current = () => page.evaluate(() => [...document.querySelectorAll("ol.course button")].findIndex((one) => one.getAttribute("aria-current") === "step"));
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      globalThis.strengths = [];
      Worker.prototype.postMessage = function post(job, ...more) {
        if (job.options?.computer && "strength" in job.options) globalThis.strengths.push(job.options.strength);
        return postMessage.call(this, job, ...more);
      };
    });
    await page.reload();
    await page.getByText("Your move.").waitFor();
    await page.locator(".board [data-part].open").first().waitFor();
    await openMoves(page);
    for (const strength of ["20", "0"]) {
      const part = await page.locator("[data-part].open").last().getAttribute("data-part");
      await page.getByLabel("Strength").selectOption(strength);
      const before = await page.locator("ol.course li").count();
      await page.focus(`[data-part='${part}']`);
      await page.keyboard.press("Enter");
      await page.waitForFunction((before) => document.querySelectorAll("ol.course li").length > before + 1 && (/won/.test(document.querySelector(".play .said").textContent) || document.querySelector("ul.moves button:not(:disabled)")), before);
      const asked = await page.evaluate(() => globalThis.strengths.splice(0));
      assert(asked.includes(Number(strength)), `${asked}`);
    }
    const last = (await page.locator("ol.course li").count()) - 1;
    assert.equal(await current(), last);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((at) => document.querySelectorAll("ol.course button")[at].getAttribute("aria-current") === "step", last - 1);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((at) => document.querySelectorAll("ol.course button")[at].getAttribute("aria-current") === "step", last);
    await page.getByRole("button", { name: "back", exact: false }).filter({ hasText: "←" }).click();
    assert.equal(await current(), last - 1);
    await page.getByRole("button", { name: "One move on" }).click();
    assert.equal(await current(), last);
  }, { goesOn: true });

  on("the divider, moved by arrow keys and by the mouse, is stored", "#q=nim[3]", async (page) => {
    await answered(page);
    await unfold(page);
    const divider = page.getByRole("separator");
    const now = async () => Number(await divider.getAttribute("aria-valuenow"));
    const left = () => page.evaluate(() => document.querySelector(".pane.left").getBoundingClientRect().width);
    const [before, width] = [await now(), await left()];
    await divider.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
    assert.equal(await now(), before + 6);
    assert((await left()) > width + 20);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await now(), before + 4);
    const box = await divider.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(400, box.y + 200, { steps: 3 });
    await page.mouse.up();
    const main = await page.evaluate(() => { const { left, width } = document.querySelector("main").getBoundingClientRect(); return { left, width }; });
    assert.equal(await now(), Math.round((100 * (400 - main.left)) / main.width));
    await page.mouse.move(900, box.y + 200);
    assert.equal(await now(), Math.round((100 * (400 - main.left)) / main.width), "it stays when released");
    const kept = await now();
    await page.reload();
    await answered(page);
    assert.equal(await now(), kept);
    await divider.focus();
    await presses(page, "ArrowLeft", 40);
    assert.equal(await now(), Number(await divider.getAttribute("aria-valuemin")));
  });
});
