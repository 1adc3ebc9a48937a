// The rules that the visitor has written for each exercise, and the solved exercises. Both are stored on this device only.

import { signal } from "../vendor/ui.mjs";
import { load, save } from "../page/store.mjs";

/** @typedef {{ text?: string, solved?: boolean }} Attempt */

const NAME = "grundy.exercises";

/** @returns {Record<string, Attempt>} */
function stored() {
  const found = load(NAME);
  if (typeof found !== "object" || found === null) return {};
  const valid = Object.entries(found).filter(([, one]) => typeof one === "object" && one !== null);
  return Object.fromEntries(valid.map(([id, { text, solved }]) => [id, { ...(typeof text === "string" && { text }), ...(solved === true && { solved }) }]));
}

/** The attempts, by the name of the exercise. */
export const attempts = signal(stored());
/** Whether the browser stores attempts. */
export const stores = signal(true);

/** Changes the attempt at an exercise. The stored attempts are read again first, because other tabs may have changed them.
 *  @param {string} id @param {Attempt} change */
export function note(id, change) {
  const before = { ...attempts.peek(), ...stored() };
  attempts.value = { ...before, [id]: { ...before[id], ...change } };
  stores.value = save(NAME, attempts.peek());
}

/** Removes the rules of an exercise; a solved exercise stays solved. @param {string} id */
export function forgetRules(id) {
  const before = { ...attempts.peek(), ...stored() };
  attempts.value = { ...before, [id]: before[id]?.solved ? { solved: true } : {} };
  stores.value = save(NAME, attempts.peek());
}
