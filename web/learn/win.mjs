// The task to win a game against the computer. A move that gives the win away is answered with the computer's reply and taken back.

import { html, useState } from "../vendor/ui.mjs";
import { ask, Binary, failed, Live, moveWords, Reply, useLook, Values } from "./parts.mjs";
import { words } from "./words.mjs";

/** @import { Move } from "../page/types.mjs" */
/** @import { Task, Told } from "./parts.mjs" */

/** @param {Task} props */
export function Win({ step, done, next }) {
  const w = words.value;
  const [position, go] = useState(step.of);
  const [told, tell] = useState(/** @type {Told} */ (undefined));
  const [busy, work] = useState(false);
  const [won, win] = useState(false);
  const { look, wrong } = useLook(position, step.conventions);
  const reply = async (/** @type {string} */ left) => {
    const answer = await ask("reply", { question: left }, step.conventions);
    if (!answer.move) tell({ good: false, text: failed(answer) ?? w.noReply });
    return answer.move;
  };
  const finish = (/** @type {string} */ text) => {
    win(true);
    tell({ good: true, text });
    done();
  };
  const make = async (/** @type {Move} */ move) => {
    if (busy || won) return;
    work(true);
    tell(undefined);
    if (move.outcome !== "P") {
      const answer = await reply(move.leaves);
      if (answer) tell({ good: false, text: w.refuted(moveWords(move), moveWords(answer)) });
    } else if (step.moves === 1) {
      go(move.leaves);
      finish(w.found(moveWords(move)));
    } else {
      const left = move.leaves === "0" ? { legal: [] } : await ask("legal", { question: move.leaves }, { ...step.conventions, solve: false });
      if (left.legal?.length === 0) {
        go(move.leaves);
        finish(w.won(moveWords(move)));
      } else {
        const answer = left.legal ? await reply(move.leaves) : tell({ good: false, text: failed(left) ?? w.noReply });
        if (answer) {
          go(answer.leaves);
          tell({ good: true, text: w.answered(moveWords(move), moveWords(answer)) });
        }
      }
    }
    work(false);
  };
  const again = () => {
    go(step.of);
    tell(undefined);
    win(false);
  };
  const shown = look?.position === position || won ? look : undefined;
  return html`${wrong && html`<p class="bad">${wrong}</p>`}
    ${position !== step.of && html`<p><button onClick=${again}>${w.again}</button></p>`}
    ${step.binary && look && html`<${Binary} look=${look} sum=${Number(look.value)} />`}
    <${Live} look=${shown ?? look} over=${position === "0"} make=${make} disabled=${busy || !shown} />
    <${Reply} told=${told} next=${next} />
    ${step.table && html`<${Values} of=${step.table} />`}`;
}
