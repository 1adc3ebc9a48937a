// The texts of the embed and its builder in the language of the page.

import { computed } from "../vendor/ui.mjs";
import { lang } from "../page/words.mjs";
import { en } from "./en.mjs";
import { zh } from "./zh.mjs";

/** The texts in the language of the page. */
export const words = computed(() => (lang.value === "zh" ? /** @type {typeof en} */ (/** @type {unknown} */ (zh)) : en));
