// The page's own words, in the language that the reader chose, the link asks for, or the browser prefers. A word is a text, or a function where
// numbers stand in it; both files have the same ones (tests/words.test.mjs).

import { computed, effect, signal } from "../vendor/ui.mjs";
import { en } from "../words/en.mjs";
import { zh } from "../words/zh.mjs";
import { set, settings } from "./store.mjs";

/** @typedef {typeof en} Words */
/** @typedef {"en" | "zh"} Lang */

/** The language of a locale. @param {string | undefined} locale @returns {Lang | undefined} */
function known(locale) {
  const word = locale?.toLowerCase() ?? "";
  return word.startsWith("zh") ? "zh" : word.startsWith("en") ? "en" : undefined;
}

const preferred = (globalThis.navigator?.languages ?? []).map(known).find((lang) => lang) ?? "en";

/** The language of the page. */
export const lang = signal(/** @type {Lang} */ (known(settings.value.lang) ?? preferred));

/** Its words. */
export const words = computed(() => (lang.value === "zh" ? /** @type {Words} */ (/** @type {unknown} */ (zh)) : en));

/** Speaks another language from now on. @param {Lang} next */
export function speak(next) {
  lang.value = next;
  set({ lang: next });
}

/** Follows a link that asks for a language, which is not kept. @param {string | undefined} locale */
export function follow(locale) {
  lang.value = known(locale) ?? lang.value;
}

/** A number as people write it. @param {number | string} n */
export function number(n) {
  return typeof n === "number" ? n.toLocaleString(lang.value === "zh" ? "zh-CN" : "en-GB") : n;
}

/** Tells the document which language it is in. */
export function tellDocument() {
  effect(() => {
    document.documentElement.lang = lang.value === "zh" ? "zh-CN" : "en";
  });
}
