// Tests that every refusal has a button that mends it, in words of the page, and that nothing is lost when files are removed or renamed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, plain, unfold } from "./paged.mjs";

/** Positions with errors, and what their button writes; `undefined` for the list of games only. @type {[string, string | undefined][]} */
const WRONG = [
  ["chomp[5, 5, 5, 5]", "chomp(5, 4)"], ["chmop(5, 4)", "chomp(5, 4)"], ["nim[3, 4]", "nim[3] + nim[4]"], ["nim[3", "nim[3]"], ["wythoff[3]", "wythoff[5, 3]"],
  ["kayles", "kayles[7]"], ["kayles[-1]", "kayles[7]"], ["hackenbush", "hackenbush(0-1 1-2 2-0 1-3; ground 0)"], ["nosuchgame[3]", undefined],
  ["kayles[7..9]", "kayles[7]"], ["", "kayles[7] + nim[3]"],
];
const STONES = "game My {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n";

describe("errors", { concurrency: 2 }, () => {
  for (const lang of ["en", "zh"]) {
    on(`each error of a position has a button that mends it: ${lang}`, `#q=kayles[7]&lang=${lang}`, async (page) => {
      await answered(page);
      for (const [text, wanted] of WRONG) {
        await page.fill("#position", "nim[1]");
        await answered(page);
        await page.fill("#position", text);
        const wrong = page.locator(".verdict [role=alert]");
        await wrong.waitFor();
        const buttons = page.locator(".verdict button");
        await buttons.first().waitFor();
        const shown = await page.textContent(".verdict");
        assert.doesNotMatch(shown, /`|\bgrundy [a-z]|--[a-z]/, text);
        const writes = lang === "en" ? "Write" : "写成";
        const games = lang === "en" ? "Show the games" : "查看全部游戏";
        if (wanted === undefined) {
          await page.getByRole("button", { name: games }).click();
          await page.waitForSelector("main[data-screen=gallery]");
          await page.goBack();
          continue;
        }
        await page.getByRole("button", { name: `${writes} ${wanted}`, exact: true }).click();
        await answered(page);
        assert.equal(await page.inputValue("#position"), wanted);
      }
    });
  }

  on("after the game is renamed, a button writes its new name", "", async (page) => {
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "my[7]", files: [{ name: "my.game", text: STONES }] }));
    await page.waitForFunction(() => document.querySelector("#position").value === "my[7]");
    await answered(page);
    await plain(page);
    await page.fill("textarea.plain-editor", STONES.replace("game My", "game Stones"));
    await page.getByRole("button", { name: "Write stones[7]" }).click();
    await answered(page);
    assert.equal(await page.inputValue("#position"), "stones[7]");
  });

  for (const [from, to] of [["[n - k]", "[n - k"], ["k]\n}", "k]\n"], ["{k}\"", "{k}"]]) {
    on(`a missing sign of rules is written by a button: ${JSON.stringify(to)}`, "", async (page) => {
      await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "my[7]", files: [{ name: "my.game", text: STONES.replace(from, to) }] }));
      await page.locator(".problems button", { hasText: "Write" }).first().click();
      await answered(page);
      assert.match(await page.textContent(".verdict"), /player to move wins/);
    });
  }

  on("an unknown name of rules is shown at its place", "", async (page) => {
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "my[7]", files: [{ name: "my.game", text: STONES.replace("n - k", "n - j") }] }));
    await page.locator(".problems li", { hasText: "3:" }).getByText("unknown name j").waitFor();
    assert.equal(await page.locator(".verdict [role=alert]").count(), 0);
    await plain(page);
    await page.fill("textarea.plain-editor", STONES);
    await answered(page);
    await page.waitForFunction(() => !document.querySelector(".problems .bad"));
  });

  on("a renamed game with an error has a button with its new name", "", async (page) => {
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "my[7]", files: [{ name: "my.game", text: STONES.replace("game My", "game Stones").replace("1..3", "1..m") }] }));
    await page.getByRole("button", { name: "Write stones[7]" }).click();
    await page.locator(".problems li", { hasText: "unknown name m" }).waitFor();
  });

  on("errors in rules are in words of the page", "", async (page) => {
    const text = STONES.replace("k in 1..3 :", "k in 1..3 when k = 2 :");
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "my[7]", files: [{ name: "my.game", text }] }));
    await page.locator(".problems .bad").first().waitFor();
    assert.doesNotMatch(await page.textContent(".problems"), /`/);
    assert.equal(await page.locator(".problems code", { hasText: "=" }).count() > 0, true);
  });

  on("a query of the reader goes on by itself, with progress and Stop", "#q=kayles[7]", async (page) => {
    await answered(page);
    await page.fill("#position", "chomp(9, 9)");
    const stop = page.locator(".verdict").getByRole("button", { name: /^Stop/ });
    await stop.waitFor();
    assert.match(await page.textContent(".verdict"), /Not solved yet/);
    await page.locator(".verdict [role=status]", { hasText: /[\d,]+ positions/ }).waitFor();
    await stop.click();
    await page.locator(".verdict .unfinished").getByRole("button", { name: /^Continue/ }).waitFor();
    await page.fill("#position", "nim[3]");
    await answered(page);
  });
});

describe("continued queries", () => {
  on("a continued query ends when the conventions change", "#q=nim[3]", async (page) => {
    await answered(page);
    await page.fill("#position", "chomp(10, 10)");
    await page.locator(".verdict").getByRole("button", { name: /^Stop/ }).click();
    await page.locator(".verdict").getByRole("button", { name: /^Continue/ }).click();
    await page.locator(".verdict").getByRole("button", { name: /^Stop/ }).waitFor();
    await page.evaluate(async () => {
      const { asked } = await import(new URL("page/state.mjs", document.baseURI).href);
      const runs = () => [...document.querySelectorAll(".verdict button")].some((button) => /^Stop/.test(button.textContent));
      new MutationObserver(() => { globalThis.ended ||= !runs(); }).observe(document.body, { childList: true, subtree: true });
      asked.value = { play: "misere" };
    });
    await page.waitForFunction(() => globalThis.ended, undefined, { timeout: 10_000 });
    await page.waitForFunction(() => location.hash.includes("play=misere"));
    await page.fill("#position", "nim[1]");
    await answered(page);
    assert.match(await page.textContent(".verdict"), /player to move loses/);
  });
});

describe("closing a file", () => {
  on("the reader's own file is closed, and Undo opens it again", "", async (page) => {
    await page.getByRole("button", { name: /^Write your own/ }).click();
    await page.getByRole("button", { name: "Close the file" }).click();
    await page.getByText("my.game is closed; its text is stored on this device.").waitFor();
    await answered(page);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("#position").value === "my[7]");
    await answered(page);
    await page.fill("#position", "bash[7]");
    await page.getByRole("button", { name: "Close the file" }).click();
    await page.waitForFunction(() => document.querySelector("#position").value === "kayles[7] + nim[3]");
  });
});

describe("files", { concurrency: 2 }, () => {
  on("Undo of a new name does not replace a newer file", "", async (page) => {
    await page.getByRole("button", { name: /^Write your own/ }).click();
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByLabel("New name:").fill("b.game");
    await page.getByLabel("New name:").press("Enter");
    await page.getByText("The new name is b.game.").waitFor();
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "my-2.game", exact: true }).waitFor();
    assert.deepEqual(await names(page), ["my-2.game", "my.game"]);
  });

  const stored = async (page) => {
    await page.evaluate((text) => localStorage.setItem("grundy.files", JSON.stringify([{ name: "my.game", text }, { name: "other.game", text }])), STONES);
    await page.reload();
    await answered(page);
    await unfold(page);
    await page.getByRole("button", { name: "my.game", exact: true }).waitFor();
  };
  const names = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("grundy.files")).map(({ name }) => name).sort());

  on("a file is removed after a question, and Undo brings it back", "#q=nim[3]", async (page) => {
    await stored(page);
    await page.getByRole("button", { name: "my.game: Remove from this device" }).click();
    assert.deepEqual(await names(page), ["my.game", "other.game"]);
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.getByRole("button", { name: "my.game: Remove from this device" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("my.game is removed.").waitFor();
    assert.deepEqual(await names(page), ["other.game"]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    assert.deepEqual(await names(page), ["my.game", "other.game"]);
  });

  on("a file is renamed, but not to the name of another file, and downloaded", "#q=nim[3]", async (page) => {
    await stored(page);
    await page.getByRole("button", { name: "my.game: Rename" }).click();
    const field = page.getByLabel("New name:");
    await field.fill("other.game");
    await page.getByText("Another file has this name.").waitFor();
    await field.fill("other.game ");
    await field.press("Enter");
    assert.deepEqual(await names(page), ["my.game", "other.game"]);
    await field.fill("stones.game");
    await field.press("Enter");
    await page.getByRole("button", { name: "stones.game", exact: true }).waitFor();
    assert.deepEqual(await names(page), ["other.game", "stones.game"]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "stones.game: Download" }).click()]);
    assert.equal(download.suggestedFilename(), "stones.game");
    assert.equal(readFileSync(await download.path(), "utf8"), STONES);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    assert.deepEqual(await names(page), ["my.game", "other.game"]);
  });

  on("a file from the disk is opened by the button, or by dropping it on the page", "#q=nim[3]", async (page) => {
    await answered(page);
    await unfold(page);
    await page.locator("input[type=file]").setInputFiles({ name: "opened.game", mimeType: "text/plain", buffer: Buffer.from(STONES.replace("My", "Opened")) });
    await page.waitForFunction(() => document.querySelector("#position").value.startsWith("opened["));
    await answered(page);
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.game"));
      document.body.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, STONES.replace("My", "Dropped"));
    await page.waitForFunction(() => document.querySelector("#position").value.startsWith("dropped["));
    await answered(page);
    assert.deepEqual(await names(page), ["dropped.game", "opened.game"]);
    // A file never replaces another file of its name.
    await page.locator("input[type=file]").setInputFiles({ name: "opened.game", mimeType: "text/plain", buffer: Buffer.from(STONES.replace("My", "Again")) });
    await page.waitForFunction(() => document.querySelector("#position").value.startsWith("again["));
    assert.deepEqual(await names(page), ["dropped.game", "opened-2.game", "opened.game"]);
    await page.locator("input[type=file]").setInputFiles({ name: "picture.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71, 0, 1, 255]) });
    await page.getByText("picture.png is not a text file.").waitFor();
  });
});
