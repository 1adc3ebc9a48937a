// The course of a game as a strip with one chip for each move. A review marks the mistakes. Below the strip is the selected move; any
// position of the course can be opened, and the game can continue from it.

import { html, signal, useEffect } from "../vendor/ui.mjs";
import { isMistake, judge, judged, judging } from "../page/course.mjs";
import { computer, live, playerOf, playOn, standing } from "../page/match.mjs";
import { brieflySaid, said } from "../page/moves.mjs";
import { go, viewed } from "../page/state.mjs";
import { words } from "../page/words.mjs";

/** @import { Side, Turn } from "../page/match.mjs" */

/** Whether the moves are judged and mistakes are marked. */
export const reviewing = signal(false);

/** Shows an index of the course, with a history entry. @param {number} place */
export const show = (place) => go(() => { viewed.value = Math.max(0, place); });

/** Steps to an index of the course. The address changes, but the history gets no entry for each step.
 *  @param {number} place @param {Turn[]} made */
export function walk(place, made) {
  viewed.value = place >= made.length ? undefined : Math.max(0, place);
}

/** The course of the game. @param {{ made: Turn[], place: number }} props */
export function Course({ made, place }) {
  const w = words.value;
  const mine = made.filter((turn) => turn.by !== computer.value);
  const active = reviewing.value;
  useEffect(() => { if (active) judge(mine); }, [active, made]);
  if (made.length === 0) return null;
  const name = (/** @type {Side} */ side) => { const player = playerOf(side); return player ? w.playerName(player) : w.sideName(side); };
  const who = (/** @type {Side} */ side) => (computer.value === "" ? name(side) : side === computer.value ? w.computer : w.you);
  const verdict = (/** @type {Turn} */ turn) => (active ? judged.value.get(turn) : undefined);
  const wrong = mine.filter((turn) => isMistake(verdict(turn))).length;
  const left = mine.filter((turn) => !judged.value.has(turn)).length;
  // Two people may look back at any time; against the computer, this would reveal the winning moves.
  const may = computer.value === "" && !active && !standing.value?.over;
  return html`<section class="card course-card" aria-label=${w.course}><h2>${w.course}</h2>
    <ol class="course">${made.map((turn, at) => html`<li key=${at}><button class=${[turn.by === "first" ? "first" : "second", isMistake(verdict(turn)) && "mistake"].filter(Boolean).join(" ")} aria-current=${place === at + 1 ? "step" : undefined} title=${`${who(turn.by)}: ${said(/** @type {any} */ (turn.move), turn.before.components.length, w)}`} onClick=${() => show(at + 1)}>
      <b>${at + 1}${isMistake(verdict(turn)) && html` <span class="sign">${w.mistakeSign}</span>`}</b> ${brieflySaid(turn.move, w)}</button></li>`)}</ol>
    ${active && html`<p role="status" class="judged">${judging.value ? w.judging(mine.length - left, mine.length) : w.judgedMoves(wrong, mine.length - left)}
      ${!judging.value && left > 0 && html` ${w.notJudged(left)} <button onClick=${() => judge(mine)}>${w.judgeMore}</button>`}</p>`}
    <${Selected} turn=${made[place - 1]} number=${place} who=${who} judgement=${made[place - 1] && verdict(/** @type {Turn} */ (made[place - 1]))} />
    <p class="row"><button onClick=${() => walk(place - 1, made)} aria-label=${w.walkBack}>←</button><button onClick=${() => walk(place + 1, made)} aria-label=${w.walkOn}>→</button>
      ${place < made.length && html`<button onClick=${() => playOn(place)}>${w.playOnHere}</button>`}
      ${may && html`<button onClick=${() => { reviewing.value = true; live.value = true; }}>${w.review}</button>`}</p></section>`;
}

/** The move that led to the position on the board. @param {{ turn: Turn | undefined, number: number, who: (side: Side) => string,
 *    judgement: import("../page/course.mjs").Judged | undefined }} props */
function Selected({ turn, number, who, judgement }) {
  const w = words.value;
  if (!turn) return html`<p class="now">${w.atStart}</p>`;
  const components = turn.before.components.length;
  const had = { N: w.wasWon, P: w.wasLost, D: w.wasDrawn };
  return html`<div class="now"><p>${number}. ${who(turn.by)}: ${said(/** @type {any} */ (turn.move), components, w)}</p>
    ${judgement && (isMistake(judgement) ? html`<p class="bad"><b>${w.mistakeSign} ${w.mistake}</b> ${had[judgement.had]}.</p>
      ${judgement.better && html`<p>${w.betterWas} <b>${said(judgement.better, components, w)}</b></p>`}
      <p><button onClick=${() => playOn(number - 1)}>${w.tryAgainHere(number)}</button></p>` : html`<p class="quiet">✓ ${w.noBetter}</p>`)}</div>`;
}
