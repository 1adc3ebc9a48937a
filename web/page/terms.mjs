// The meanings of terms, supplied by the core: as a paragraph, or as a tooltip of a word.

import { html, useEffect, useState } from "../vendor/ui.mjs";
import { quick } from "./core.mjs";
import { withCode } from "./prose.mjs";
import { lang } from "./words.mjs";

/** Returns the meaning of a term after the core has supplied it. @param {string} name  empty for none */
function useMeaning(name) {
  const [found, hear] = useState({ name: "", lang: "", meaning: "" });
  const is = found.name === name && found.lang === lang.value;
  useEffect(() => {
    if (!name || is) return;
    const asked = lang.value;
    quick({ ask: "term", given: { name }, options: { lang: asked } }).then((/** @type {any} */ reply) => {
      if (reply.meaning) hear({ name, lang: asked, meaning: reply.meaning });
    });
  }, [name, lang.value]);
  return is ? found.meaning : "";
}

/** The meaning of a term as a paragraph, which is requested when the paragraph is first shown.
 *  @param {{ name: string, shown: boolean }} props */
export function Meaning({ name, shown }) {
  return html`<p>${withCode(useMeaning(shown ? name : ""))}</p>`;
}

/** A word whose meaning appears on hover, on focus or on a tap. @param {{ name: string, children?: any }} props */
export function Term({ name, children }) {
  const [shown, show] = useState(false);
  const meaning = useMeaning(shown ? name : "");
  const hide = () => show(false);
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !shown) return;
    event.stopPropagation();
    hide();
  };
  return html`<span class="term" onPointerLeave=${hide}><button type="button" aria-expanded=${shown && meaning !== ""} onFocus=${() => show(true)} onBlur=${hide}
    onPointerEnter=${() => show(true)} onClick=${() => show(true)} onKeyDown=${key}>${children}</button>${shown && meaning && html`<span role="tooltip">${withCode(meaning)}</span>`}</span>`;
}
