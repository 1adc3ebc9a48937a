// Runs all files whose tests share the tabs of one browser, because opening a tab takes more time than most of these tests. Each file can
// also be run separately: `node --test web/tests/page.paged.mjs`.

import "./details.paged.mjs";
import "./editor.paged.mjs";
import "./embed.paged.mjs";
import "./errors.paged.mjs";
import "./exercises.paged.mjs";
import "./frame.paged.mjs";
import "./home.paged.mjs";
import "./hostile.paged.mjs";
import "./keyboard.paged.mjs";
import "./learn.paged.mjs";
import "./page.paged.mjs";
import "./play.paged.mjs";
import "./tables.paged.mjs";
import "./two-players.paged.mjs";
import "./unsolved.paged.mjs";
