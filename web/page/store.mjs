// Data stored on this device: the reader's rules and the settings. The data is never sent to a server. Without storage (a private window,
// a frame), the page behaves as if nothing had been stored.

import { signal } from "../vendor/ui.mjs";

/** @import { File } from "./types.mjs" */

const FILES = "grundy.files";
const SETTINGS = "grundy.settings";
const LEARNED = "grundy.learned";

/** Whether this is `embed.html`, the part of the page for frames of other pages. It stores nothing. */
export const embedded = globalThis.document?.documentElement.dataset.embed !== undefined;

/** @param {string} name @returns {unknown} */
export function load(name) {
  if (embedded) return null;
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value and returns whether the browser stored it. @param {string} name @param {unknown} value */
export function save(name, value) {
  if (embedded) return false;
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} list @returns {File[]} */
function files(list) {
  if (!Array.isArray(list)) return [];
  return list.filter((file) => typeof file?.name === "string" && typeof file?.text === "string").map(({ name, text }) => ({ name, text }));
}

/** The stored files; the last changed file is first. */
export const kept = signal(files(load(FILES)));

/** Stores a file under its name. The stored list is read again first, because other tabs may have changed it. @param {File} file */
export function keep(file) {
  const others = files(load(FILES)).filter(({ name }) => name !== file.name);
  kept.value = [file, ...others];
  return save(FILES, kept.value);
}

/** Removes a file. @param {string} name */
export function forget(name) {
  kept.value = files(load(FILES)).filter((file) => file.name !== name);
  save(FILES, kept.value);
}

/** The settings of the page. @typedef {{ lang?: string, theme?: string, plain?: boolean, colours?: boolean, divider?: number, rules?: boolean }} Settings */

/** @type {import("../vendor/ui.mjs").Signal<Settings>} */
export const settings = signal(/** @type {Settings} */ ({ .../** @type {object} */ (load(SETTINGS) ?? {}) }));

/** Changes a setting. @param {Settings} change */
export function set(change) {
  settings.value = { ...settings.value, ...change };
  save(SETTINGS, settings.value);
}

/** @returns {string[]} */
function steps() {
  const list = load(LEARNED);
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

/** The names of the steps of Learn that are done. */
export const learned = signal(steps());

/** Stores that a step of Learn is done. The stored list is read again first, because other tabs may have changed it. @param {string} name */
export function learn(name) {
  learned.value = [...new Set([...steps(), ...learned.value, name])];
  save(LEARNED, learned.value);
}
