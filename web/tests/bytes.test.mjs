// What the page weighs, compressed as servers do it: everything before the first answer, our own code, that of others; by brotli, which takes
// long, only in `web/test --all`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { SLOW } from "./corpus.mjs";
import { SITE } from "./site.mjs";

/** @type {(path: string) => Buffer[]} */
const within = (path) => readdirSync(join(SITE, path)).filter((name) => /\.(mjs|css)$/.test(name)).map((name) => readFileSync(join(SITE, path, name)));
const [zipped, brotli] = [promisify(gzip), promisify(brotliCompress)];
// Files are compressed beside each other, each once.
const weigh = async (files, how = (bytes) => zipped(bytes, { level: 9 })) => (await Promise.all(files.map((bytes) => how(bytes)))).reduce((sum, bytes) => sum + bytes.length, 0);

test("bytes", async (t) => {
  const own = [readFileSync(join(SITE, "index.html")), readFileSync(join(SITE, "grundy.mjs")), ...["page", "screens", "words", "style"].flatMap(within)];
  const others = within("vendor");
  const core = [readFileSync(join(SITE, "first.wasm"))];
  const first = [...own, ...others, ...core];
  const [ourWeight, theirs, coreWeight, all] = await Promise.all([weigh(own), weigh(others), weigh(core), process.env.ANY_CORE || !SLOW ? 0 : weigh(first, (bytes) => brotli(bytes))]);
  const sum = ourWeight + theirs + coreWeight;
  t.diagnostic(`own ${ourWeight}, others ${theirs}, core ${coreWeight}, all ${sum} bytes by gzip${all ? `, ${all} by brotli` : ""}`);
  assert(ourWeight <= 120_000, "our own code and styles");
  assert(theirs <= 140_000, "code of others");
  // The aim is 1.4 MB by gzip and 1.1 MB by brotli: what is there may not grow beyond it. Of the rest of the core, which comes afterwards, it is only told.
  t.diagnostic(`the rest of the core ${await weigh([readFileSync(join(SITE, "rest.bin"))])} bytes by gzip`);
  if (!process.env.ANY_CORE) {
    assert(sum <= 1_400_000, "all before the first answer, by gzip");
    assert(all <= 1_100_000, "all before the first answer, by brotli");
    // What the READMEs say of it, in MB.
    for (const name of ["README.md", "README.zh-CN.md"]) {
      const told = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8").match(/(\d\.\d\d) MB ?[（(]gzip.*?(\d\.\d\d) MB/)?.slice(1).map(Number) ?? [];
      for (const [weight, place] of [[sum, 0], [all || told[1] * 1e6, 1]]) assert(Math.abs(told[place] - weight / 1e6) < 0.03, `${name} says ${told[place]} MB, it is ${weight / 1e6}`);
    }
  }
});
