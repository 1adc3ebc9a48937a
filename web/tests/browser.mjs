// A browser and a server of the built site, for the tests of the page. Chromium is the system's (CHROMIUM names another); nothing is downloaded.

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";

const require = createRequire(new URL("../tools/package.json", import.meta.url));
const { chromium } = require("playwright-core");

/** The built site. */
export const SITE = process.env.SITE ?? fileURLToPath(new URL("../../target/web/site", import.meta.url));

const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".md": "text/markdown", ".txt": "text/plain" };

/** Serves the site on a free port; `gzip` compresses what is sent. */
export async function serve({ gzip = false } = {}) {
  /** @type {Map<string, Buffer>} */
  const known = new Map();
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(SITE) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    const zipped = gzip && /gzip/.test(String(request.headers["accept-encoding"]));
    response.writeHead(200, { ...(zipped && { "content-encoding": "gzip" }), "content-type": `${TYPES[extname(file)] ?? "application/octet-stream"}; charset=utf-8`.replace("wasm; charset=utf-8", "wasm") });
    if (!zipped) return createReadStream(file).pipe(response);
    const bytes = known.get(file) ?? gzipSync(readFileSync(file), { level: 9 });
    known.set(file, bytes);
    response.end(bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A browser. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  const args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, args, chromiumSandbox: process.getuid?.() !== 0 });
}

/** A page that notes what must not be: words on the console, errors, reports of the policy, requests elsewhere. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const bad = [];
  page.on("console", (message) => bad.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => bad.push(`error: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && new URL(url).origin !== new URL(address).origin) bad.push(`request: ${url}`);
  });
  await page.goto(address);
  return { page, bad, context };
}

/** Waits until an answer is there that is not old. */
export async function answered(page) {
  await page.waitForSelector(".verdict .said:not(.old) .who", { timeout: 20_000 });
}
