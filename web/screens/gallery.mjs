// The gallery: every game of the library and every kind of graph and board. The picture of a card is drawn when the card scrolls into view.

import { html, signal, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { soonest } from "../page/core.mjs";
import { families } from "../page/families.mjs";
import { sample } from "../page/samples.mjs";
import { open } from "../page/state.mjs";
import { kept } from "../page/store.mjs";
import { picture } from "../page/svg.mjs";
import { lang, words } from "../page/words.mjs";

/** @typedef {{ game?: string, structure?: string, file?: string, about?: string, note?: string, example?: string, families: string[], position: string | null }} Entry */

const filter = signal("");
const chosen = signal("all");
/** The library in the language of the page. */
export const library = signal(/** @type {Entry[]} */ ([]));
let spoken = "";

/** Fetches the library once for each language. */
export async function fetchLibrary() {
  if (spoken === lang.value) return;
  spoken = lang.value;
  const reply = await soonest({ ask: "library", files: [], options: { lang: lang.value } });
  if (reply.library) library.value = reply.library;
  else spoken = "";
}

/** Returns whether an entry contains every word. @param {Entry} entry @param {string} text */
export function fits({ game, structure, about, note }, text) {
  const all = `${game ?? structure} ${about ?? ""} ${note ?? ""}`.toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

/** The Gallery screen. */
export function Gallery() {
  const w = words.value;
  useEffect(() => { fetchLibrary(); }, [lang.value]);
  const list = library.value.filter((entry) => (chosen.value === "all" || entry.families.includes(chosen.value)) && fits(entry, filter.value));
  const names = /** @type {Record<string, string>} */ (w.families);
  return html`<section aria-label=${w.gallery}>
    <p class="row"><input type="search" aria-label=${w.searchGames} placeholder=${w.searchGames} value=${filter.value} onInput=${(/** @type {InputEvent} */ event) => { filter.value = /** @type {HTMLInputElement} */ (event.target).value; }} />
      ${["all", ...families].map((name) => html`<button key=${name} aria-pressed=${chosen.value === name} onClick=${() => { chosen.value = name; }}>${names[name]}</button>`)}</p>
    <p class="quiet" role="status">${w.gamesFound(list.length)}${kept.value.length > 0 && ` · ${w.keptFiles}: ${kept.value.length}`}</p>
    <div class="grid">${list.map((entry) => html`<${Card} key=${entry.game ?? entry.structure} entry=${entry} />`)}</div></section>`;
}

/** @param {{ entry: Entry }} props */
function Card({ entry }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [position, find] = useState("");
  const name = entry.game ?? entry.structure ?? "";
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new IntersectionObserver(async (seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      const found = await sample(entry.position);
      const svg = found && picture(found.picture);
      if (!svg) return;
      svg.setAttribute("aria-hidden", "true");
      svg.removeAttribute("role");
      // Only the board has selectable parts.
      element.replaceChildren(svg);
      find(found.position);
    }, { rootMargin: "200px" });
    watch.observe(element);
    return () => watch.disconnect();
  }, [name]);
  const about = isolated(entry.about ?? entry.note ?? "");
  return html`<article class="card"><div class="thumb" ref=${place}></div>
    <button class="link" onClick=${async () => open(position || ((await sample(entry.position))?.position ?? name.toLowerCase()), "board")}><b>${name}</b></button>
    <span class="quiet">${about}</span></article>`;
}
