// The documents of the page (docs/language.md and others). Each document is fetched on first use, or inlined by the single-file build.

/** @type {Map<string, Promise<string>>} */
const had = new Map();

/** Returns the text of a document; empty if it is not available. @param {string} name */
export function text(name) {
  const inlined = /** @type {{ grundyTexts?: Record<string, string> }} */ (globalThis).grundyTexts?.[name];
  if (inlined !== undefined) return Promise.resolve(inlined);
  const found = had.get(name) ?? fetch(new URL(`../docs/${name}`, import.meta.url)).then((response) => (response.ok ? response.text() : ""), () => "");
  had.set(name, found);
  return found;
}

/** Returns a document in a language. @param {"language" | "judge"} name @param {import("./words.mjs").Lang} lang */
export const inLanguage = (name, lang) => (lang === "zh" ? `${name}.zh-CN.md` : `${name}.md`);

/** Fetches all documents, so that they are available without a network. */
export function prefetch() {
  for (const name of ["language.md", "language.zh-CN.md", "judge.md", "judge.zh-CN.md"]) text(name);
}
