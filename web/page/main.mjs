// The page begins here.

import { html, render } from "../vendor/ui.mjs";
import { begin as beginChecks } from "../screens/checks.mjs";
import { begin as beginRules } from "../screens/rules.mjs";
import { begin as beginAsking } from "./asking.mjs";
import { start } from "./core.mjs";
import { Frame } from "./frame.mjs";
import { listen } from "./keys.mjs";
import { begin as beginState, key } from "./state.mjs";
import { tellDocument as tellTheme } from "./theme.mjs";
import { tellDocument as tellLanguage } from "./words.mjs";

start(key);
tellTheme();
tellLanguage();
listen();
await beginState();
beginAsking();
beginRules();
beginChecks();
const place = document.getElementById("page");
if (place) render(html`<${Frame} />`, place);
