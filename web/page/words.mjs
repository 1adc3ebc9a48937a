// The texts of the page, in the language that the reader chose, the link requests, or the browser prefers. A text with numbers is a
// function of these numbers. The files words/en.mjs and words/zh.mjs have the same keys (tests/screens.test.mjs).

import { computed, effect, signal } from "../vendor/ui.mjs";
import { en } from "../words/en.mjs";
import { zh } from "../words/zh.mjs";
import { set, settings } from "./store.mjs";

/** @typedef {typeof en} Words */
/** @typedef {"en" | "zh"} Lang */

/** Returns the language of a locale. @param {string | undefined} locale @returns {Lang | undefined} */
function known(locale) {
  const word = locale?.toLowerCase() ?? "";
  return word.startsWith("zh") ? "zh" : word.startsWith("en") ? "en" : undefined;
}

const preferred = (globalThis.navigator?.languages ?? []).map(known).find((lang) => lang) ?? "en";

/** The language of the page. */
export const lang = signal(/** @type {Lang} */ (known(settings.value.lang) ?? preferred));

/** Returns the texts of a part of the page in the language of the page. @template {object} T @param {T} en @param {object} zh */
export const textsOf = (en, zh) => computed(() => (lang.value === "zh" ? /** @type {T} */ (zh) : en));

/** The texts of the page in the language of the page. */
export const words = textsOf(en, zh);

/** Changes the language. @param {Lang} next */
export function speak(next) {
  lang.value = next;
  set({ lang: next });
}

/** Switches to the language that a link requests, without storing this language as a setting. @param {string | undefined} locale */
export function follow(locale) {
  lang.value = known(locale) ?? lang.value;
}

/** Formats a number. @param {number | string} n */
export function number(n) {
  return typeof n === "number" ? n.toLocaleString(lang.value === "zh" ? "zh-CN" : "en-GB") : n;
}

/** Sets the language of the document. */
export function tellDocument() {
  effect(() => {
    document.documentElement.lang = lang.value === "zh" ? "zh-CN" : "en";
  });
}
