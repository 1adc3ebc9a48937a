// The texts of the frame for other pages in the language of the page.

import { textsOf } from "../page/words.mjs";
import { en } from "./en.mjs";
import { zh } from "./zh.mjs";

/** The texts in the language of the page. */
export const words = textsOf(en, zh);
