// Serves the files of the page on this machine. Only the files that exist when the server starts are served, each at its own path.

import { createReadStream, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder on 127.0.0.1. Returns the address and the server, which already listens.
 *  @param {string} folder @param {number} port  0 selects any free port. */
export async function serve(folder, port) {
  const paths = readdirSync(folder, { encoding: "utf8", recursive: true });
  const files = new Map(paths.filter((path) => statSync(join(folder, path)).isFile()).map((path) => [`/${path.split(sep).join("/")}`, join(folder, path)]));
  files.set("/", join(folder, "index.html"));
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? "").replace(/\?.*$/, ""));
    if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(405, { allow: "GET, HEAD" }).end();
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    });
    if (request.method === "HEAD") return void response.end();
    createReadStream(file).on("error", () => response.destroy()).pipe(response);
  });
  await new Promise((done, fail) => server.on("error", fail).listen(port, "127.0.0.1", () => done(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${address.port}/`, server };
}
