// The keys: one list, which `?` shows and one listener obeys. A key without Ctrl or Alt does nothing while a text is being written. Screens
// add keys of their own while they are open.

import { signal } from "../vendor/ui.mjs";

/** @typedef {(w: import("./words.mjs").Words) => string} Said */
/** @typedef {{ key: string, says: Said, act: () => void }} Key  a key as it is written: `Ctrl+K`, `?`, `h` */

/** The keys that are obeyed now. */
export const keys = signal(/** @type {Key[]} */ ([]));

/** Adds keys; the function that comes back takes them away. @param {Key[]} more */
export function add(more) {
  keys.value = [...keys.peek(), ...more];
  return () => { keys.value = keys.peek().filter((key) => !more.includes(key)); };
}

/** How a key is shown. @param {string} key */
export const shown = (key) => ({ ArrowLeft: "←", ArrowRight: "→" })[key] ?? key;

/** How an event is written. @param {KeyboardEvent} event */
function written(event) {
  const key = event.key.length === 1 && (event.ctrlKey || event.altKey || event.metaKey) ? event.key.toUpperCase() : event.key;
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${key === "Escape" ? "Esc" : key}`;
}

/** Whether somebody writes there. @param {EventTarget | undefined} target */
function writes(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Obeys from now on. */
export function listen() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = written(event);
    const target = event.composedPath()[0];
    const arrow = name.startsWith("Arrow");
    if ((name.length === 1 || arrow) && writes(target)) return;
    // Sliders have arrow keys of their own.
    if (arrow && target instanceof HTMLInputElement) return;
    // The last one added is of the innermost screen.
    const found = keys.value.findLast(({ key }) => key === name);
    if (!found) return;
    event.preventDefault();
    found.act();
  });
}
