// The page of a theorem, from docs/theorems, supplied by the core.

import { html, useEffect, useState } from "../vendor/ui.mjs";
import { quick } from "../page/core.mjs";
import { markdown } from "../page/markdown.mjs";
import { theorem } from "../page/state.mjs";
import { lang, words } from "../page/words.mjs";

/** The page of the theorem, if a page is open. */
export function Theorem() {
  const w = words.value;
  const name = theorem.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    hear(undefined);
    if (name) quick({ ask: "theorem", given: { name }, options: { lang: lang.value }, instead: "theorem" }).then(hear);
  }, [name, lang.value]);
  if (!name || !reply || reply.dropped || reply.stopped) return null;
  const open = (/** @type {string} */ path) => {
    const other = path.match(/([\w-]+)\.md$/)?.[1];
    if (other) theorem.value = other;
  };
  return html`<section class="card theorem" aria-label=${w.theoremPage} lang=${reply.page?.lang === "zh" ? "zh-CN" : "en"}>
    <button class="close" onClick=${() => { theorem.value = ""; }} lang=${lang.value}>${w.close}</button>
    ${reply.error ? html`<p>${name}</p>` : markdown(reply.page.text, open)}</section>`;
}
