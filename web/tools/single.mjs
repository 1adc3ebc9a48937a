// Combines the built site into one file. Scripts and styles are inlined and allowed by their hashes, and the file contains the gzipped
// core. A reader can open the file with a double click, without a server. Usage: node single.mjs SITE OUTPUT

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { joined } from "../page/whole.mjs";

const [site = "", output = ""] = process.argv.slice(2);

/** Bundles a module and its imports into one script. @param {string} entry @param {"esm" | "iife"} format */
async function bundled(entry, format) {
  const made = await build({ entryPoints: [join(site, entry)], bundle: true, format, target: "es2022", minify: true, charset: "utf8", legalComments: "none", write: false });
  // A closing tag within a string would end the script.
  return made.outputFiles[0].text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** @param {string} text */
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const docs = Object.fromEntries(readdirSync(join(site, "docs")).map((name) => [name, readFileSync(join(site, "docs", name), "utf8")]));
const [first, rest] = ["first.wasm", "rest.bin"].map((name) => readFileSync(join(site, name)));
const core = gzipSync(joined(first, rest), { level: 9 }).toString("base64");
const worker = await bundled("page/worker.mjs", "iife");
// page/core.mjs and page/resources.mjs use the inlined core and documents instead of fetching files.
const start = `const data=(id)=>JSON.parse(document.getElementById(id).textContent);
globalThis.grundyTexts=data("texts");
globalThis.grundyInlined={
async wasm(){const bytes=Uint8Array.from(atob(data("core")),(sign)=>sign.charCodeAt(0));
return WebAssembly.compile(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());},
worker(){return new Worker(URL.createObjectURL(new Blob([data("worker")],{type:"text/javascript"})));}};`;
const page = await bundled("page/main.mjs", "esm");
const index = readFileSync(join(site, "index.html"), "utf8");
const styles = [...index.matchAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g)].map(([, path = ""]) => readFileSync(join(site, path), "utf8")).join("");
const policy = `default-src 'none'; script-src 'wasm-unsafe-eval' blob: ${hash(start)} ${hash(page)}; style-src ${hash(styles)}; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
/** @param {string} id @param {unknown} value */
const data = (id, value) => `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

const html = index
  .replace(/(http-equiv="Content-Security-Policy" content=)"[^"]*"/, () => `$1"${policy}"`.replace("$1", 'http-equiv="Content-Security-Policy" content='))
  .replace(/<link rel="(stylesheet|modulepreload|manifest|apple-touch-icon)"[^>]*>\n/g, "")
  .replace(/<meta (property="og:image|name="twitter)[^>]*>\n/g, "")
  .replace('href="icons/icon.svg"', () => `href="data:image/svg+xml;base64,${readFileSync(join(site, "icons/icon.svg")).toString("base64")}"`)
  .replace(/<script type="module"[^>]*><\/script>\n/, () => `<style>${styles}</style>\n`)
  .replace("</body>", () => `${data("texts", docs)}${data("worker", worker)}${data("core", core)}<script>${start}</script><script type="module">${page}</script>\n</body>`);
writeFileSync(output, html);
console.log(`${output}: ${Buffer.byteLength(html)} bytes`);
