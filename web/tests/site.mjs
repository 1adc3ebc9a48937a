// A server of the built site, for the tests of the page.

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { joined } from "../page/whole.mjs";

/** The built site. */
export const SITE = process.env.SITE ?? fileURLToPath(new URL("../../target/web/site", import.meta.url));

/** Returns the whole core, combined from its parts as in the page. */
export function wholeCore() {
  return joined(readFileSync(join(SITE, "first.wasm")), readFileSync(join(SITE, "rest.bin")));
}

const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".md": "text/markdown", ".txt": "text/plain",
  ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };

/** Serves the site, or a folder that contains it, on a free port. `gzip` compresses the files. `keep` lets a browser cache them, so a
 *  second page of a context opens in a third of the time. `first` is a function that the page calls before all other scripts. The policy
 *  requires that this function is a file of the site. */
export async function serve({ gzip = false, keep = false, first = undefined, folder = SITE } = {}) {
  /** @type {Map<string, Buffer>} */
  const known = new Map();
  const made = first && new Map([
    ["/", ["text/html", readFileSync(join(SITE, "index.html"), "utf8").replace("<title>", `<script src="first.mjs"></script><title>`)]],
    ["/first.mjs", ["text/javascript", `(${first})();`]],
  ]);
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const [type, text] = made?.get(path) ?? [];
    if (text) return response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(text);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    const zipped = gzip && /gzip/.test(String(request.headers["accept-encoding"]));
    response.writeHead(200, { ...(zipped && { "content-encoding": "gzip" }), ...(keep && { "cache-control": "max-age=3600" }), "content-type": `${TYPES[extname(file)] ?? "application/octet-stream"}; charset=utf-8`.replace("wasm; charset=utf-8", "wasm") });
    if (!zipped) return createReadStream(file).pipe(response);
    const bytes = known.get(file) ?? gzipSync(readFileSync(file), { level: 9 });
    known.set(file, bytes);
    response.end(bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
