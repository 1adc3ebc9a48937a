// The rules as coloured text, which cannot be changed.

import { html } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { files } from "../page/state.mjs";
import { token } from "../page/tokens.mjs";
import { words } from "../page/words.mjs";
import { begin, file } from "../screens/rules.mjs";

begin();

/** Kinds of tokens that have a colour. */
const COLOURED = ["keyword", "number", "text", "comment"];

/** Divides a line into coloured parts. @param {string} line */
function coloured(line) {
  const parts = [];
  for (let at = 0; at < line.length;) {
    const { kind, end } = token(line, at);
    const text = isolated(line.slice(at, end));
    parts.push(COLOURED.includes(kind) ? html`<span class=${`code-${kind}`}>${text}</span>` : text);
    at = end;
  }
  return parts;
}

/** The files of the link or, if there are none, the library file of the game. */
export function Rules() {
  const w = words.value;
  const list = files.value.length > 0 ? files.value : file.value ? [file.value] : [];
  return html`${list.map(({ name, text }) => html`<section class="card" aria-label=${`${w.rules}: ${isolated(name)}`} key=${name}><h2>${w.rules} <code>${isolated(name)}</code></h2>
    <pre tabindex="0">${text.trimEnd().split("\n").map((line) => html`${coloured(line)}${"\n"}`)}</pre></section>`)}`;
}
