// The Help screen: the keys, and the document of the rule language with a list of its headings.

import { html, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { KEYS, shown } from "../page/keys.mjs";
import { markdown, slug } from "../page/markdown.mjs";
import { inLanguage, text } from "../page/resources.mjs";
import { topic } from "../page/state.mjs";
import { lang, words } from "../page/words.mjs";

/** The Help screen. */
export function Help() {
  const w = words.value;
  const places = [...new Set(KEYS.map(({ place }) => place))];
  return html`<div class="helping"><section class="card" aria-label=${w.keys}><h2>${w.keys}</h2>
      ${places.map((place) => html`<${Keys} key=${place} place=${place} />`)}</section>
    <${Reference} /></div>`;
}

/** The keys of one place of the page, whether or not the screen shows this place.
 *  @param {{ place: import("../page/keys.mjs").Place }} props */
function Keys({ place }) {
  const w = words.value;
  return html`<h3>${w.keyPlaces[place]}</h3><table class="text keys"><tbody>${KEYS.filter((key) => key.place === place).map(({ keys, says }) => html`<tr>
    <td>${keys.map((key) => html`<kbd>${shown(key)}</kbd> `)}</td><td>${says(w)}</td></tr>`)}</tbody></table>`;
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
