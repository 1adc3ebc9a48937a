// Entry point of the page.

import { effect, html, render } from "../vendor/ui.mjs";
import { begin as beginChecks } from "../screens/checks.mjs";
import { begin as beginRules } from "../screens/rules.mjs";
import { begin as beginAsking, failure, look } from "./asking.mjs";
import { prefetch as prefetchCore, quick, start } from "./core.mjs";
import { Frame } from "./frame.mjs";
import { listen } from "./keys.mjs";
import { prefetch as prefetchScreens } from "./later.mjs";
import { prefetch } from "./resources.mjs";
import { first } from "./samples.mjs";
import { begin as beginState, files, key, question, screen } from "./state.mjs";
import { tellDocument as tellTheme } from "./theme.mjs";
import { tellDocument as tellLanguage } from "./words.mjs";

/** Milliseconds from the first answer until the files for use without a network are fetched. */
const REST = 500;

start(key);
tellTheme();
tellLanguage();
listen();
await beginState();
beginAsking();
beginRules();
beginChecks();
if (key) await served();
let answered = false;
effect(() => {
  if (answered || !(look.value || failure.value)) return;
  answered = true;
  setTimeout(() => {
    prefetch();
    prefetchScreens();
    prefetchCore();
    for (const part of [import("./printed.mjs"), import("./offline.mjs")]) part.then(({ begin }) => begin(key), () => {});
  }, REST);
});
const place = document.getElementById("page");
if (place) render(html`<${Frame} />`, place);

/** Shows the files of `grundy serve`, unless the link contains other files. */
async function served() {
  const { files: list = [] } = await quick({ ask: "files" });
  const readable = list.filter((/** @type {{ text?: string }} */ file) => file.text !== undefined);
  if (readable.length === 0 || files.value.length > 0) return;
  files.value = readable;
  if (screen.value === "home") screen.value = "board";
  if (!location.hash.includes("q=")) question.value = await first(readable) ?? question.value;
}
