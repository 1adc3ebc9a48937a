// Entry point of `embed.html`, the part of the page for frames of other pages. The link selects the position and the parts. The frame
// stores nothing, does not change its address, and reports its height to the containing page.

import { effect, html, render, signal } from "../vendor/ui.mjs";
import { begin as beginAsking, failure, old, running, shown, unfinished, unsolved } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { LOCKED } from "../page/carrier.mjs";
import { loading, start } from "../page/core.mjs";
import { listen } from "../page/keys.mjs";
import { later } from "../page/later.mjs";
import { read } from "../page/link.mjs";
import { begin as beginState, key, link, open, question, trouble } from "../page/state.mjs";
import { set } from "../page/store.mjs";
import { tellDocument as tellTheme } from "../page/theme.mjs";
import { lang, tellDocument as tellLanguage, words } from "../page/words.mjs";
import { Board } from "../screens/board.mjs";
import { Verdict } from "../screens/verdict.mjs";
import { HEIGHT, named } from "./parts.mjs";
import { words as ownWords } from "./words.mjs";

const Rules = later(async () => (await import("./rules.mjs")).Rules, { large: true });
const Table = later(async () => (await import("../screens/table.mjs")).Table, { large: true });

const parts = signal(named(undefined));
/** The position of the link. */
const beginning = signal("");
/** The language that the link requests; empty for none. */
const requested = signal("");
/** Address of the page with the same view. */
const address = signal("./");

/** Adopts the selections of the link that only the frame knows. */
async function adopt() {
  const { place } = await read(location.hash);
  parts.value = named(place.parts);
  requested.value = place.lang ? lang.value : "";
  set({ theme: place.scheme ?? "" });
  beginning.value = place.question ?? question.peek();
}

/** The content of the frame. */
function Embed() {
  const [w, own] = [words.value, ownWords.value];
  const answer = shown.value;
  const shows = (/** @type {import("./parts.mjs").Part} */ part) => parts.value.includes(part);
  const make = (/** @type {import("../page/types.mjs").Move} */ move) => { if (!old.value || answer === unsolved.value) open(move.leaves); };
  const speaks = shows("verdict") || failure.value || unfinished.value || running.value;
  return html`<h1><code class="breakable">${isolated(question.value)}</code></h1>
    <${Notices} />
    ${speaks && html`<${Verdict} brief />`}
    ${answer && (shows("board") || shows("moves")) && html`<${Board} answer=${answer} make=${make} withBoard=${shows("board")} withMoves=${shows("moves")} />`}
    ${shows("rules") && html`<${Rules} />`}
    ${shows("table") && html`<${Table} />`}
    <p class="row foot">${question.value !== beginning.value && html`<button onClick=${() => open(beginning.value)}>${own.toStart}</button>`}
      <a href=${address.value} target="_blank" rel="noopener">${own.openPage}</a></p>`;
}

function Notices() {
  const w = words.value;
  const { ready, trouble: missing } = loading.value;
  const wrong = trouble.value && { damaged: w.linkDamaged, new: w.linkNew, large: w.linkLarge }[trouble.value];
  return html`<div role="status">
    ${missing && html`<p class="notice bad">${missing === LOCKED ? w.openPrinted : `${w.noCore} ${missing}.`}</p>`}
    ${!ready && !missing && html`<p class="notice">${w.loading}</p>`}
    ${wrong && html`<p class="notice bad">${wrong}</p>`}</div>`;
}

start(key);
tellTheme();
tellLanguage();
listen();
await beginState();
await adopt();
addEventListener("hashchange", adopt);
beginAsking();
effect(() => {
  const page = new URL("./", location.href);
  let wanted = true;
  link({ lang: requested.value }).then((fragment) => { if (wanted) address.value = `${page}#${fragment}`; });
  return () => { wanted = false; };
});
const place = document.getElementById("page");
if (place) render(html`<${Embed} />`, place);
if (parent !== window) {
  const report = () => parent.postMessage({ type: HEIGHT, height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
  new ResizeObserver(report).observe(document.body);
}
