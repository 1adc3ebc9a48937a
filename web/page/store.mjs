// What is kept on this device: rules of one's own, and how the page is set. Nothing of it is sent anywhere. Where there is no storage (a
// private window, a frame) everything is as if nothing had been kept.

import { signal } from "../vendor/ui.mjs";

/** @import { File } from "./types.mjs" */

const FILES = "grundy.files";
const SETTINGS = "grundy.settings";

/** @param {string} name @returns {unknown} */
function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Whether it is kept. @param {string} name @param {unknown} value */
function save(name, value) {
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

/** The files that are kept, the one changed last first. */
export const kept = signal(files(load(FILES)));

/** Keeps a file under its name. Other tabs may have kept others meanwhile. @param {File} file */
export function keep(file) {
  const others = files(load(FILES)).filter(({ name }) => name !== file.name);
  kept.value = [file, ...others];
  return save(FILES, kept.value);
}

/** Forgets a file. @param {string} name */
export function forget(name) {
  kept.value = files(load(FILES)).filter((file) => file.name !== name);
  save(FILES, kept.value);
}

/** How the page is set. @typedef {{ lang?: string, theme?: string, plain?: boolean, colours?: boolean, divider?: number }} Settings */

/** @type {import("../vendor/ui.mjs").Signal<Settings>} */
export const settings = signal(/** @type {Settings} */ ({ .../** @type {object} */ (load(SETTINGS) ?? {}) }));

/** Changes a setting. @param {Settings} change */
export function set(change) {
  settings.value = { ...settings.value, ...change };
  save(SETTINGS, settings.value);
}
