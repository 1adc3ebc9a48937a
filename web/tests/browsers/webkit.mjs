// WebKitGTK: its MiniBrowser, under Xvfb, by WebKitWebDriver.

import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { session } from "./webdriver.mjs";

/** Styles for the browser. Its buttons require a window width of 447 pixels. Without their borders and labels, the window may be as narrow
 *  as a phone. */
const NARROW = "* { font-size: 1px; min-width: 0; padding: 0; margin: 0; border: 0; -gtk-icon-source: none }";

/** @param {import("./window.mjs").How} how @returns {Promise<import("./window.mjs").Window>} */
export async function open({ dark = false }) {
  const home = mkdtempSync(join(tmpdir(), "grundy-webkit-"));
  mkdirSync(join(home, "gtk-3.0"));
  writeFileSync(join(home, "gtk-3.0", "gtk.css"), NARROW);
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = String(await new Promise((done) => /** @type {any} */ (screen.stdio[3]).once("data", done))).trim();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore", env: { ...process.env, DISPLAY: `:${number}`, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, LC_ALL: "C.UTF-8", MESA_SHADER_CACHE_DISABLE: "true" },
  });
  const end = async () => {
    for (const one of [driver, screen]) {
      const gone = new Promise((done) => one.once("exit", done));
      if (one.kill()) await gone;
    }
    // The browser may write its last file after its driver has ended.
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await begun(address);
    const window = await session(address, { "webkitgtk:browserOptions": { args: ["--automation", ...(dark ? ["--dark-mode"] : [])] } });
    return { ...window, close: () => window.close().finally(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });
}

/** Waits until the driver responds. @param {string} address */
async function begun(address) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${address}/status`).then((reply) => reply.ok, () => false)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`WebKitWebDriver does not respond at ${address}`);
}
