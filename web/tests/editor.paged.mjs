// Tests the editor with colours: completion, brackets, undo, formatting, hints, and the time at which an error is underlined. Also tests
// the page after a crash of the core, and in a frame of another page.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe } from "node:test";
import { write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, plain, said, take } from "./paged.mjs";

const written = (page) => page.evaluate(() => [...document.querySelector(".code-place").shadowRoot.querySelectorAll(".cm-line")]
  .map((line) => [...line.childNodes].filter((node) => !node.classList?.contains("mark")).map((node) => node.textContent).join("")).join("\n"));
/** Shows these rules in the editor with colours, with the cursor at the end. */
async function edit(page, text) {
  await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "take[5]", files: [{ ...take, text }] }));
  await page.waitForFunction(() => document.querySelector("#position").value === "take[5]" && document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-line"));
  // The editor may have been created just now, so the keys are repeated until the cursor is in the last line.
  for (let trial = 0; trial < 40; trial += 1) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.waitForTimeout(50);
    if (await page.evaluate(() => [...document.querySelector(".code-place").shadowRoot.querySelectorAll(".cm-line")].at(-1).classList.contains("cm-activeLine"))) return;
  }
  assert.fail("the cursor is not in the last line");
}

describe("the editor", { concurrency: 2 }, () => {
  on("completion, brackets, undo, format", "", async (page) => {
    await edit(page, take.text.slice(0, -2));
    await page.keyboard.type("claim SG == popc");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "popcount" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    await page.keyboard.type("n");
    assert.match(await written(page), /claim SG == popcount\(n\)?$/);
    // The editor must close an opening bracket and highlight the matching bracket.
    await page.keyboard.press("End");
    if (!(await written(page)).endsWith(")")) await page.keyboard.type(")");
    await page.keyboard.type(" + (n");
    assert.match(await written(page), /\+ \(n\)$/);
    await page.keyboard.type(")");
    assert.match(await written(page), /\+ \(n\)$/, "written over, not doubled");
    await page.waitForFunction(() => document.querySelector(".code-place").shadowRoot.querySelectorAll(".cm-matchingBracket").length === 2);
    const before = await written(page);
    await page.keyboard.press("Control+z");
    assert.notEqual(await written(page), before);
    await page.keyboard.press("Control+y");
    assert.equal(await written(page), before);
    await page.keyboard.type("\n}\n");
    await page.getByRole("button", { name: "Format" }).click();
    await page.waitForFunction(() => [...document.querySelector(".code-place").shadowRoot.querySelectorAll(".cm-line")].some((line) => line.textContent.startsWith("  claim SG == popcount(n) + ")));
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    assert.match(await written(page), /\nclaim SG/, "what Format did is undone");
  });

  on("the word at the cursor is not underlined before a pause", "", async (page) => {
    await edit(page, take.text);
    await page.evaluate(() => {
      const root = document.querySelector(".code-place").shadowRoot;
      // The test listens to the edit and not to keydown, because the pause after the previous key may end between keydown and the edit.
      root.addEventListener("beforeinput", () => {
        const now = performance.now();
        globalThis.longest = Math.max(globalThis.longest ?? 0, now - (globalThis.pressed ?? now));
        globalThis.pressed = now;
      }, true);
      // On a busy machine, the test may pause between two letters.
      const rested = () => Math.max(performance.now() - globalThis.pressed, globalThis.longest);
      new MutationObserver(() => { if (root.querySelector(".cm-lintRange-error")) globalThis.underlined ??= rested(); }).observe(root, { childList: true, subtree: true, attributes: true });
    });
    // The errors of each text arrive when the next letter is typed.
    await page.keyboard.type("oops", { delay: 150 });
    await page.locator(".problems .bad").first().waitFor();
    await page.waitForFunction(() => globalThis.underlined !== undefined);
    const rest = await page.evaluate(() => globalThis.underlined);
    assert(rest >= 490, `underlined after ${rest} ms`);
    // An error that is not at the cursor is marked immediately.
    await page.keyboard.press("Control+Home");
    assert.equal(await page.evaluate(() => document.querySelector(".code-place").shadowRoot.querySelectorAll(".cm-lintRange-error").length), 1);
  });

  on("a crashed core is replaced and reported, and the rules are kept", "", async (page) => {
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "take[5]", files: [take] }));
    await page.waitForFunction(() => document.querySelector("#position").value === "take[5]");
    await answered(page);
    assert(page.workers().length > 0);
    // Causes a real crash: the next request of each worker reaches a trap.
    await Promise.all(page.workers().map((worker) => worker.evaluate(async () => {
      const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
      const { Grundy } = await import(new URL("../grundy.mjs", self.location.href).href);
      Grundy.prototype.ask = () => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports.f();
    })));
    await page.fill("#position", "take[6]");
    await page.locator(".verdict [role=alert], .verdict .bad").first().waitFor();
    assert.match(await page.textContent(".verdict"), /unreachable/);
    await page.fill("#position", "take[7]");
    await page.waitForFunction(() => /value 3/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    await plain(page);
    assert.equal(await page.inputValue("textarea.plain-editor"), take.text);
  }, { fresh: true });

  on("in a frame with the documented permissions: rules, answers, play", "", async (page, context, bad) => {
    const hash = await write({ question: "take[5]", files: [take] });
    const body = `<iframe sandbox="allow-scripts allow-same-origin" src="${new URL(`#${hash}`, page.url())}" width="1200" height="700"></iframe>`;
    const site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(body));
    await new Promise((done) => site.listen(0, "127.0.0.1", done));
    site.unref();
    const around = `http://127.0.0.1:${site.address().port}/`;
    await page.goto(around);
    assert.deepEqual(bad.splice(0).filter((one) => !one.includes("favicon")), [`request: ${around}`]);
    const inside = await (await page.waitForSelector("iframe")).contentFrame();
    await inside.waitForSelector(".verdict .said:not(.old) .who");
    assert.match(await said(inside), /value 1/);
    await inside.fill("#position", "take[6]");
    await inside.waitForFunction(() => /value 2/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    await inside.locator("nav.screens").getByRole("button", { name: "Play", exact: true }).click();
    await inside.locator(".board [data-part].open").first().click();
    await inside.getByText("The computer:").waitFor();
  }, { fresh: true });
});
