// The gallery: every game of the library and every kind of graph and board. The picture of a card is drawn when the card scrolls into view.

import { html, signal, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { soonest } from "../page/core.mjs";
import { families } from "../page/families.mjs";
import { sample } from "../page/samples.mjs";
import { open } from "../page/state.mjs";
import { kept } from "../page/store.mjs";
import { picture, placeOnCard } from "../page/svg.mjs";
import { lang, words } from "../page/words.mjs";
import { absent, comparable, synonyms } from "./synonyms.mjs";

/** @typedef {{ game?: string, structure?: string, file?: string, about?: string, note?: string, example?: string, families: string[], position: string | null }} Entry */

const filter = signal("");
const chosen = signal("all");
const variants = signal(false);
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

/** The classic games, which come first. */
const CLASSICS = ["nim", "kayles", "wythoff", "chomp", "hackenbush", "tictactoe", "cram", "domineering", "dawsonkayles", "nodekayles", "euclid", "fibonaccinim", "clobber", "notakto", "toadsandfrogs", "staircase"];
/** Variants of other games, which are of interest for tests and single problems. They are shown on request, or if the reader searches. */
const VARIANTS = new Set(["crossesasstated", "cuttingasstated", "miserecounterexample", "indexcapped", "kaylesrecurrence", "grundyrecurrence", "loop", "newstone3", "newstone4", "stonegame2", "seatnim", "againstone",
  "takeaway21", "takeonethreefour", "hundredstones", "wythoffthree", "nimtwo", "nimthree", "loadedtable", "dynamicrational", "elephantsagainstrhinos", "miserenimrow", "clobberrow", "konanerow", "nogorow", "treblecrossrow", "威佐夫博弈", "巴什博弈"]);

/** Returns the name of an entry in lower case. @param {Entry} entry */
const nameOf = ({ game, structure }) => (game ?? structure ?? "").toLowerCase();

/** Returns whether an entry contains every word. @param {Entry} entry @param {string} text */
export function fits(entry, text) {
  const { game, structure, about, note } = entry;
  const all = `${comparable(`${game ?? structure} ${about ?? ""} ${note ?? ""}`)} ${synonyms(nameOf(entry))}`;
  return comparable(text).split(/\s+/).every((word) => all.includes(word));
}

/** The Gallery screen. */
export function Gallery() {
  const w = words.value;
  useEffect(() => { fetchLibrary(); }, [lang.value]);
  const fitting = library.value.filter((entry) => (chosen.value === "all" || entry.families.includes(chosen.value)) && fits(entry, filter.value));
  const list = fitting.filter((entry) => variants.value || filter.value !== "" || !VARIANTS.has(nameOf(entry)));
  const names = /** @type {Record<string, string>} */ (w.families);
  const classics = CLASSICS.flatMap((name) => list.find((entry) => nameOf(entry) === name) ?? []);
  const others = list.filter((entry) => !classics.includes(entry));
  /** @type {[string, Entry[]][]} */
  const groups = [[w.classicsTitle, classics], ...families.map((name) => /** @type {[string, Entry[]]} */ ([names[name] ?? name, others.filter((entry) => entry.families[0] === name)]))];
  const rest = others.filter((entry) => !families.includes(entry.families[0] ?? ""));
  if (rest.length > 0) groups.push([w.otherGames, rest]);
  const why = list.length === 0 ? absent(filter.value) : undefined;
  return html`<section aria-label=${w.gallery}>
    <p class="row"><input type="search" aria-label=${w.searchGames} placeholder=${w.searchGames} value=${filter.value} onInput=${(/** @type {InputEvent} */ event) => { filter.value = /** @type {HTMLInputElement} */ (event.target).value; }} />
      ${["all", ...families].map((name) => html`<button key=${name} aria-pressed=${chosen.value === name} onClick=${() => { chosen.value = name; }}>${names[name]}</button>`)}</p>
    <p class="quiet" role="status">${w.gamesFound(list.length)}${kept.value.length > 0 && ` · ${w.keptFiles}: ${kept.value.length}`}</p>
    ${why && html`<p class="notice">${w[why]}</p>`}
    ${groups.filter(([, entries]) => entries.length > 0).map(([title, entries]) => html`<section key=${title} aria-label=${title}><h2>${title}</h2>
      <div class="grid">${entries.map((entry) => html`<${Card} key=${nameOf(entry)} entry=${entry} />`)}</div></section>`)}
    ${fitting.length > list.length && html`<p><button onClick=${() => { variants.value = true; }}>${w.showVariants(fitting.length - list.length)}</button></p>`}</section>`;
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
      placeOnCard(element, svg);
      find(found.position);
    }, { rootMargin: "200px" });
    watch.observe(element);
    return () => watch.disconnect();
  }, [name]);
  const about = isolated(entry.about ?? entry.note ?? "");
  return html`<article class="card game"><div class="thumb" ref=${place}></div>
    <button class="link" onClick=${async () => open(position || ((await sample(entry.position))?.position ?? name.toLowerCase()), "board")}><b>${name}</b></button>
    <span class="quiet">${about}</span></article>`;
}
