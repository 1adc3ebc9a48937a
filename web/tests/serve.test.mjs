// Tests the page that `grundy serve` delivers: links to share, bookmarks, and an address without the key. Needs a native program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { answered, launch, open } from "./browser.mjs";
import { program } from "./native.mjs";

/** Starts `grundy serve`; returns the process and the printed link. @param {string} state @param {string[]} more @param {string} [port] */
function started(state, more = [], port = "0") {
  const server = spawn(program, ["serve", "--port", port, ...more], { env: { ...process.env, LC_ALL: "C", XDG_STATE_HOME: state } });
  return new Promise((done, fail) => {
    let printed = "";
    server.stdout.on("data", (chunk) => {
      printed += chunk;
      const link = printed.match(/http:\/\/\S+#key=[0-9a-f]{32}/)?.[0];
      if (link) done({ server, link });
    });
    server.on("exit", () => fail(new Error(printed)));
  });
}

/** Presses Share; returns the copied link and the message. @param {import("playwright-core").Page} page */
async function shared(page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const notice = page.getByText(/The link is copied/);
  await notice.waitFor();
  return { copied: await page.evaluate(() => navigator.clipboard.readText()), message: await notice.textContent() };
}

describe("the page of grundy serve", { skip: !program && "no native program was built" }, () => {
  let browser, state;
  const servers = [];
  const start = async (...more) => {
    const { server, link } = await started(state, more);
    servers.push(server);
    return link;
  };
  /** Opens a link in a new profile. @param {string} link */
  const visit = async (link) => {
    const { page, context, bad } = await open(browser, link, { origin: new URL(link).origin, locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"] });
    return { page, context, bad };
  };
  before(async () => {
    state = mkdtempSync(join(tmpdir(), "grundy-"));
    browser = await launch();
  });
  after(async () => {
    for (const server of servers) server.kill();
    await browser?.close();
    rmSync(state, { recursive: true });
  });

  test("Share gives a link to the public page", async () => {
    const link = await start("--public", "https://example.org/grundy/");
    const { page, context } = await visit(`${link}&q=nim[5]`);
    await answered(page);
    const { copied, message } = await shared(page);
    assert.equal(copied, "https://example.org/grundy/#q=nim[5]&view=board");
    assert.doesNotMatch(message, /only on this computer/);
    await context.close();
  });

  test("without a public page, the link opens in another profile of this computer", async () => {
    const link = await start();
    const { page, context } = await visit(`${link}&q=nim[5]`);
    await answered(page);
    const { copied, message } = await shared(page);
    assert.match(message, /only on this computer/);
    await context.close();
    const other = await visit(copied);
    await answered(other.page);
    assert.match(await other.page.textContent(".verdict"), /nim\[5\]|wins/);
    await other.context.close();
  });

  test("a bookmark without the key works, also after a restart", async () => {
    const link = await start();
    const port = new URL(link).port;
    const { page, context } = await visit(`${link}&q=nim[4]`);
    await answered(page);
    servers.pop().kill();
    await new Promise((done) => setTimeout(done, 200));
    const { server, link: again } = await started(state, [], port);
    servers.push(server);
    assert.equal(again, link);
    const tab = await context.newPage();
    await tab.goto(`http://127.0.0.1:${port}/#q=nim[6]`);
    await answered(tab);
    await context.close();
  });

  test("an address without the key says which link to open", async () => {
    const address = (await start()).split("#")[0];
    const { page, context } = await visit(`${address}#q=nim[5]`);
    const notice = page.getByText(/open the link that grundy serve printed/);
    await notice.waitFor();
    assert.doesNotMatch(await page.textContent("body"), /HTTP 40|locked|crashed/);
    // An outdated key has the same message.
    const old = await visit(`${address}#key=${"0".repeat(32)}&q=nim[5]`);
    await old.page.getByText(/open the link that grundy serve printed/).waitFor();
    assert.doesNotMatch(await old.page.textContent("body"), /HTTP 40|locked|crashed/);
    await context.close();
    await old.context.close();
  });
});
