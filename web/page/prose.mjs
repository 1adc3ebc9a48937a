// Messages of the core in the words of the page. The core also writes for the command: a part of a message that names a command or one of
// its options is left out. Code in backquotes is shown as code, or without backquotes where only text is possible.

import { html } from "../vendor/ui.mjs";
import { isolated } from "./bidi.mjs";

/** A command, or an option of a command. */
const COMMAND = /\bgrundy [a-z]|(?:^|[\s`（(])--[a-z]/;

/** Returns the message without the parts that name commands. If all parts do, only their backquotes are removed later. @param {string} text */
function withoutCommands(text) {
  if (!COMMAND.test(text)) return text;
  const parts = text.replace(/[:：]\s*`grundy [^`]*`$/, "").split(/[;；]\s*/);
  const left = parts.filter((part) => !COMMAND.test(part));
  return left.length > 0 ? left.join(/[；]/.test(text) ? "；" : "; ") : text;
}

/** Returns the message as text. @param {string} text */
export const prose = (text) => isolated(withoutCommands(text).replaceAll("`", ""));

/** Shows the parts of a text in backquotes as code. @param {string} text */
export const withCode = (text) => text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));

/** The message with its code. @param {{ text: string }} props */
export function Prose({ text }) {
  return html`${withCode(isolated(withoutCommands(text)))}`;
}
