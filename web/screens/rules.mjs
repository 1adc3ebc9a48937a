// The rules: the reader's files or, if there are none, the library file of the game on the board. The first change of a library file makes
// a copy. Below the rules are the errors with their fixes, the stored files, and the results of tests and claims.

import { batch, computed, effect, html, signal, untracked, useEffect, useState } from "../vendor/ui.mjs";
import { problems, shown as position } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { quick } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { firstGame, offset } from "../page/places.mjs";
import { FIRST, files, go, question } from "../page/state.mjs";
import { keep, kept, set, settings } from "../page/store.mjs";
import { lang, words } from "../page/words.mjs";
import { Checks, marks } from "./checks.mjs";
import { Editor } from "./editor.mjs";
import { Parameters } from "./parameters.mjs";
import { ProblemEntry } from "./problem.mjs";
import { OpenFiles, Rename, Stored, tellDone } from "./stored.mjs";

/** @import { Diagnostic, File } from "../page/types.mjs" */

/** Name of the reader's file that is shown. */
const shown = signal("");
/** The library file of the game on the board, if there is one. */
const library = signal(/** @type {File | undefined} */ (undefined));
/** Location to which the cursor must move; a new object for each request. */
export const caret = signal(/** @type {{ at: number } | undefined} */ (undefined));
/** Whether changes can be stored on this device. */
const keeps = signal(true);

/** Whether the rules are shown next to the answer: on request, and if the reader has rules. */
export const rulesShown = computed(() => settings.value.rules ?? files.value.length > 0);

/** The file in the editor. */
export const file = computed(() => files.value.find(({ name }) => name === shown.value) ?? files.value[0] ?? library.value);
const own = computed(() => files.value.length > 0);

/** Follows the game on the board. */
export function begin() {
  let known = "";
  effect(() => {
    const game = firstGame(position.value?.position ?? question.value);
    if (own.value || game === known) return;
    known = game;
    untracked(() => quick({ ask: "library", given: { name: game }, files: [], instead: "library", options: { lang: lang.value } })).then((reply) => {
      if (known !== game || reply.dropped) return;
      library.value = reply.text === undefined ? undefined : { name: reply.file, text: reply.text };
    });
  });
}

/** Returns the file of an error. @param {Diagnostic} problem */
const about = ({ file: name }) => files.value.find((one) => one.name === name) ?? file.value;

/** Handles an edit; editing a library file makes a copy. @param {string} text @param {File} [now] */
export function change(text, now = file.peek()) {
  if (!now || now.text === text) return;
  const next = { name: now.name, text };
  batch(() => {
    const list = files.peek();
    files.value = list.some(({ name }) => name === now.name) ? list.map((one) => (one.name === now.name ? next : one)) : [...list, next];
    shown.value = now.name;
    keeps.value = keep(next);
  });
}

/** Returns an unused name for a new file. */
function fresh() {
  const taken = [...files.peek(), ...kept.peek()].map(({ name }) => name);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? "my.game" : `my${n}.game`;
    if (!taken.includes(name)) return name;
  }
}

/** Creates a file. */
export function newFile() {
  const name = fresh();
  const game = name.replace(".game", "");
  const text = `game ${game[0]?.toUpperCase()}${game.slice(1)} {\n  state n in 0..\n  move ${lang.peek() === "zh" ? '"取 {k}"' : '"take {k}"'} k in 1..3 : [n - k]\n}\n`;
  go(() => {
    files.value = [...files.value, { name, text }];
    shown.value = name;
    question.value = `${game}[7]`;
    keeps.value = keep({ name, text });
  });
}

/** Formats the file in the editor. */
export async function format() {
  const now = file.peek();
  if (!now) return;
  const reply = await quick({ ask: "format", given: { file: now }, options: { lang: lang.peek() } });
  if (reply.text !== undefined) change(reply.text, now);
}

/** Closes a file. If it is a copy of a library file, the library file is shown again. @param {File} closed @param {boolean} isCopy */
function take(closed, isCopy) {
  const before = question.value;
  go(() => {
    files.value = files.value.filter(({ name }) => name !== closed.name);
    if (!isCopy && files.value.length === 0) question.value = FIRST;
  });
  const undo = () => go(() => {
    files.value = [...files.value, closed];
    question.value = before;
  });
  tellDone(words.value.fileClosed(isolated(closed.name)), undo);
}

/** The names of the library files that the reader has opened as copies. @type {import("../vendor/ui.mjs").Signal<Record<string, boolean>>} */
const copies = signal({});

/** Finds out whether a file is a copy of a library file of its name. @param {string} name */
async function findOriginal(name) {
  if (copies.peek()[name] !== undefined) return;
  const reply = await quick({ ask: "library", given: { name: name.replace(/\.[^.]*$/, "") }, files: [], options: { lang: lang.peek() } });
  if (!reply.dropped && !reply.stopped) copies.value = { ...copies.peek(), [name]: reply.file === name };
}

/** The pane with the editor, the stored files and the results of checks. */
export function Rules() {
  const w = words.value;
  const now = file.value;
  const list = files.value;
  const plain = settings.value.plain === true;
  const [renamed, rename] = useState("");
  const isCopy = copies.value[now?.name ?? ""] === true;
  useEffect(() => { if (now && own.value) findOriginal(now.name); }, [now?.name, own.value]);
  return html`<section class="card rules" aria-label=${w.rules} id="rules">
    <h2>${w.rulesOf} ${now && html`<code>${isolated(now.name)}</code> <span class="quiet">${own.value ? w.yours : w.ofLibrary}</span>`}</h2>
    ${list.length > 1 && html`<p class="row tabs">${list.map(({ name }) => html`<button aria-pressed=${now?.name === name} onClick=${() => { shown.value = name; }}>${isolated(name)}</button>`)}</p>`}
    ${now ? html`<${Editor} key=${`${plain}`} name=${now.name} text=${now.text} change=${change} problems=${own.value ? problems.value.filter((one) => about(one) === now) : []} marks=${marks.value} caret=${caret.value} plain=${plain} />`
      : html`<p>${w.noRules(firstGame(question.value))}</p>`}
    <p class="row">
      <button onClick=${newFile}>${w.newFile}</button><${OpenFiles} />
      ${now && html`<button onClick=${format}>${w.format}</button><button onClick=${() => save(now.name, now.text)}>${w.downloadFile}</button>`}
      ${own.value && now && html`<button onClick=${() => rename(now.name)}>${w.rename}</button><button onClick=${() => take(now, isCopy)}>${isCopy ? w.undoAll : w.closeFile}</button>`}
      <button aria-pressed=${plain} onClick=${() => set({ plain: !plain })}>${w.plainEditor}</button>
    </p>
    ${now && renamed === now.name && html`<${Rename} file=${now} close=${() => rename("")} />`}
    ${own.value && now && html`<p class="quiet">${isKept(now) ? keeps.value ? w.kept : w.notKept : html`<button onClick=${() => { keeps.value = keep(now); }}>${w.keepHere}</button>`}</p>`}
  </section>
  ${own.value && problems.value.length > 0 && html`<${Problems} list=${problems.value} />`}
  ${now && problems.value.length === 0 && html`<${Parameters} text=${now.text} />`}
  ${now && problems.value.length === 0 && html`<${Checks} file=${now} goTo=${(/** @type {number} */ line) => { caret.value = { at: offset(now.text, line, 1) }; }} />`}
  <${Stored} />`;
}

/** Returns whether the text of a file is stored. A file from a link is not stored until the reader changes it. @param {File} file */
function isKept({ name, text }) {
  return kept.value.some((one) => one.name === name && one.text === text);
}

/** Moves the cursor to an error, in its file. @param {File} file @param {Diagnostic} problem */
const goTo = (file, { line, column }) => batch(() => {
  shown.value = file.name;
  caret.value = { at: offset(file.text, line, column) };
});

/** @param {{ list: Diagnostic[] }} props */
function Problems({ list }) {
  const w = words.value;
  return html`<section class="card" role="status" aria-label=${w.problems(list.length)}>
    <h2 class="bad">${w.problems(list.length)}</h2>
    <ul class="problems">${list.map((problem) => html`<${Problem} problem=${problem} />`)}</ul>
  </section>`;
}

/** @param {{ problem: Diagnostic }} props */
function Problem({ problem }) {
  const file = about(problem);
  return file && html`<${ProblemEntry} problem=${problem} text=${file.text} name=${files.value.length > 1 ? file.name : undefined}
    change=${(/** @type {string} */ text) => change(text, file)} goTo=${() => goTo(file, problem)} />`;
}
