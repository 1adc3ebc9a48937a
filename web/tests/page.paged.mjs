// Tests how the page is used: typing, drawings, long queries, and play by keyboard and by pointing.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, openMoves, plain, said, server, take, unfold } from "./paged.mjs";

describe("workbench", { concurrency: 2 }, () => {
  on("a position is answered, another one too, and Back goes back", "#q=nim[3]+nim[5]", async (page) => {
    await answered(page);
    assert.match(await said(page), /wins.*value 6 = 3 ⊕ 5/s);
    await page.getByRole("button", { name: /take 2, leaving nim\[3\] \+ nim\[3\]/ }).click();
    await page.waitForFunction(() => document.querySelector("#position").value === "nim[3] + nim[3]");
    await page.waitForFunction(() => /loses/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    assert.match(page.url(), /#q=nim\[3\]\+nim\[3\]/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#position").value === "nim[3] + nim[5]");
    await page.evaluate(() => { location.hash = "q=wythoff[3,5]&view=board"; });
    await page.waitForFunction(() => /loses/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
  });

  on("typing a position adds no history entries, and errors are shown with a fix", "#q=nim[3]", async (page) => {
    await answered(page);
    const entries = await page.evaluate(() => history.length);
    await page.fill("#position", "nim[4");
    await page.getByRole("button", { name: "Write nim[4]" }).waitFor();
    assert.match(await page.textContent(".verdict"), /expected \]/);
    await page.waitForFunction(() => !document.querySelector(".verdict .said"), undefined, { timeout: 5000 });
    assert.equal(await page.evaluate(() => history.length), entries);
    await page.getByRole("button", { name: "Write nim[4]" }).click();
    await answered(page);
    assert.match(await said(page), /value 4/);
  });

  on("the first change of a library file makes a copy, which is stored and found again", "#q=bash[7]", async (page) => {
    await answered(page);
    await plain(page);
    const text = await page.inputValue("textarea.plain-editor");
    assert.match(text, /game Bash/);
    await page.fill("textarea.plain-editor", text.replace("m = 3", "m = 6"));
    await page.waitForFunction(() => /loses/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    await page.waitForURL(/&r=1\./);
    await page.goto(`${server.address}#q=nim[1]`);
    await page.reload();
    await answered(page);
    await page.getByRole("button", { name: "bash.game", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("textarea.plain-editor")?.value.includes("m = 6"));
    await page.getByRole("button", { name: "Undo all changes" }).click();
    await page.getByRole("button", { name: "bash.game: Remove from this device" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.reload();
    await answered(page);
    assert.equal(await page.getByRole("button", { name: "bash.game", exact: true }).count(), 0);
  });

  on("invalid rules: the error and its fix, without an answer", "", async (page) => {
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "take[5]", files: [take] }));
    await page.waitForFunction(() => document.querySelector("#position").value === "take[5]");
    await answered(page);
    await plain(page);
    await page.fill("textarea.plain-editor", take.text.replace("k in 1..3 :", "k in 1..3 when k = 2 :"));
    await page.getByText("= is not a comparison").waitFor();
    await page.locator(".verdict", { hasText: "The rules have errors" }).waitFor();
    assert.equal(await page.locator(".verdict .who").count(), 0);
    await page.locator(".problems button", { hasText: "==" }).first().click();
    await page.waitForFunction(() => /loses/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    assert.match(await page.inputValue("textarea.plain-editor"), /k == 2/);
    assert.equal(await page.locator(".problems .bad").count(), 0);
  });

  on("both editors: marks, a composition, Tab leaves", `#q=nim[3]`, async (page, context) => {
    const text = `${take.text.slice(0, -2)}  expect SG(0..4) == 0 1 2 3 0\n  claim SG == n % 3\n}\n`;
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "take[4]", files: [{ ...take, text }] }));
    await page.waitForFunction(() => document.querySelector(".code-place")?.shadowRoot?.querySelectorAll(".mark").length === 2);
    const marks = await page.evaluate(() => [...document.querySelector(".code-place").shadowRoot.querySelectorAll(".mark")].map((mark) => mark.textContent[0]));
    assert.deepEqual(marks, ["✓", "✗"]);
    await page.getByRole("button", { name: "take[3]" }).first().click();
    await page.waitForFunction(() => document.querySelector("#position").value === "take[3]");
    const session = await context.newCDPSession(page);
    const compose = async (focus, value) => {
      await focus();
      await page.keyboard.press("Control+Home");
      await session.send("Input.imeSetComposition", { text: "#ni", selectionStart: 3, selectionEnd: 3 });
      await session.send("Input.imeSetComposition", { text: "#你", selectionStart: 2, selectionEnd: 2 });
      await session.send("Input.insertText", { text: "#你好" });
      await page.waitForTimeout(300);
      assert.equal(await value(), `#你好${text}`);
      await page.keyboard.press("Tab");
      assert.notEqual(await page.evaluate(() => document.activeElement.className), "code-place", "Tab leaves the editor");
      await page.keyboard.press("Shift+Tab");
    };
    const content = page.locator(".cm-content");
    await compose(() => content.click(), () => page.evaluate(() => [...document.querySelector(".code-place").shadowRoot.querySelectorAll(".cm-line")]
      .map((line) => [...line.childNodes].filter((node) => !node.classList?.contains("mark")).map((node) => node.textContent).join("")).join("\n")));
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "take[5]", files: [{ ...take, text }] }));
    await page.waitForFunction(() => document.querySelector("#position").value === "take[5]");
    await plain(page);
    await compose(() => page.click("textarea.plain-editor"), () => page.inputValue("textarea.plain-editor"));
  });

  on("parameters are sliders, and change the position", "#q=bash[8]", async (page) => {
    await answered(page);
    await unfold(page);
    await page.locator("section[aria-label=Parameters] input[type=range]").fill("4");
    await page.waitForFunction(() => document.querySelector("#position").value === "bash(m = 4)[8]");
    await answered(page);
    assert.match(await said(page), /value 3/);
  });

  on("a certificate is downloaded and checked here", "#q=nim[3]+nim[4]", async (page) => {
    await answered(page);
    await page.click(".details summary");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the certificate" }).click()]);
    assert.equal(download.suggestedFilename(), "grundy.cert");
    await page.getByRole("button", { name: "Check it here" }).click();
    await page.getByText(/The certificate is valid: \d+ rows/).waitFor();
  });

  on("conventions that differ from those of the rules, also in the link", "#q=nim[1]+nim[1]", async (page) => {
    await answered(page);
    assert.match(await said(page), /loses/);
    await page.click(".details summary");
    await page.locator(".details select").first().selectOption("misere");
    await page.waitForFunction(() => /wins|loses/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? "") && location.hash.includes("play=misere"));
    assert.match(await page.textContent(".details"), /who cannot move wins/);
    await page.goBack();
    await page.waitForFunction(() => !location.hash.includes("play="));
  });

  on("links that are damaged, too new or too large leave the page usable", "#q=nim[3]&r=2.abcd", async (page) => {
    await page.getByText("newer version of the page").waitFor();
    await answered(page);
    await page.evaluate(() => { location.hash = "q=nim[2]&r=1.AAAA"; });
    await page.getByText("are damaged").waitFor();
    await page.evaluate(() => { location.hash = `q=${"x".repeat(2 << 20)}`; });
    await page.getByText("more than 256 KiB").waitFor();
    await answered(page);
    await page.fill("#position", "nim[9]");
    await page.waitForFunction(() => /value 9/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
  });
});

describe("drawings", { concurrency: 2 }, () => {
  const parts = (page) => page.evaluate(() => [...document.querySelectorAll(".picture [data-part]")].map((part) => part.dataset.part));
  const becomes = (page, first) => page.waitForFunction((first) => document.querySelector(".picture [data-part]")?.dataset.part === first && !document.querySelector(".verdict .old"), first);

  on("another drawing is selected, stays in the link and during play, and its pieces are selectable", "#q=staircase[2,0,1,0]", async (page) => {
    await becomes(page, "1.r1.c1");
    assert.deepEqual(await parts(page), ["1.r1.c1", "1.r1.c2", "1.r1.c3", "1.r1.c4", "1.r2.c1", "1.r2.c2", "1.r2.c3", "1.r2.c4"]);
    await page.getByLabel("Drawn as").selectOption("heaps");
    await becomes(page, "1.h1");
    assert.match(page.url(), /&drawing=heaps/);
    await page.locator("[data-part='1.h3.1']").click();
    await page.waitForFunction(() => document.querySelector("#position").value !== "staircase[2,0,1,0]");
    await page.waitForFunction(() => location.hash.includes("drawing=heaps"));
    await page.keyboard.press("2");
    await page.waitForFunction(() => document.querySelector("main[data-screen=play] .picture [data-part]")?.dataset.part === "1.h1");
    await page.getByLabel("Drawn as").selectOption("");
    await page.waitForFunction(() => document.querySelector("main[data-screen=play] .picture [data-part]")?.dataset.part === "1.r1.c1" && !location.hash.includes("drawing="));
  });

  on("the drawing of a link is used; one that does not fit is ignored; another game has its default drawing", "#q=wythoff[2,1]&drawing=board", async (page) => {
    await becomes(page, "1.r1.c1");
    await page.evaluate(() => { location.hash = "q=nim[3]&drawing=sheet"; });
    await page.waitForFunction(() => /value 3/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? "") && !location.hash.includes("drawing="));
    await becomes(page, "1.h1");
    await page.evaluate(() => { location.hash = "q=nim[3]&drawing=row"; });
    await becomes(page, "1.r1.c1");
    await page.keyboard.press("6");
    await page.getByRole("button", { name: /^hackenbush$/i }).click();
    await page.waitForFunction(() => /^hackenbush/.test(document.querySelector("#position").value) && !location.hash.includes("drawing="));
    // A graph has only its own drawing.
    await page.getByLabel("Drawn as").waitFor({ state: "detached" });
  });
});

describe("long queries", { concurrency: 2 }, () => {
  const slow = { question: "slow[40, 40, 40, 40]", files: [{ name: "slow.game", text: "game Slow {\n  state a in 0.., b in 0.., c in 0.., d in 0..\n  move k in 1..a when k % 7 != 3 : { a -= k }\n  move k in 1..b : { b -= k }\n  move k in 1..c when gcd(k, c) < 5 : { c -= k }\n  move k in 1..d when k * a % 3 < 2 : { d -= k }\n}\n" }] };
  on("a link computes for at most one second; Ctrl+Enter continues, Stop stops, the next answer is correct", "", async (page) => {
    await page.evaluate((hash) => { location.hash = hash; }, await write(slow));
    await page.getByText("This takes longer than one second.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("progress").first().waitFor();
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "the page responds meanwhile");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("progress"));
    await page.fill("#position", "slow[2, 1, 0, 0]");
    await page.waitForFunction(() => /value/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    await page.getByRole("button", { name: /Check it here/ }).isVisible();
  });
});

describe("playing", { concurrency: 2 }, () => {
  on("a complete game won by clicking the pieces", "#q=nim[3]+nim[5]+nim[1]&view=play", async (page) => {
    await page.getByText("Your move.").waitFor();
    let clicks = 0;
    while (!/won/.test(await page.textContent(".play .said"))) {
      // By Bouton's theorem, a winning move leaves a heap with the nim-sum of the other heaps. The lowest stone that is removed
      // determines the size of the remaining heap.
      const heaps = [...(await page.textContent(".picture svg title")).matchAll(/nim\[(\d+)\]/g)].map(([, n]) => Number(n));
      const sum = heaps.reduce((a, b) => a ^ b, 0);
      const heap = heaps.findIndex((n) => (n ^ sum) < n);
      assert(heap >= 0, `nothing wins at ${heaps}`);
      const stone = `[data-part="${heap + 1}.h1.${(heaps[heap] ^ sum) + 1}"]`;
      const before = await page.locator("ol.course li").count();
      await page.locator(`${stone}.open`).click();
      clicks += 1;
      await page.waitForFunction((before) => document.querySelectorAll("ol.course li").length > before
        && (/won/.test(document.querySelector(".play .said").textContent) || (/Your move/.test(document.querySelector(".play .said").textContent) && document.querySelector("ul.moves button:not(:disabled)"))), before);
    }
    assert.match(await page.textContent(".play .said"), /You have won!/);
    assert(clicks > 1, "the computer had a move");
  }, { goesOn: true });

  on("a typed move, if there are too many to list", "#q=nim[1000000000000]%2Bnim[5]", async (page) => {
    await answered(page);
    await page.getByLabel("Enter a move").fill("take 999999999999");
    await page.getByRole("button", { name: "Make the move", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("#position").value === "nim[1] + nim[5]");
    await page.waitForURL(/nim\[1\]/);
    await page.goBack();
    await page.getByLabel("Enter a move").fill("take 0");
    await page.getByRole("button", { name: "Make the move", exact: true }).click();
    await page.locator("form + p.bad", { hasText: /\w/ }).waitFor();
  });

  on("undo, why, resign, review, and a link to a position of the course", "#q=nim[3]+nim[5]&view=play", async (page) => {
    await page.getByText("Your move.").waitFor();
    await openMoves(page);
    await page.getByRole("button", { name: "in nim[3]: take 3, leaving nim[5]" }).click();
    await page.getByText("The computer:").waitFor();
    await page.waitForURL(/moves=1\.1\.3,/);
    const url = page.url();
    await page.getByText(/The computer has won/).waitFor();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText(/Your first mistake: move 1/).waitFor();
    await page.locator(".play [role=status]", { hasText: "in nim[5]: take 2" }).first().waitFor();
    await page.keyboard.press("u");
    await page.waitForFunction(() => !document.querySelector("ol.course"));
    await page.getByText("Your move.").waitFor();
    await page.keyboard.press("w");
    await page.locator(".play table.binary").waitFor();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByText(/The computer has won.*resignation/).waitFor();
    await page.goto("about:blank");
    await page.goto(url);
    await page.locator("ol.course li").nth(1).waitFor();
    assert.equal(await page.locator("ol.course li").count(), 2);
  }, { goesOn: true });

  on("the computer moves first, and the review reports that there was no chance to win", "#q=nim[2]+nim[2]&view=play", async (page) => {
    await page.getByText("Your move.").waitFor();
    await page.getByLabel("Moves first").selectOption("first");
    await page.getByText(/The computer:.*Your move/s).waitFor();
    assert.equal(await page.locator("ol.course li").count(), 1);
  }, { goesOn: true });
});
