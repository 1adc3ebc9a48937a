// Adds text to the page while it is printed: the position, and the rules as text, because the editor contains only the visible lines.
// style/print.css hides everything that is useless on paper.

import { file } from "../screens/rules.mjs";
import { isolated } from "./bidi.mjs";
import { question, screen } from "./state.mjs";
import { words } from "./words.mjs";

/** The screens that show no position. */
const OTHERS = ["home", "gallery", "learn", "exercises", "tools", "help"];

/** @param {string} kind @param {string} text */
function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

/** Adds or removes the text. @param {boolean} prints */
function show(prints) {
  for (const old of document.querySelectorAll(".printed")) old.remove();
  if (!prints || OTHERS.includes(screen.value)) return;
  const [head, rules] = [element("div", ""), element("section", "")];
  head.append(element("h1", isolated(question.value)));
  const now = file.value;
  if (now) rules.append(element("h2", `${words.value.rules}: ${isolated(now.name)}`), element("pre", isolated(now.text)));
  for (const part of [head, rules]) part.className = "printed";
  document.body.prepend(head);
  document.body.append(rules);
}

/** Waits for printing. */
export function begin() {
  const media = matchMedia("print");
  show(media.matches);
  media.addEventListener("change", () => show(media.matches));
  addEventListener("beforeprint", () => show(true));
  addEventListener("afterprint", () => show(false));
}
