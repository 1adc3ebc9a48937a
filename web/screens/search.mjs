// One search for everything: games with their notes, problems of online judges, theorems, keywords and functions of the rule language, and
// screens.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { quick } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { add } from "../page/keys.mjs";
import { reference } from "../page/reference.mjs";
import { sample } from "../page/samples.mjs";
import { SCREENS, embed, go, open, screen, searching, share, theorem, topic } from "../page/state.mjs";
import { set } from "../page/store.mjs";
import { dark, turn } from "../page/theme.mjs";
import { RESERVED } from "../page/tokens.mjs";
import { lang, speak, words } from "../page/words.mjs";
import { fetchLibrary, library } from "./gallery.mjs";
import { file, format, newFile } from "./rules.mjs";
import { absent, comparable, synonyms } from "./synonyms.mjs";

/** @typedef {{ name: string, kind: string, says: string, also?: string, act: () => void }} Found */

/** Maximum number of results. */
const SHOWN = 40;

const close = () => { searching.value = false; };
/** Milliseconds to wait for the target of a command. */
const COMES = 3000;

/** Goes to an element after it appears on the screen. @param {string} selector */
function reach(selector) {
  const began = performance.now();
  const look = () => {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (found) {
      const folded = found.closest("details");
      if (folded) folded.open = true;
      // A narrow window folds the controls of a table behind a button.
      if (!found.checkVisibility()) return void /** @type {HTMLElement | null} */ (document.querySelector(".narrow-only"))?.focus();
      found.focus();
    } else if (performance.now() - began < COMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Shows the rules, in a layout without a rules column. */
function rules() {
  const beside = !["home", "gallery", "learn", "exercises", "tools", "help"].includes(screen.value);
  set({ rules: true });
  if (!beside || matchMedia("(max-width: 54rem)").matches) go(() => { screen.value = "rules"; });
}

/** Returns the commands. @param {import("../page/words.mjs").Words} w @returns {[string, () => void][]} */
const commands = (w) => [
  [w.commandShare, share],
  [w.commandEmbed, embed],
  [`${w.commandLanguage} ${w.otherLanguage}`, () => speak(lang.value === "zh" ? "en" : "zh")],
  [dark.value ? w.commandLight : w.commandDark, turn],
  [w.newFile, () => {
    rules();
    newFile();
  }],
  [w.commandFormat, () => {
    rules();
    format();
  }],
  [w.commandSaveRules, () => { if (file.value) save(file.value.name, file.value.text); }],
  [w.commandSaveTable, () => {
    go(() => { screen.value = "table"; });
    reach("#save button");
  }],
  [w.commandSaveGraph, () => {
    go(() => { screen.value = "graph"; });
    reach("#save button");
  }],
  [w.commandConventions, () => {
    if (["home", "gallery", "learn", "exercises", "tools", "help", "play"].includes(screen.value)) go(() => { screen.value = "board"; });
    reach(".verdict details select");
  }],
];

/** The search dialog. */
export function Search() {
  const w = words.value;
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [text, type] = useState("");
  const [others, hear] = useState(/** @type {Found[]} */ ([]));
  // The dialog is opened in the layout effect, so that text that is typed immediately after Ctrl+K goes to the dialog.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return add({ stop: close });
  }, []);
  useEffect(() => {
    fetchLibrary();
    Promise.all([
      quick({ ask: "judge", given: { task: "list" }, options: { lang: lang.value } }),
      quick({ ask: "theorem", options: { lang: lang.value } }),
      reference(),
    ]).then(([judge, theorems, functions]) => hear([
      ...SCREENS.map((name) => ({ name: name === "help" ? w.helpScreen : w[name], kind: w.kindScreen, says: "", act: () => go(() => { screen.value = name; }) })),
      ...(theorems.theorems ?? []).map((/** @type {any} */ { name, title, statement }) => ({ name, kind: w.kindTheorem, says: `${title} ${statement ?? ""}`, act: () => go(() => { theorem.value = name; screen.value = "why"; }) })),
      ...(judge.problems ?? []).map((/** @type {any} */ { name, title, source, method }) => ({ name, kind: w.kindProblem, says: `${title}. ${source}. ${method}`, act: () => go(() => { topic.value = `judge ${name}`; screen.value = "help"; }) })),
      ...functions.map(({ name, written, says }) => ({ name, kind: w.kindFunction, says: `${written}: ${says}`, act: () => go(() => { topic.value = "built-in-functions"; screen.value = "help"; }) })),
      ...[...RESERVED].map((name) => ({ name, kind: w.kindWord, says: "", act: () => go(() => { topic.value = name; screen.value = "help"; }) })),
    ]));
  }, [lang.value]);
  const games = library.value.map(({ game, structure, about, note, position }) => ({
    name: game ?? structure ?? "", kind: w.kindGame, says: `${about ?? ""} ${note ?? ""}`, also: synonyms(game ?? structure ?? ""),
    act: async () => open((await sample(position))?.position ?? "", "board"),
  }));
  const orders = commands(w).map(([name, act]) => ({ name, kind: w.kindCommand, says: "", act }));
  const wanted = comparable(text).split(/\s+/).filter(Boolean);
  const rank = (/** @type {Found} */ { name }) => (name.toLowerCase() === text.toLowerCase() ? 0 : name.toLowerCase().startsWith(wanted[0] ?? "") ? 1 : 2);
  const all = /** @type {Found[]} */ ([...orders, ...games, ...others]);
  const found = all.filter(({ name, says, kind, also = "" }) => wanted.every((word) => comparable(`${name} ${says} ${kind} ${also}`).includes(word)));
  found.sort((a, b) => rank(a) - rank(b));
  const why = absent(text);
  const take = (/** @type {Found} */ one) => {
    close();
    one.act();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    const stops = /** @type {HTMLElement[]} */ ([...(dialog.current?.querySelectorAll("input, li button") ?? [])]);
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + by];
    event.preventDefault();
    next?.focus();
  };
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (found[0] && text) take(found[0]);
  };
  return html`<dialog ref=${dialog} aria-label=${w.search} onClose=${close} onKeyDown=${key}>
    <form class="head" onSubmit=${enter}><input type="search" aria-label=${w.searchAll} placeholder=${w.searchAll} value=${text} onInput=${(/** @type {InputEvent} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)} autofocus />
      <button type="button" onClick=${close}>${w.close}</button></form>
    <p class="quiet" role="status">${w.found(found.length)}</p>
    ${why && html`<p class="notice">${w[why]}</p>`}
    <ul class="plain found">${found.slice(0, SHOWN).map((one) => html`<li key=${`${one.kind} ${one.name}`}><button onClick=${() => take(one)}><b>${one.name}</b> <span class="quiet">${one.kind}</span><br /><span class="quiet clip">${isolated(one.says)}</span></button></li>`)}</ul></dialog>`;
}
