// The frame around every screen: position, screens, language, colour scheme, sharing, help. The rules are on the left and the answer on
// the right, with a divider between them. A narrow window has one column, with a bar at the bottom.

import { html, signal, useEffect, useRef } from "../vendor/ui.mjs";
import { Board } from "../screens/board.mjs";
import { Home } from "../screens/home.mjs";
import { Legend } from "../screens/legend.mjs";
import { Rules, rulesShown } from "../screens/rules.mjs";
import { Verdict } from "../screens/verdict.mjs";
import { old, shown, unsolved } from "./asking.mjs";
import { LOCKED } from "./carrier.mjs";
import { loading, stop } from "./core.mjs";
import { add } from "./keys.mjs";
import { later } from "./later.mjs";
import { SCREENS, embed, go, open, question, screen, searching, share, sharing, trouble } from "./state.mjs";
import { Done, useDrop } from "../screens/stored.mjs";
import { set, settings } from "./store.mjs";
import { dark, turn } from "./theme.mjs";
import { entitle } from "./title.mjs";
import { lang, speak, words } from "./words.mjs";

/** @import { Screen } from "./state.mjs" */
/** @import { Words } from "./words.mjs" */

/** Screens in the bar at the bottom of a narrow window. @type {Screen[]} */
const BAR = ["rules", "board", "play", "table"];
/** Screens without the rules next to them. @type {Screen[]} */
const WHOLE = ["home", "play", "gallery", "learn", "exercises", "tools", "help"];

const menu = signal(false);

/** @param {Screen} name @param {Words} w */
function called(name, w) {
  return { home: w.home, rules: w.rules, board: w.board, play: w.play, table: w.table, graph: w.graph, why: w.why, gallery: w.gallery, learn: w.learn, exercises: w.exercises, tools: w.tools, help: w.helpScreen }[name];
}

/** @param {Screen} name */
export function show(name) {
  menu.value = false;
  if (screen.value !== name) go(() => { screen.value = name; });
}

/** Registers the actions of the keys that work on every screen. */
export function useKeys() {
  useEffect(() => add({
    search: () => { searching.value = true; },
    position: () => document.getElementById("position")?.focus(),
    screens: (key) => show(SCREENS[Number(key) - 1] ?? "board"),
    help: () => show("help"),
    reference: () => show("help"),
    stop: () => {
      stop();
      menu.value = false;
    },
  }), []);
}

/** The page: the header, the names of the screens, and the current screen, in most cases next to the rules. */
export function Frame() {
  const w = words.value;
  const now = screen.value;
  const unfolded = now === "rules" || rulesShown.value;
  useKeys();
  const over = useDrop();
  useEffect(() => entitle((name) => (name === "home" ? "" : name !== "play" && WHOLE.includes(name) ? called(name, words.value) : undefined)), []);
  return html`<a class="skip" href="#answer" onClick=${skip}>${w.skip}</a>
    <${Header} />
    <${Screens} />
    <main id="answer" tabindex="-1" class=${WHOLE.includes(now) ? "whole" : unfolded ? "two" : "two folded"} data-screen=${now} ref=${split}>
      ${WHOLE.includes(now) ? html`<div class="pane"><${Notices} /><${Shown} name=${now} /></div>` : html`
        ${unfolded && html`<div class="pane left"><${Rules} /></div><${Divider} />`}
        <div class="pane right"><${Notices} /><p class="row fold-rules"><button aria-expanded=${unfolded} onClick=${() => set({ rules: !unfolded })}>${unfolded ? w.hideRules : w.showRules}</button></p><${Verdict} /><div class="shown"><${Shown} name=${now === "rules" ? "board" : now} /></div></div>`}
    </main>
    <${Bar} />
    ${over && html`<p class="drop">${w.dropHere}</p>`}
    ${searching.value && html`<${Search} />`}`;
}

/** Moves the focus to the answer without a change of the link. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById(document.getElementById("verdict") ? "verdict" : "answer")?.focus();
}

const Exercises = later(async () => (await import("../exercises/exercises.mjs")).Exercises, { large: true });
const Gallery = later(async () => (await import("../screens/gallery.mjs")).Gallery);
const Graph = later(async () => (await import("../screens/graph.mjs")).Graph);
const Help = later(async () => (await import("../screens/help.mjs")).Help);
const Learn = later(async () => (await import("../learn/learn.mjs")).Learn, { large: true });
const Play = later(async () => (await import("../screens/play.mjs")).Play);
const Search = later(async () => (await import("../screens/search.mjs")).Search);
const Table = later(async () => (await import("../screens/table.mjs")).Table);
const Tools = later(async () => (await import("../screens/tools.mjs")).Tools);
const Why = later(async () => (await import("../screens/why.mjs")).Why);

/** @param {{ name: Screen }} props */
function Shown({ name }) {
  if (name === "board") {
    const answer = shown.value;
    const make = (/** @type {import("./types.mjs").Move} */ move) => { if (!old.value || answer === unsolved.value) open(move.leaves); };
    return answer && html`<${Board} answer=${answer} make=${make} /><${Legend} />`;
  }
  const screens = { home: Home, play: Play, table: Table, graph: Graph, why: Why, gallery: Gallery, learn: Learn, exercises: Exercises, tools: Tools, help: Help };
  return html`<${screens[/** @type {keyof typeof screens} */ (name)]} />`;
}

function Header() {
  const w = words.value;
  const type = (/** @type {InputEvent} */ event) => { question.value = /** @type {HTMLInputElement} */ (event.target).value; };
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(() => { if (WHOLE.includes(screen.value) && screen.value !== "play") screen.value = "board"; });
  };
  return html`<header>
    <h1><button class="link" onClick=${() => show("home")}>Grundy</button></h1>
    <form onSubmit=${enter} hidden=${["learn", "exercises"].includes(screen.value)}><input id="position" class="code" aria-label=${w.position} value=${question.value} onInput=${type} spellcheck=${false}
      autocapitalize="off" autocomplete="off" enterkeyhint="go" /></form>
    <span class="row tight">
      <button class="main wide-only" onClick=${() => show("play")}>${w.play}</button>
      <button onClick=${share}>${w.share}</button>
      <button lang=${w.otherLanguageTag} onClick=${() => speak(lang.value === "zh" ? "en" : "zh")}>${w.otherLanguage}</button>
      <button onClick=${turn} aria-pressed=${dark.value}>${dark.value ? w.toLight : w.toDark}</button>
      <button onClick=${() => { searching.value = true; }} aria-keyshortcuts="Control+K">${w.search}</button>
      <button class="wide-only" onClick=${() => show("help")} aria-label=${w.help}>?</button>
    </span>
    ${sharing.value && html`<p class="notice" role="status"><span class="breakable">${sharing.value}</span> <button onClick=${embed}>${w.embed}</button> <button onClick=${() => { sharing.value = ""; }}>${w.dismiss}</button></p>`}
  </header>`;
}

function Screens() {
  const w = words.value;
  const current = screen.value === "rules" ? "board" : screen.value;
  return html`<nav class="screens" aria-label=${w.screens}>${SCREENS.map((name) => html`<button key=${name} aria-current=${current === name ? "page" : undefined} onClick=${() => show(name)}>${called(name, w)}</button>`)}</nav>`;
}

function Bar() {
  const w = words.value;
  return html`<nav class="bar" aria-label=${w.screens}>
    ${BAR.map((name) => html`<button key=${name} aria-current=${screen.value === name ? "page" : undefined} onClick=${() => show(name)}>${called(name, w)}</button>`)}
    <button aria-expanded=${menu.value} aria-current=${BAR.includes(screen.value) ? undefined : "page"} onClick=${() => { menu.value = !menu.value; }}>${BAR.includes(screen.value) || screen.value === "home" ? w.more : called(screen.value, w)}</button>
    ${menu.value && html`<div class="menu">${SCREENS.filter((name) => !BAR.includes(name)).map((name) => html`<button key=${name} onClick=${() => show(name)}>${called(name, w)}</button>`)}</div>`}
  </nav>`;
}

function Notices() {
  const w = words.value;
  const { ready, trouble: missing } = loading.value;
  const wrong = trouble.value && { damaged: w.linkDamaged, new: w.linkNew, large: w.linkLarge }[trouble.value];
  return html`<${Done} /><div role="status">
    ${missing === LOCKED && html`<p class="notice bad">${w.openPrinted}</p>`}
    ${missing && missing !== LOCKED && html`<p class="notice bad">${w.noCore} ${missing}. ${w.noCoreHelp}</p>`}
    ${!ready && !missing && html`<p class="notice">${w.loading}</p>`}
    ${wrong && html`<p class="notice bad">${wrong} <button onClick=${() => { trouble.value = undefined; }}>${w.dismiss}</button></p>`}</div>`;
}

const MIN_SPLIT = 20;
const MAX_SPLIT = 75;

/** @param {HTMLElement | null} main */
function split(main) {
  main?.style.setProperty("--split", `${settings.value.divider ?? 40}%`);
}

/** The divider between rules and answer, for the mouse and the arrow keys. */
function Divider() {
  const w = words.value;
  const now = settings.value.divider ?? 40;
  const grip = useRef(/** @type {HTMLElement | null} */ (null));
  const move = (/** @type {number} */ part) => set({ divider: Math.round(Math.max(MIN_SPLIT, Math.min(MAX_SPLIT, part))) });
  useEffect(() => split(grip.current?.parentElement ?? null), [now]);
  const drag = (/** @type {PointerEvent} */ event) => {
    const box = grip.current?.parentElement?.getBoundingClientRect();
    if (box && grip.current?.hasPointerCapture(event.pointerId)) move((100 * (event.clientX - box.left)) / box.width);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(now + by);
  };
  return html`<div class="divider" ref=${grip} role="separator" tabindex="0" aria-orientation="vertical" aria-label=${w.divider} aria-valuenow=${now}
    aria-valuemin=${MIN_SPLIT} aria-valuemax=${MAX_SPLIT} onKeyDown=${key} onPointerMove=${drag}
    onPointerDown=${(/** @type {PointerEvent} */ event) => grip.current?.setPointerCapture(event.pointerId)}></div>`;
}
