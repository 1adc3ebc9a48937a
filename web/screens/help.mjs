// Help: the keys, and the document of the rule language with its headings as a list.

import { html, signal, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { keys, shown } from "../page/keys.mjs";
import { markdown, slug } from "../page/markdown.mjs";
import { inLanguage, text } from "../page/resources.mjs";
import { lang, words } from "../page/words.mjs";

/** What is looked for: a heading of the document, a word of the language, or `judge NAME`. */
export const topic = signal("");

/** The screen. */
export function Help() {
  const w = words.value;
  return html`<div class="helping"><section class="card" aria-label=${w.keys}><h2>${w.keys}</h2><table class="text"><tbody>
      ${keys.value.map(({ key, says }) => html`<tr key=${key}><td><kbd>${shown(key)}</kbd></td><td>${says(w)}</td></tr>`)}
      <tr><td><kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd></td><td>${w.keyWalk}</td></tr><tr><td><kbd>Alt+←</kbd></td><td>${w.keyBack}</td></tr></tbody></table></section>
    <${Reference} /></div>`;
}

function Reference() {
  const w = words.value;
  const [document, read] = useState("");
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const wanted = topic.value;
  const name = inLanguage(wanted.startsWith("judge ") ? "judge" : "language", lang.value);
  useEffect(() => { text(name).then(read); }, [name]);
  useEffect(() => {
    if (!document || !wanted) return;
    const word = wanted.replace(/^judge /, "");
    const headings = [...(place.current?.querySelectorAll("[id]") ?? [])];
    const codes = [...(place.current?.querySelectorAll("td code") ?? [])];
    const found = headings.find(({ id }) => id === word) ?? headings.find(({ id }) => id.split("-").includes(word))
      ?? codes.find((code) => code.textContent === word || code.textContent?.startsWith(`${word}(`));
    found?.scrollIntoView();
  }, [document, wanted]);
  const open = (/** @type {string} */ path) => {
    const [file, id] = path.split("#");
    if (!file && id) place.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
  };
  const headings = document.split("\n").flatMap((line) => line.match(/^## (.*)$/)?.[1] ?? []);
  return html`<section class="card reference" aria-label=${w.quickReference}><h2>${w.quickReference}</h2>
    ${!document && html`<p class="quiet">${w.noDocument}</p>`}
    <p class="row" lang=${lang.value}>${headings.map((heading) => html`<button key=${heading} onClick=${() => { topic.value = slug(heading); open(`#${slug(heading)}`); }}>${heading.replaceAll("`", "")}</button>`)}</p>
    <div ref=${place} lang=${lang.value}>${document && markdown(document, open)}</div></section>`;
}
