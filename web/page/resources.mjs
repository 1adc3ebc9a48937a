// The documents that the page brings along (docs/language.md and others): fetched once when they are asked for, or inlined by the build of
// one file.

/** @type {Map<string, Promise<string>>} */
const had = new Map();

/** The text of a document; empty where it cannot be had. @param {string} name */
export function text(name) {
  const inlined = /** @type {{ grundyTexts?: Record<string, string> }} */ (globalThis).grundyTexts?.[name];
  if (inlined !== undefined) return Promise.resolve(inlined);
  const found = had.get(name) ?? fetch(new URL(`../docs/${name}`, import.meta.url)).then((response) => (response.ok ? response.text() : ""), () => "");
  had.set(name, found);
  return found;
}

/** A document in a language. @param {"language" | "judge"} name @param {import("./words.mjs").Lang} lang */
export const inLanguage = (name, lang) => (lang === "zh" ? `${name}.zh-CN.md` : `${name}.md`);

/** Fetches all documents, so that they are there without a network too. */
export function prefetch() {
  for (const name of ["language.md", "language.zh-CN.md", "judge.md", "judge.zh-CN.md"]) text(name);
}
