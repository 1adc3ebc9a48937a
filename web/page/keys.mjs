// The keys of the page: one list, which `?` displays and which one listener uses. Open screens register the actions of their keys. A key
// without Ctrl or Alt does nothing while the reader enters a text.

import { acted } from "./state.mjs";

/** @typedef {import("./words.mjs").Words} Words */
/** @typedef {"everywhere" | "boards" | "playing" | "tables" | "editing"} Place  where a key does something */
/** @typedef {{ keys: string[], place: Place, says: (w: Words) => string }} Key  keys as written: `Ctrl+K`, `?`, `h` */

/** @param {Place} place @param {string} keys  separated by spaces @param {(w: Words) => string} says @returns {Key} */
const key = (place, keys, says) => ({ keys: keys.split(" "), place, says });

/** The keys to which the listener reacts, by action. */
const OBEYED = {
  search: key("everywhere", "Ctrl+K", (w) => w.keySearch),
  position: key("everywhere", "/", (w) => w.keyPosition),
  screens: key("everywhere", "1 2 3 4 5 6 7 8 9", (w) => w.keyScreens),
  help: key("everywhere", "?", (w) => w.keyHelp),
  reference: key("everywhere", "F1", (w) => w.keyReference),
  goOn: key("everywhere", "Ctrl+Enter", (w) => w.keyGoOn),
  stop: key("everywhere", "Esc", (w) => w.keyStop),
  hint: key("playing", "h", (w) => w.hint),
  why: key("playing", "w", (w) => w.whyHere),
  undo: key("playing", "u", (w) => w.undo),
  back: key("playing", "ArrowLeft", (w) => w.walkBack),
  on: key("playing", "ArrowRight", (w) => w.walkOn),
};
/** @typedef {keyof typeof OBEYED} Name */

/** All keys, including those of the focused element and of the browser. @type {Key[]} */
export const KEYS = [
  ...Object.values(OBEYED),
  key("everywhere", "Alt+ArrowLeft", (w) => w.keyBack),
  key("everywhere", "ArrowLeft ArrowRight", (w) => w.keyDivider),
  key("boards", "ArrowLeft ArrowRight ArrowUp ArrowDown", (w) => w.keyWalk),
  key("boards", "Enter", (w) => w.keyChoose),
  key("boards", "+ - 0", (w) => w.keyZoom),
  key("tables", "ArrowLeft ArrowRight ArrowUp ArrowDown", (w) => w.keyCells),
  key("tables", "Home End", (w) => w.keyRow),
  key("tables", "PageUp PageDown", (w) => w.keyRows),
  key("tables", "Enter", (w) => w.keyCell),
  key("editing", "Tab", (w) => w.keyLeave),
  key("editing", "Ctrl+Z Ctrl+Y", (w) => w.keyUndo),
  key("editing", "Ctrl+Space", (w) => w.keyComplete),
];

/** The registered actions; the actions of the innermost screen are last. @type {{ name: Name, act: (key: string) => void }[]} */
let now = [];

/** Registers actions; the returned function removes them. @param {Partial<Record<Name, (key: string) => void>>} acts */
export function add(acts) {
  const more = /** @type {typeof now} */ (Object.entries(acts).map(([name, act]) => ({ name, act })));
  now = [...now, ...more];
  return () => { now = now.filter((one) => !more.includes(one)); };
}

/** Returns the text with which the page names a key. @param {string} key */
export const shown = (key) => key.replace(/Arrow(\w+)/, (_, way) => ({ Left: "←", Right: "→", Up: "↑", Down: "↓" })[/** @type {"Left"} */ (way)]);

/** Returns the key of an event. @param {KeyboardEvent} event */
function written(event) {
  const key = event.key.length === 1 && (event.ctrlKey || event.altKey || event.metaKey) ? event.key.toUpperCase() : event.key;
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${key === "Escape" ? "Esc" : key}`;
}

/** Returns whether the element is a text field. @param {EventTarget | undefined} target */
function writes(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Starts the listener. */
export function listen() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = written(event);
    const target = event.composedPath()[0];
    const arrow = name.startsWith("Arrow");
    if ((name.length === 1 || arrow) && writes(target)) return;
    // Sliders use the arrow keys.
    if (arrow && target instanceof HTMLInputElement) return;
    const found = now.findLast((one) => OBEYED[one.name].keys.includes(name));
    if (!found) return;
    event.preventDefault();
    acted();
    found.act(name);
  });
}
