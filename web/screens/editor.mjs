// The editor: a plain text field at first. When the editor with colours is loaded, it replaces the text field, unless the reader prefers
// the plain text field, for example because of an input method. Both editors have the same properties.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { words } from "../page/words.mjs";

/** @import { Diagnostic } from "../page/types.mjs" */
/** Result of a test or claim, at its line. @typedef {{ line: number, holds: boolean, words: string }} Mark */
/** @typedef {{ name: string, text: string, change: (text: string) => void, problems: Diagnostic[], marks: Mark[],
 *    caret: { at: number } | undefined, plain: boolean }} Properties */

/** @param {Properties} props */
export function Editor(props) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const editor = useRef(/** @type {import("./editor-code.mjs").CodeEditor | undefined} */ (undefined));
  const latest = useRef(props);
  const [coloured, colour] = useState(false);
  latest.current = props;
  useEffect(() => {
    if (props.plain) return;
    let wanted = true;
    import("./editor-code.mjs").then(({ CodeEditor }) => {
      if (!wanted || !place.current) return;
      const hadFocus = place.current.parentElement?.contains(document.activeElement);
      editor.current = new CodeEditor(place.current, () => latest.current);
      colour(true);
      if (hadFocus) editor.current.focus();
    }, () => {});
    return () => {
      wanted = false;
      editor.current?.close();
      editor.current = undefined;
    };
  }, [props.plain]);
  // The editor is updated in the layout effect, so that it uses the drawn text. A later update could undo text that the reader has typed
  // since.
  useLayoutEffect(() => editor.current?.update(latest.current), [props.text, props.problems, props.marks, props.name, coloured, words.value]);
  useEffect(() => { if (props.caret) editor.current?.goTo(props.caret.at); }, [props.caret]);
  return html`<div class="code-place" ref=${place} hidden=${!coloured}></div>${!coloured && html`<${Plain} ...${props} />`}`;
}

/** @param {Properties} props */
function Plain({ text, change, problems, caret }) {
  const w = words.value;
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (!caret || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  return html`<textarea class="code plain-editor" ref=${field} aria-label=${w.editorLabel} value=${text} spellcheck=${false} autocapitalize="off" autocomplete="off"
    aria-invalid=${problems.length > 0} rows=${Math.min(24, Math.max(8, text.split("\n").length + 1))}
    onInput=${(/** @type {InputEvent} */ event) => change(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>`;
}
