// Everything that is done in one tab after the other, by one browser: opening one costs more than most of these tests do. Each file of them can
// be run by itself too: `node --test web/tests/page.paged.mjs`.

import "./details.paged.mjs";
import "./editor.paged.mjs";
import "./frame.paged.mjs";
import "./hostile.paged.mjs";
import "./keyboard.paged.mjs";
import "./page.paged.mjs";
