// Tests the single-file page, opened from the disk without a server or a network.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answered, launch } from "./browser.mjs";

const file = process.env.SINGLE ?? fileURLToPath(new URL("../../target/web/grundy.html", import.meta.url));

test("grundy.html from the disk, in a dark system", { skip: !existsSync(file) && "run web/build --single first" }, async () => {
  const browser = await launch();
  try {
    const context = await browser.newContext({ offline: true, locale: "zh-CN", colorScheme: "dark" });
    const page = await context.newPage();
    const bad = [];
    page.on("console", (message) => bad.push(message.text()));
    page.on("pageerror", (error) => bad.push(String(error)));
    await page.goto(`file://${file}#q=nim[3]+nim[5]`);
    await answered(page);
    await page.getByText("先手必胜").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.getByRole("button", { name: "显示规则" }).click();
    await page.waitForFunction(() => document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-content"));
    await page.evaluate(() => { location.hash = "q=nim[3]+nim[5]&view=help"; });
    await page.locator(".reference h3").first().waitFor();
    assert.deepEqual(bad, []);
  } finally {
    await browser.close();
  }
});
