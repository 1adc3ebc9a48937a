// The stored files of the reader: open, rename, download, remove after a question, and undo. Files can be opened from the disk or dropped on
// the page.

import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { save } from "../page/files.mjs";
import { MAX_RULES_BYTES } from "../page/link.mjs";
import { first } from "../page/samples.mjs";
import { files, go, question, screen } from "../page/state.mjs";
import { forget, keep, kept } from "../page/store.mjs";
import { words } from "../page/words.mjs";

/** @import { File } from "../page/types.mjs" */

/** What was done last, and how it is undone. */
const done = signal(/** @type {{ says: string, undo?: () => void } | undefined} */ (undefined));

/** Shows what was done, with a button that undoes it. @param {string} says @param {() => void} undo */
export const tellDone = (says, undo) => { done.value = { says, undo }; };

/** Shows files, at a position of their first game. @param {File[]} list */
export async function show(list) {
  const begins = await first(list);
  go(() => {
    files.value = list;
    if (begins) question.value = begins;
    if (["home", "gallery", "learn", "exercises", "tools", "help"].includes(screen.value)) screen.value = "board";
  });
}

/** Maximum length of the name of a file. */
const MAX_NAME_CHARS = 100;

/** Returns the name, or the name with a number if another file has it. @param {string} name @param {string[]} taken */
function unused(name, taken) {
  const [, stem = name, end = ""] = name.match(/^(.*?)(\.[^.]*)?$/su) ?? [];
  for (let n = 1; ; n += 1) {
    const found = n === 1 ? name : `${stem}-${n}${end}`;
    if (!taken.includes(found)) return found;
  }
}

/** Returns the names of all files except one with this text. @param {File} [but] */
const namesBut = (but) => [...kept.value, ...files.value].filter(({ name, text }) => name !== but?.name || text !== but.text).map(({ name }) => name);

/** Reads files from the disk, stores them and shows them. @param {Iterable<Blob & { name: string }>} chosen */
async function read(chosen) {
  const w = words.value;
  const list = [...chosen];
  if (list.length === 0) return;
  const names = list.map(({ name }) => isolated(name.slice(0, MAX_NAME_CHARS))).join(w.wordBetween);
  // A link contains all rules that are shown, so together they may not exceed its limit.
  if (list.reduce((sum, { size }) => sum + size, 0) > MAX_RULES_BYTES) return void (done.value = { says: w.fileTooLarge(names) });
  // The text of a folder cannot be read.
  const read = await Promise.all(list.map((file) => file.text().catch(() => "\u0000")));
  if (read.some((text) => text.includes("\u0000") || text.includes("\ufffd"))) return void (done.value = { says: w.fileNoText(names) });
  /** @type {File[]} */
  const texts = [];
  list.forEach(({ name }, at) => {
    const file = { name: name.slice(0, MAX_NAME_CHARS), text: read[at] ?? "" };
    texts.push({ ...file, name: unused(file.name, [...namesBut(file), ...texts.map((other) => other.name)]) });
  });
  for (const file of [...texts].reverse()) keep(file);
  done.value = { says: w.filesOpened(texts.map(({ name }) => isolated(name)).join(w.wordBetween)) };
  await show(texts);
}

/** Opens files that are dropped anywhere on the page. */
export function useDrop() {
  const [over, enter] = useState(false);
  useEffect(() => {
    const has = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (/** @type {DragEvent} */ event) => {
      if (!has(event)) return;
      event.preventDefault();
      enter(true);
    };
    const leave = (/** @type {DragEvent} */ event) => { if (!event.relatedTarget) enter(false); };
    const drop = (/** @type {DragEvent} */ event) => {
      enter(false);
      if (!has(event)) return;
      event.preventDefault();
      read(event.dataTransfer?.files ?? []);
    };
    addEventListener("dragover", drag);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", drag);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return over;
}

/** A button that opens files from the disk. */
export function OpenFiles() {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const change = () => {
    read(field.current?.files ?? []);
    if (field.current) field.current.value = "";
  };
  return html`<button onClick=${() => field.current?.click()}>${words.value.openFile}</button><input type="file" ref=${field} multiple hidden accept=".game,.txt,.hackenbush,.graph,text/plain" onChange=${change} />`;
}

/** The message about the last action, with Undo. */
export function Done() {
  const w = words.value;
  const now = done.value;
  const undo = () => {
    now?.undo?.();
    done.value = undefined;
  };
  return html`<div role="status">${now && html`<p class="notice">${now.says} ${now.undo && html`<button onClick=${undo}>${w.undoIt}</button>`} <button onClick=${() => { done.value = undefined; }}>${w.dismiss}</button></p>`}</div>`;
}

/** The files that are stored and not shown. */
export function Stored() {
  const w = words.value;
  const list = kept.value.filter(({ name }) => !files.value.some((file) => file.name === name));
  if (list.length === 0) return null;
  return html`<section class="card" aria-label=${w.keptFiles}><h2>${w.keptFiles}</h2>
    <ul class="kept">${list.map((file) => html`<${One} key=${file.name} file=${file} />`)}</ul></section>`;
}

/** @param {{ file: File }} props */
function One({ file }) {
  const w = words.value;
  const [doing, begin] = useState(/** @type {"" | "remove" | "rename"} */ (""));
  const name = isolated(file.name);
  const label = (/** @type {string} */ act) => `${name}: ${act}`;
  const remove = () => {
    forget(file.name);
    done.value = { says: w.fileRemoved(name), undo: () => keep(file) };
  };
  return html`<li><button onClick=${() => show([file])}>${name}</button>
    <button aria-label=${label(w.rename)} onClick=${() => begin("rename")}>✎</button>
    <button aria-label=${label(w.downloadFile)} onClick=${() => save(file.name, file.text)}>↓</button>
    <button aria-label=${label(w.forget)} onClick=${() => begin("remove")}>✕</button>
    ${doing === "remove" && html`<p class="row" role="alert">${w.removeAsk(name)} <button class="main" onClick=${remove}>${w.removeIt}</button><button onClick=${() => begin("")}>${w.keepIt}</button></p>`}
    ${doing === "rename" && html`<${Rename} file=${file} close=${() => begin("")} />`}</li>`;
}

/** A form with the new name of a file. A name of another file is refused. @param {{ file: File, close: () => void }} props */
export function Rename({ file, close }) {
  const w = words.value;
  const [name, type] = useState(file.name);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => field.current?.focus(), []);
  const taken = name.trim() !== file.name && [...kept.value, ...files.value].some((other) => other.name === name.trim());
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const next = { name: name.trim(), text: file.text };
    if (taken || next.name === "") return;
    const before = file.name;
    if (next.name !== before) {
      const shown = files.value;
      const stored = kept.value.some((one) => one.name === before);
      if (stored) {
        forget(before);
        keep(next);
      }
      files.value = shown.map((one) => (one.name === before ? next : one));
      const undo = () => {
        const now = [...files.value, ...kept.value].find((one) => one.name === next.name) ?? next;
        const back = { ...now, name: unused(before, namesBut(now)) };
        if (stored) {
          forget(next.name);
          keep(back);
        }
        files.value = files.value.map((one) => (one.name === next.name ? back : one));
      };
      done.value = { says: w.fileRenamed(isolated(next.name)), undo };
    }
    close();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return html`<form class="row" onSubmit=${submit} onKeyDown=${key}><label>${w.newName} <input value=${name} ref=${field} maxlength=${MAX_NAME_CHARS} onInput=${(/** @type {InputEvent} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <button class="main" disabled=${taken || name.trim() === ""}>${w.rename}</button><button type="button" onClick=${close}>${w.close}</button>
    ${taken && html`<span class="bad" role="alert">${w.nameTaken}</span>`}</form>`;
}
