// The quick reference of the rule language: the functions with their descriptions, for completion and hints. The reference is read from
// the document of the rule language, in the language of the page.

import { inLanguage, text } from "./resources.mjs";
import { lang } from "./words.mjs";

/** @typedef {{ name: string, written: string, says: string }} Reference */

/** The functions in each document. @type {Map<string, Promise<Reference[]>>} */
const had = new Map();

/** Returns all functions. @returns {Promise<Reference[]>} */
export function reference() {
  const name = inLanguage("language", lang.value);
  const found = had.get(name) ?? text(name).then(functions);
  had.set(name, found);
  return found;
}

/** Returns the functions in the table below the heading "Built-in functions" or 内置函数. @param {string} document @returns {Reference[]} */
export function functions(document) {
  const section = document.split(/^## (?:Built-in functions|内置函数)$/m)[1]?.split(/^## /m)[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) => {
    const [written = "", value = "", domain = ""] = row.slice(1).split("|").map((cell) => cell.trim());
    const says = `${value.replaceAll("`", "")}${domain ? ` (${domain.replaceAll("`", "")})` : ""}`;
    return [...written.matchAll(/`(\w+)\([^`]*`/g)].map(([whole, name = ""]) => ({ name, written: whole.replaceAll("`", ""), says }));
  });
}
