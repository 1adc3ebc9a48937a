// The quick reference of the rule language, read off its document in the language of the page: the functions with what they are, for
// completion and hints.

import { inLanguage, text } from "./resources.mjs";
import { lang } from "./words.mjs";

/** @typedef {{ name: string, written: string, says: string }} Reference */

/** By document. @type {Map<string, Promise<Reference[]>>} */
const had = new Map();

/** Every function. @returns {Promise<Reference[]>} */
export function reference() {
  const name = inLanguage("language", lang.value);
  const found = had.get(name) ?? text(name).then(functions);
  had.set(name, found);
  return found;
}

/** The functions in the table below the heading "Built-in functions" or 内置函数. @param {string} document @returns {Reference[]} */
export function functions(document) {
  const section = document.split(/^## (?:Built-in functions|内置函数)$/m)[1]?.split(/^## /m)[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) => {
    const [written = "", value = "", domain = ""] = row.slice(1).split("|").map((cell) => cell.trim());
    const says = `${value.replaceAll("`", "")}${domain ? ` (${domain.replaceAll("`", "")})` : ""}`;
    return [...written.matchAll(/`(\w+)\([^`]*`/g)].map(([whole, name = ""]) => ({ name, written: whole.replaceAll("`", ""), says }));
  });
}
