// The task to give a formula for the values of a game. The core refutes the formula with a position, or proves it for all positions.

import { html, useState } from "../vendor/ui.mjs";
import { prose } from "../page/prose.mjs";
import { ask, failed, FreeBoard, Reply, Values } from "./parts.mjs";
import { words } from "./words.mjs";

/** @import { Task, Told } from "./parts.mjs" */

const FILE = "mine.game";

/** @param {Task} props */
export function Claim({ step, done, next }) {
  const w = words.value;
  const [text, type] = useState("");
  const [told, tell] = useState(/** @type {Told} */ (undefined));
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() === "") return tell({ good: false, text: w.formulaEmpty });
    const file = { name: FILE, text: w.skeleton.replace(/\}\s*$/, `  claim SG == ${text}\n}\n`) };
    const reply = await ask("check", { file }, { prove: true }, [file]);
    const found = reply.reports?.[0]?.findings.find((/** @type {{ kind: string }} */ { kind }) => kind === "claim");
    if (!found) return tell({ good: false, text: failed(reply) ?? w.noReply });
    if (!found.holds) return tell({ good: false, text: [found.why.message, found.why.help].filter(Boolean).map(prose).join(". ") });
    if (found.status.kind !== "proved") return tell({ good: false, text: w.notProved });
    tell({ good: true, text: w.proved(text.trim()) });
    done();
  };
  return html`<pre tabindex="0" role="group" aria-label=${w.rulesLabel}>${w.skeleton.replace(/\}\s*$/, "  claim SG == …\n}")}</pre>
    <form class="row" onSubmit=${enter}><label class="ranges"><code>claim SG ==</code> <input class="code" aria-label=${w.formula} value=${text} spellcheck=${false} autocapitalize="off" autocomplete="off"
      onInput=${(/** @type {InputEvent} */ event) => { type(/** @type {HTMLInputElement} */ (event.target).value); tell(undefined); }} /></label><button class="main">${w.check}</button></form>
    <${Reply} told=${told} next=${next} />
    ${step.table && html`<${Values} of=${step.table} />`}
    <${FreeBoard} start=${`${step.of}[6]`} />`;
}
