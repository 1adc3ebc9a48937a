// Bundles the third-party code of the page into ../vendor, with its licences. `node vendor.mjs` writes the files; `node vendor.mjs --check`
// compares them with the current output, byte by byte. package-lock.json pins the versions.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const check = process.argv.includes("--check");

for (const name of ["ui", "editor"]) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: here,
    entryPoints: [`vendor-${name}.mjs`],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    write: false,
    outfile: `${name}.mjs`,
  });
  const packages = [...new Set(Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []))];
  const head = `/* Bundled by web/tools/vendor.mjs from ${packages.sort().join(", ")}; licences in ${name}.licences.txt. */\n`;
  put(`${name}.mjs`, head + outputFiles[0].text);
  put(`${name}.licences.txt`, packages.map(licence).join("\n"));
}

/** Returns the licence of a package, with its name and version. @param {string} name */
function licence(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  assert(file, `${name} has no licence file`);
  return `== ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

/** Writes a file, or compares its content with the current output. @param {string} name @param {string} text */
function put(name, text) {
  const path = join(here, "..", "vendor", name);
  if (!check) return writeFileSync(path, text);
  assert(readFileSync(path, "utf8") === text, `web/vendor/${name} is outdated: run node web/tools/vendor.mjs`);
}
