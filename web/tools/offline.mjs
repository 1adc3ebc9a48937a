// Writes the list of all files of the built site, with their hashes, into the service worker. Usage: node offline.mjs SITE

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

const [site = ""] = process.argv.slice(2);
/** Files that the page never loads: the worker itself, and the preview for other sites. */
const OTHERS = ["sw.js", "preview.png"];

/** @param {string | Buffer} content */
const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 32);

const paths = readdirSync(site, { encoding: "utf8", recursive: true }).filter((path) => statSync(join(site, path)).isFile());
const names = paths.map((path) => path.split(sep).join("/")).filter((path) => !OTHERS.includes(path)).sort();
// The page is first: if a server changes its files, it changes this file, and no other file is loaded in vain.
const first = names.splice(names.indexOf("index.html"), 1);
const files = Object.fromEntries([...first, ...names].map((path) => [path === "index.html" ? "./" : path, hash(readFileSync(join(site, path)))]));
const list = JSON.stringify(files, null, 1);
const worker = readFileSync(join(site, "sw.js"), "utf8")
  .replace(/^const FILES = \{[^]*?\};$/m, () => `const FILES = ${list};`)
  .replace(/^const VERSION = .*;$/m, () => `const VERSION = "grundy-${hash(list)}";`);
writeFileSync(join(site, "sw.js"), worker);
