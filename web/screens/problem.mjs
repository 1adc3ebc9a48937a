// An error in rules: its location, its message, and a button that mends the rules.

import { html, useEffect, useState } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { closing } from "../page/closing.mjs";
import { mended } from "../page/places.mjs";
import { Prose } from "../page/prose.mjs";
import { words } from "../page/words.mjs";

/** @import { Diagnostic } from "../page/types.mjs" */

/** An entry of a list of errors. With `name`, the location contains the name of the file.
 *  @param {{ problem: Diagnostic, text: string, name?: string | undefined, change: (text: string) => void, goTo: () => void }} props */
export function ProblemEntry({ problem, text, name, change, goTo }) {
  const w = words.value;
  const { line, column, message, cause, help, fix, repair } = problem;
  const [closed, find] = useState(/** @type {{ of: string, text: string, sign: string } | undefined} */ (undefined));
  useEffect(() => {
    let wanted = true;
    if (!fix && !repair) closing(text, problem).then((found) => { if (wanted) find(found && { ...found, of: text }); });
    return () => { wanted = false; };
  }, [text, line, column]);
  return html`<li><button class="link" title=${w.gotoLine} onClick=${goTo}>${name && `${isolated(name)}:`}${line}:${column}</button>
    ${" "}<span class="bad"><${Prose} text=${message} /></span> ${cause && html`<span class="quiet"><${Prose} text=${cause} /></span>`}
    ${fix && html` <button onClick=${() => change(mended(text, fix))}>${w.fix(isolated(fix.map(({ text }) => text.trim()).join(" … ")))}</button>`}
    ${!fix && repair && html` <button onClick=${() => change(repaired(text, problem))}>${w.writeLine(isolated(repair))}</button>`}
    ${closed?.of === text && html` <button onClick=${() => change(closed.text)}>${w.fix(closed.sign)}</button>`}
    ${help && html`<p class="quiet"><${Prose} text=${help} /></p>`}</li>`;
}

/** Returns the text with the suggested line. @param {string} text @param {Diagnostic} problem */
function repaired(text, problem) {
  const lines = text.split("\n");
  const line = lines[problem.line - 1] ?? "";
  lines[problem.line - 1] = (line.match(/^\s*/)?.[0] ?? "") + (problem.repair ?? "").trim();
  return lines.join("\n");
}
