// Tests the built site below a path, as on GitHub Pages: every request stays below the path, and the page answers.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { answered, launch, open } from "./browser.mjs";
import { SITE, serve } from "./site.mjs";

test("the site below a path solves a position, shows its help, and loads nothing from outside the path", async () => {
  const folder = mkdtempSync(join(tmpdir(), "grundy-"));
  symlinkSync(SITE, join(folder, "grundy"));
  const server = await serve({ folder });
  const browser = await launch();
  try {
    const address = `${server.address}grundy/`;
    const { page, bad } = await open(browser, "about:blank", { origin: new URL(address).origin, locale: "en-GB" });
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("response", (response) => { if (response.status() >= 400) bad.push(`${response.status()} ${response.url()}`); });
    await page.goto(`${address}#q=kayles[12]+nim[7]`);
    await answered(page);
    assert.match(await page.textContent(".verdict"), /The player to move wins/);
    // The help loads documents, and a law needs the second part of the core.
    await page.evaluate(() => { location.hash = "q=nim[3]+nim[5]&view=help"; });
    await page.locator(".reference h3").first().waitFor();
    await page.waitForFunction((name) => performance.getEntriesByType("resource").some((entry) => entry.name === name), `${address}rest.bin`);
    assert(requests.length > 10, `${requests.length} requests`);
    assert.deepEqual(requests.filter((url) => !url.startsWith(address) && !/^(data|blob):/.test(url)), []);
    assert.deepEqual(bad, []);
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
