// The conventions of a position: the conventions of the rules, or the conventions that the reader selects. The link contains selected
// conventions.

import { html } from "../vendor/ui.mjs";
import { asked, go, play } from "../page/state.mjs";
import { words } from "../page/words.mjs";

/** @import { Asked, Conventions as Played } from "../page/types.mjs" */
/** @import { Words } from "../page/words.mjs" */

/** Returns the choices of each option, by the name of the option.
 *  @param {Words} w @returns {Record<keyof Asked, Record<string, string>>} */
const choices = (w) => ({
  play: { normal: w.normal, misere: w.misere, stop: w.playStop, button: w.playButton, partizan: w.partizan },
  sum: { one: w.sumOne, every: w.sumEvery, any: w.sumAny, 2: w.sumUpto(2), 3: w.sumUpto(3) },
  until: { all: w.untilAll, one: w.untilOne },
});

/** Describes the conventions in words. @param {Played} conventions */
export function played({ play, sum, until }) {
  const w = words.value;
  const known = choices(w);
  return [known.play[play] ?? play, known.sum[sum] ?? w.sumUpto(sum), ...(until === "one" ? [w.untilOne] : [])].join(w.wordBetween);
}

/** Describes the winning condition in words. @param {Played["play"]} play */
export const ending = (play) => choices(words.value).play[play] ?? play;

/** Select field for one option. @param {{ option: keyof Asked }} props */
export function Choice({ option }) {
  const w = words.value;
  const now = asked.value[option] ?? "";
  const names = { play: w.rule, sum: w.kindOfSum, until: w.ends };
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    const { [option]: _, ...others } = asked.value;
    go(() => {
      asked.value = value === "" ? others : { ...others, [option]: value };
      play("");
    });
  };
  return html`<label>${names[option]} <select value=${now} onChange=${choose}>
    <option value="" selected=${now === ""}>${w.asRules}</option>
    ${Object.entries(choices(w)[option]).filter(([value]) => value !== "partizan").map(([value, says]) => html`<option value=${value} selected=${now === value}>${says}</option>`)}</select></label>`;
}

/** The select fields for all conventions. */
export function Conventions() {
  return html`<p class="row"><${Choice} option="play" /><${Choice} option="sum" /><${Choice} option="until" /></p>`;
}
