// Launches Chromium for the tests of the page: the Chromium of the system, or the program that CHROMIUM names. The headless shell is
// preferred, because it takes a fifth less time. Nothing is downloaded.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../tools/package.json", import.meta.url));
const { chromium } = require("playwright-core");

/** Launches a browser. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  const args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, args, chromiumSandbox: process.getuid?.() !== 0 });
}

/** The message of playwright instead of a service worker. A test of the worker allows it; in other tests, it would load the whole site. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Opens a page and records events that must not happen: console messages, errors, policy reports, and requests to origins other than its
 *  own or `origin`. */
export async function open(browser, address, { origin = new URL(address).origin, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block", ...options });
  const page = await context.newPage();
  // Polls every 40 ms. By default, playwright polls on each frame, which makes the page draw frames endlessly.
  const { waitForFunction } = page;
  page.waitForFunction = (work, given, how) => waitForFunction.call(page, work, given, { polling: 40, ...how });
  const bad = [];
  page.on("console", (message) => { if (message.text() !== BLOCKED) bad.push(`${message.type()}: ${message.text()}`); });
  page.on("pageerror", (error) => bad.push(`error: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && new URL(url).origin !== origin) bad.push(`request: ${url}`);
  });
  await page.goto(address);
  return { page, bad, context };
}

/** Waits for an answer that is not old. If a query exceeds the time of a link, the query is continued, as a reader would do. */
export async function answered(page) {
  const said = ".verdict .said:not(.old) .who";
  const goOn = page.locator(".verdict .unfinished button");
  await page.waitForSelector(`${said}, .verdict .unfinished button`, { timeout: 20_000 }).catch(async (error) => {
    throw new Error(`no answer; the verdict is: ${await page.textContent(".verdict")}`, { cause: error });
  });
  if (await goOn.count()) await goOn.click();
  await page.waitForSelector(said, { timeout: 20_000 });
}
