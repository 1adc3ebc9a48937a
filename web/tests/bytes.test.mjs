// Tests the size of the page, compressed as servers do: everything that is loaded at once, our own code, and third-party code. The size
// under brotli, which compresses slowly, is tested only in `web/test --all`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { SLOW } from "./corpus.mjs";
import { SITE } from "./site.mjs";

const source = (/** @type {string} */ path) => readFileSync(join(SITE, path));

/** Returns a module and all modules that it imports statically, which are loaded together. @param {string} path @param {Set<string>} found */
function together(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, other = ""] of source(path).toString().matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)";$/gm)) together(normalize(join(dirname(path), other)), found);
  return found;
}
const [zipped, brotli] = [promisify(gzip), promisify(brotliCompress)];
// Files are compressed separately and in parallel.
const weigh = async (files, how = (bytes) => zipped(bytes, { level: 9 })) => (await Promise.all(files.map((bytes) => how(bytes)))).reduce((sum, bytes) => sum + bytes.length, 0);

test("bytes", async (t) => {
  const styles = [...source("index.html").toString().matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => path);
  // The editor is loaded at once, although nothing waits for it.
  const loaded = [...new Set(["page/main.mjs", "page/worker.mjs", "screens/editor-code.mjs"].flatMap((path) => [...together(path)]))];
  assert(loaded.length > 40 && loaded.includes("screens/board.mjs") && loaded.includes("vendor/ui.mjs"), `the imports are found: ${loaded.length}`);
  assert(!loaded.includes("screens/table.mjs"), "a screen that is not shown at first is loaded later");
  const own = ["index.html", ...styles, ...loaded.filter((path) => !path.startsWith("vendor"))].map(source);
  const others = loaded.filter((path) => path.startsWith("vendor")).map(source);
  const core = [source("first.wasm")];
  const first = [...own, ...others, ...core];
  const [ourWeight, theirs, coreWeight, all] = await Promise.all([weigh(own), weigh(others), weigh(core), process.env.ANY_CORE || !SLOW ? 0 : weigh(first, (bytes) => brotli(bytes))]);
  const sum = ourWeight + theirs + coreWeight;
  t.diagnostic(`own ${ourWeight}, others ${theirs}, core ${coreWeight}, all ${sum} bytes by gzip${all ? `, ${all} by brotli` : ""}`);
  assert(ourWeight <= 90_000, "our own code and styles");
  assert(theirs <= 140_000, "third-party code");
  // The limits are 1.4 MB by gzip and 1.1 MB by brotli. The rest of the core, which is loaded later, is only reported.
  t.diagnostic(`the rest of the core ${await weigh([readFileSync(join(SITE, "rest.bin"))])} bytes by gzip`);
  if (!process.env.ANY_CORE) {
    assert(sum <= 1_400_000, "all before the first answer, by gzip");
    assert(all <= 1_100_000, "all before the first answer, by brotli");
    // Compares the sizes in the READMEs, in MB.
    for (const name of ["README.md", "README.zh-CN.md"]) {
      const told = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8").match(/(\d\.\d\d) MB ?[（(]gzip.*?(\d\.\d\d) MB/)?.slice(1).map(Number) ?? [];
      for (const [weight, place] of [[sum, 0], [all || told[1] * 1e6, 1]]) assert(Math.abs(told[place] - weight / 1e6) < 0.03, `${name} says ${told[place]} MB, it is ${weight / 1e6}`);
    }
  }
});

test("the site differs from the source only in comments", () => {
  const { transformSync } = createRequire(new URL("../tools/package.json", import.meta.url))("esbuild");
  const code = (/** @type {string} */ text, /** @type {string} */ name) =>
    transformSync(text, { loader: name.endsWith(".css") ? "css" : "js", minify: true, legalComments: "none" }).code;
  for (const folder of ["page", "screens", "words", "learn", "exercises", "embed", "style"]) {
    for (const name of readdirSync(join(SITE, folder))) {
      const source = readFileSync(new URL(`../${folder}/${name}`, import.meta.url), "utf8");
      assert.equal(code(readFileSync(join(SITE, folder, name), "utf8"), name), code(source, name), `${folder}/${name}`);
    }
  }
});
