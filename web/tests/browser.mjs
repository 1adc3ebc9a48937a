// Chromium for the tests of the page: the system's (CHROMIUM names another), without a window where there is one that has none: it takes a fifth
// less time; nothing is downloaded.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../tools/package.json", import.meta.url));
const { chromium } = require("playwright-core");

/** A browser. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  const args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, args, chromiumSandbox: process.getuid?.() !== 0 });
}

/** A page that notes what must not be: words on the console, errors, reports of the policy, requests elsewhere than where it is opened or to
 *  `origin`. */
export async function open(browser, address, { origin = new URL(address).origin, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  // Looked at with each frame, as it is by itself, the page would draw frames without end.
  const { waitForFunction } = page;
  page.waitForFunction = (work, given, how) => waitForFunction.call(page, work, given, { polling: 40, ...how });
  const bad = [];
  page.on("console", (message) => bad.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => bad.push(`error: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && new URL(url).origin !== origin) bad.push(`request: ${url}`);
  });
  await page.goto(address);
  return { page, bad, context };
}

/** Waits until an answer is there that is not old. Where it takes longer than a link may compute, it is let go on, as a person would. */
export async function answered(page) {
  const said = ".verdict .said:not(.old) .who";
  const goOn = page.locator(".verdict .unfinished button");
  await page.waitForSelector(`${said}, .verdict .unfinished button`, { timeout: 20_000 }).catch(async (error) => {
    throw new Error(`no answer, but: ${await page.textContent(".verdict")}`, { cause: error });
  });
  if (await goOn.count()) await goOn.click();
  await page.waitForSelector(said, { timeout: 20_000 });
}
