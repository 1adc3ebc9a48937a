// The quick reference of the rule language, read off its document: the functions with what they are, for completion and hints.

import { text } from "./resources.mjs";

/** @typedef {{ name: string, written: string, says: string }} Reference */

/** @type {Promise<Reference[]> | undefined} */
let read;

/** Every function. @returns {Promise<Reference[]>} */
export function reference() {
  read ??= text("language.md").then(functions);
  return read;
}

/** The functions in the table below the heading "Built-in functions". @param {string} document @returns {Reference[]} */
export function functions(document) {
  const section = document.split(/^## Built-in functions$/m)[1]?.split(/^## /m)[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) => {
    const [written = "", value = "", domain = ""] = row.slice(1).split("|").map((cell) => cell.trim());
    const says = `${value.replaceAll("`", "")}${domain ? ` (${domain.replaceAll("`", "")})` : ""}`;
    return [...written.matchAll(/`(\w+)\([^`]*`/g)].map(([whole, name = ""]) => ({ name, written: whole.replaceAll("`", ""), says }));
  });
}
