// The task to select the positions that the player to move loses. The live board shows the position that was selected last.

import { html, useState } from "../vendor/ui.mjs";
import { wrongPick } from "./faults.mjs";
import { ask, failed, FreeBoard, moveWords, Reply } from "./parts.mjs";
import { words } from "./words.mjs";

/** @import { Look } from "../page/types.mjs" */
/** @import { Task, Told } from "./parts.mjs" */

/** The numbers of a position, such as `1 + 2`. @param {string} position */
const short = (position) => (position.match(/\d+(?=\])/g) ?? []).join(" + ");

/** @param {Task} props */
export function Pick({ step, done, next }) {
  const w = words.value;
  const [picked, pick] = useState(/** @type {Set<string>} */ (new Set()));
  const [shown, show] = useState(step.of);
  const [told, tell] = useState(/** @type {Told} */ (undefined));
  const list = step.list ?? [];
  const toggle = (/** @type {string} */ position) => {
    pick(picked.has(position) ? new Set([...picked].filter((one) => one !== position)) : new Set([...picked, position]));
    show(position);
    tell(undefined);
  };
  const check = async () => {
    if (picked.size === 0) return tell({ good: false, text: w.pickSome });
    const looks = await Promise.all(list.map((question) => ask("legal", { question }, { ...step.conventions, solve: true })));
    const error = looks.map(failed).find(Boolean);
    if (error) return tell({ good: false, text: error });
    const wrong = wrongPick(list, looks.map(({ outcome }) => outcome), picked);
    if (wrong === undefined) {
      tell({ good: true, text: w.picked });
      return done();
    }
    show(wrong);
    tell({ good: false, text: reason(wrong, looks[list.indexOf(wrong)]) });
  };
  /** @param {string} position @param {Look} look */
  const reason = (position, { legal, outcome, conventions }) => {
    const best = legal.find((move) => move.outcome === "P");
    if (outcome !== "P") return best ? w.notP(`\`${position}\``, moveWords(best)) : w.notPEnd(`\`${position}\``);
    return legal.length === 0 && conventions.play === "normal" ? w.isPEnd(`\`${position}\``) : w.isP(`\`${position}\``, legal.map(({ leaves }) => `\`${leaves}\``).join(w.comma));
  };
  return html`<div class="learn-choices" role="group" aria-label=${w.choices}>${list.map((position) => html`<button key=${position} class="code" aria-label=${position} aria-pressed=${picked.has(position)}
      onClick=${() => toggle(position)}>${picked.has(position) ? "✓ " : ""}${short(position)}</button>`)}</div>
    <p class="row"><button class="main" onClick=${check}>${w.check}</button></p>
    <${Reply} told=${told} next=${next} />
    <${FreeBoard} start=${shown} conventions=${step.conventions} />`;
}
