// What the page weighs, compressed as servers do it: everything before the first answer, our own code, that of others.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { SITE } from "./browser.mjs";

/** @type {(path: string) => Buffer[]} */
const within = (path) => readdirSync(join(SITE, path)).filter((name) => /\.(mjs|css)$/.test(name)).map((name) => readFileSync(join(SITE, path, name)));
const weigh = (files, how = (bytes) => gzipSync(bytes, { level: 9 })) => files.reduce((sum, bytes) => sum + how(bytes).length, 0);

test("bytes", (t) => {
  const own = [readFileSync(join(SITE, "index.html")), readFileSync(join(SITE, "grundy.mjs")), ...["page", "screens", "words", "style"].flatMap(within)];
  const others = within("vendor");
  const core = [readFileSync(join(SITE, "core.wasm"))];
  const first = [...own, ...others, ...core];
  t.diagnostic(`own ${weigh(own)}, others ${weigh(others)}, core ${weigh(core)}, all ${weigh(first)} bytes by gzip`);
  assert(weigh(own) <= 120_000, "our own code and styles");
  assert(weigh(others) <= 140_000, "code of others");
  // The aim is 1.4 MB by gzip and 1.1 MB by brotli (docs/benchmarks.md says what stands in the way). What is there may not grow.
  if (!process.env.ANY_CORE) {
    assert(weigh(first) <= 2_600_000, "all before the first answer, by gzip");
    assert(weigh(first, (bytes) => brotliCompressSync(bytes)) <= 1_950_000, "all before the first answer, by brotli");
  }
});
