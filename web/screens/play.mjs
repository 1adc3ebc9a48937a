// The Play screen: a large board first; hint, why, undo and resign; the opponent; the course of the game (screens/course.mjs). The board shows
// all positions of a game on one stage, marks the last move and the suggested one, and stays when the game is over.

import { html, signal, useEffect, useLayoutEffect, useState } from "../vendor/ui.mjs";
import { drawnOptions, failure, look as worth, misdrawn, options, plain, unfinished } from "../page/asking.mjs";
import { quick } from "../page/core.mjs";
import { learn, pictureAfter } from "../page/course.mjs";
import { add } from "../page/keys.mjs";
import { later } from "../page/later.mjs";
import { anew, answer, buildOn, computer, follow, live, make, playerOf, resign, standing, strength, tell, thinking, turns, unbuilt, undo, wrong } from "../page/match.mjs";
import { listed, said } from "../page/moves.mjs";
import { acted, asked, course, drawing, files, first, go, question, unasked, viewed } from "../page/state.mjs";
import { lang, words } from "../page/words.mjs";
import { Board } from "./board.mjs";
import { Choice } from "./conventions.mjs";
import { Course, reviewing, show, walk } from "./course.mjs";
import { Goal } from "./goal.mjs";
import { Rules } from "./rules.mjs";
import { GoOn, Wrong } from "./verdict.mjs";
import { isTwoPlayer, opponent } from "./two-players.mjs";

/** @import { Look } from "../page/types.mjs" */
/** @import { Side, Turn } from "../page/match.mjs" */

const Reasons = later(async () => (await import("./why.mjs")).Reasons);

/** Whether the winner is shown. During play, it is shown only on request. */
const openly = signal(false);
/** Seconds for listing the moves if one second is not enough. */
const PATIENT = 10;
const STRENGTHS = [100, 90, 60, 20, 0];

/** The Play screen. */
export function Play() {
  const w = words.value;
  const [drawn, draw] = useState(/** @type {{ of: string, look: Look } | undefined} */ (undefined));
  const board = drawn?.look;
  const [longer, wait] = useState(/** @type {{ act: () => void } | undefined} */ (undefined));
  const [extra, tellMore] = useState(/** @type {any} */ (undefined));
  useEffect(() => { follow().then(answer); }, [question.value, course.value, JSON.stringify(asked.value), files.value, lang.value, first.value]);
  const now = standing.value;
  const made = turns.value;
  const place = Math.min(viewed.value ?? made.length, made.length);
  const at = place < made.length ? made[place]?.before : now;
  const position = at?.position;
  useEffect(() => { if (now) answer(); }, [now, live.value, computer.value]);
  // A displayed hint, explanation or review belongs to one position of one game. The reply stays valid if the match is rebuilt.
  useLayoutEffect(() => tellMore(undefined), [question.value, files.value, JSON.stringify(asked.value), now?.position, made.length, live.value, computer.value]);
  useEffect(() => {
    let wanted = true;
    // The moves are known at once. They are judged only if the winner is shown.
    const see = async (/** @type {number} */ seconds, /** @type {boolean} */ solve) => {
      const spell = unasked();
      const reply = await quick({
        ask: "legal", given: { question: position }, files: files.value, options: { ...drawnOptions(), memory: 1 << 28, solve }, seconds, spell, instead: "play", patient: true,
      });
      if (!wanted || misdrawn(reply) || reply.dropped || reply.stopped) return;
      if (!reply.error) {
        if (!solve) learn(position ?? "", reply);
        const picture = await pictureAfter(made.slice(0, place), reply);
        if (!wanted) return;
        draw({ of: position ?? "", look: { ...reply, picture } });
        if (!solve && openly.value) await see(seconds, true);
      } else if (reply.error.kind === "stopped" && seconds < PATIENT) {
        // The link started this query, so the reader must confirm a longer query.
        if (spell) wait({ act: () => goOn(solve) });
        else await see(PATIENT, solve);
      }
    };
    const goOn = (/** @type {boolean} */ solve) => {
      acted();
      wait(undefined);
      see(PATIENT, solve);
    };
    wait(undefined);
    if (position && position !== "0") see(1, false);
    // If nothing is left of the position, the last picture stays.
    else if (!position) draw(undefined);
    return () => { wanted = false; };
  }, [position, place, made, lang.value, drawing.value, openly.value]);
  const mine = now && !now.over && place === made.length && now.to_move !== computer.value;
  const hint = async () => { if (mine) tellMore({ hint: await tell("hint") }); };
  // During the game, the explanation is that of the current position. Afterwards, it is that of the position that decided the game.
  const why = async () => {
    if (!now?.over) return tellMore({ why: await tell("why") });
    const { review: found } = await tell("review", { player: reader() });
    const at = found?.mistake?.before ?? made[0]?.before.position ?? question.value;
    const reply = await quick({ ask: "why", given: { question: at }, files: files.value, options: { ...options(), memory: 1 << 28 }, seconds: PATIENT });
    tellMore({ at, why: reply.error ? reply : { why: reply } });
  };
  const review = async () => {
    reviewing.value = true;
    tellMore({ review: await tell("review", { player: reader() }) });
  };
  // The keys are registered in the layout effect, because a reader who sees that it is their turn may press a key before the next frame.
  useLayoutEffect(() => add({ hint, why, undo, back: () => walk(place - 1, made), on: () => walk(place + 1, made) }), [now, place, made, computer.value]);
  // A new game starts without a review.
  useLayoutEffect(() => { if (made.length === 0) reviewing.value = false; }, [made.length]);
  const hinted = mine && board && extra?.hint?.hint ? listed(board.legal, extra.hint.hint.move)?.parts ?? [] : [];
  const over = Boolean(now?.over) && place === made.length;
  const failed = !now && failure.value && !unfinished.value;
  const arrange = (/** @type {unknown} */ picture, /** @type {unknown} */ moves) => html`<div class="play">
    <div class="stage">
      <section class="card head" aria-label=${w.play}><h2>${w.play} <span class="quiet">${made.length > 0 && w.movesMade(made.length)}</span></h2>
        <p aria-live="polite" class=${over ? `said result ${result(now)}` : "said"}>${announced(now, made, w)}</p>
        ${failed ? html`<${Wrong} failure=${failure.value} />` : wrong.value && html`<p class="bad" role="alert">${wrong.value}</p>`}
        ${(unbuilt.value || longer) && html`<p class="unfinished">${w.longer} <${GoOn} act=${unbuilt.value ? buildOn : longer?.act} /></p>`}
        ${!now && !wrong.value && !unbuilt.value && !worth.value && html`<p class="quiet">${w.asking}</p>`}
        ${openly.value && board?.outcome && !isTwoPlayer(board) && html`<p>${{ N: w.wins, P: w.loses, D: w.draw }[/** @type {"N"} */ (board.outcome)]} ${w.letter(board.outcome)}</p>`}
        ${now?.over && html`<p class="row"><button class="main" onClick=${() => anew(question.value)}>${w.again}</button>
          <${Harder} won=${now.over.winner !== computer.value} /><button onClick=${why}>${w.whyEnd}</button><button onClick=${review}>${w.review}</button></p>`}
        ${!live.value && now && !now.over && html`<p><button class="main" onClick=${() => { live.value = true; answer(); }}>${w.playOn}</button></p>`}</section>
      ${picture}
      ${board && html`<${Goal} answer=${board} />`}
    </div>
    <div class="beside">
      <section class="card acts" aria-label=${w.gameActions}>
        <p class="row">${!now?.over && html`<button onClick=${hint} disabled=${!mine}>${w.hint} (h)</button>${!now?.player && html`<button onClick=${why} disabled=${!now}>${w.whyHere} (w)</button>`}`}
          <button onClick=${undo} disabled=${made.length === 0}>${w.undo} (u)</button>${!now?.over && html`<button onClick=${resign} disabled=${!mine}>${w.resign}</button>`}
          <label class="check"><input type="checkbox" checked=${openly.value} onChange=${() => { openly.value = !openly.value; }} /> ${w.showWho}</label></p>
        <${More} told=${extra} components=${board?.components.length ?? 1} /></section>
      <${Course} made=${made} place=${place} />
      ${moves}
      <${Opponent} />
      <${Folded} />
    </div></div>`;
  if (!board) return arrange(null, null);
  return html`<${Board} answer=${board} make=${make} player=${at?.player} fair=${!openly.value} disabled=${!mine || thinking.value || drawn?.of !== position} hinted=${hinted} over=${over} arrange=${arrange} />`;
}

/** Returns the side of the reader; with two people, the side that moves first. @returns {Side} */
const reader = () => (computer.value === "first" ? "second" : "first");

/** Names the result for the reader, for the colour of the message. @param {import("../page/match.mjs").Standing | undefined} now */
function result(now) {
  const winner = now?.over?.winner;
  return winner === null || computer.value === "" ? "drawn" : winner === computer.value ? "lost" : "won";
}

/** Starts a new game against a stronger computer after a win, and against a weaker one after a loss, if there is one.
 *  @param {{ won: boolean }} props */
function Harder({ won }) {
  const w = words.value;
  const at = STRENGTHS.indexOf(strength.value);
  const [harder, easier] = [STRENGTHS[at - 1], STRENGTHS[at + 1]];
  const next = (won ? harder : easier) ?? harder ?? easier;
  if (computer.value === "" || next === undefined) return null;
  const start = () => {
    strength.value = next;
    anew(question.value);
  };
  return html`<button onClick=${start} title=${w.strengths(next)}>${next > strength.value ? w.harder : w.easier}</button>`;
}

/** The rules, folded. */
function Folded() {
  const [opened, open] = useState(false);
  return html`<details class="card" onToggle=${(/** @type {Event} */ event) => open(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)}>
    <summary>${words.value.rulesOf}</summary>${opened && html`<${Rules} />`}</details>`;
}

/** Describes the state in words. @param {import("../page/match.mjs").Standing | undefined} now @param {Turn[]} made
 *  @param {import("../page/words.mjs").Words} w */
function announced(now, made, w) {
  if (!now) return "";
  const last = made.at(-1);
  const did = last && last.by === computer.value ? `${w.computerDid} ${said(/** @type {any} */ (last.move), last.before.components.length, w)}${w.stopMark}` : "";
  if (!now.over) return did + (thinking.value ? w.computerThinks : computer.value === "" ? toMove(now, w) : now.to_move === computer.value ? w.computersTurn : now.player ? w.yourMoveAs(now.player) : w.yourMove);
  const { winner, reason } = now.over;
  const who = winner === null ? w.drawn : computer.value === "" ? won(winner, w) : winner === computer.value ? w.computerWon : w.youWon;
  return `${did}${who} ${/** @type {Record<string, string>} */ (w.reasons)[reason] ?? ""}`;
}

/** Names the player to move. @param {import("../page/match.mjs").Standing} now @param {import("../page/words.mjs").Words} w */
const toMove = (now, w) => (now.player ? w.playerToMove(now.player) : w.sideToMove(now.to_move));

/** Names the winner. @param {Side} winner @param {import("../page/words.mjs").Words} w */
function won(winner, w) {
  const player = playerOf(winner);
  return player ? w.playerWon(player) : w.sideWon(winner);
}

/** @param {{ told: any, components: number }} props */
function More({ told, components }) {
  const w = words.value;
  if (!told) return html`<div role="status"></div>`;
  const error = told.hint?.error ?? told.why?.error ?? told.review?.error;
  return html`<div role="status">
    ${error && html`<p class="bad">${plain(error)}</p>`}
    ${told.hint?.hint && html`<p><b>${{ winning: w.hintWins, drawing: w.hintHolds, losing: w.hintLoses }[/** @type {"winning"} */ (told.hint.hint.grounds)]}</b> ${said(told.hint.hint.move, components, w)}</p>`}
    ${told.why?.why && html`${told.at && html`<p>${w.decidedAt} <code>${told.at}</code></p>`}<${Reasons} why=${told.why.why} />`}
    ${told.review?.review && html`<${Review} review=${told.review.review} />`}</div>`;
}

/** @param {{ review: any }} props */
function Review({ review: { could_win: could, mistake } }) {
  const w = words.value;
  if (!mistake) return html`<p>${could ? w.noMistake : w.couldNot}</p>`;
  const words_ = /** @type {Record<string, string>} */ ({ N: w.wasWon, P: w.wasLost, D: w.wasDrawn });
  return html`<p><b>${w.firstMistake(mistake.turn)}</b> <code>${mistake.before}</code>: ${words_[mistake.had]}</p>
    <p>${w.youPlayed} ${said(mistake.move, 2, w)}</p>${mistake.better && html`<p>${w.betterWas} <b>${said(mistake.better, 2, w)}</b></p>`}
    <p><button onClick=${() => show(mistake.turn - 1)}>${w.showPlace}</button></p>`;
}

function Opponent() {
  const w = words.value;
  const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
  const begins = computer.value === "" ? "nobody" : computer.value;
  const isTwoPlayer = standing.value?.player !== undefined;
  // The side of the reader; with two people, the side that makes the first move.
  const mine = computer.value === "first" ? opponent(first.value) : first.value;
  const sit = (/** @type {Side | ""} */ side, /** @type {import("../page/types.mjs").Player} */ player) => {
    computer.value = side;
    first.value = side === "first" ? opponent(player) : player;
    anew(question.value);
  };
  const seat = (/** @type {Event} */ event) => {
    const side = value(event);
    sit(side === "nobody" ? "" : /** @type {Side} */ (side), mine);
  };
  const pick = (/** @type {Event} */ event) => sit(computer.value, /** @type {typeof mine} */ (value(event)));
  const wide = matchMedia("(min-width: 54rem)").matches;
  const summary = [begins === "nobody" ? "" : w.strengths(strength.value), { second: w.youBegin, first: w.computerBegins, nobody: w.twoPersons }[begins]].filter(Boolean).join(w.wordBetween);
  return html`<section class="card opponent" aria-label=${w.opponent}><details open=${wide}><summary><b>${w.opponent}</b> <span class="quiet">${summary}</span></summary><p class="row">
    <label>${w.strength} <select value=${strength.value} onChange=${(/** @type {Event} */ event) => { strength.value = Number(value(event)); }}>${STRENGTHS.map((n) => html`<option value=${n} selected=${n === strength.value}>${w.strengths(n)}</option>`)}</select></label>
    <label>${w.begins} <select value=${begins} onChange=${seat}>
      ${Object.entries({ second: w.you, first: w.computer, nobody: w.twoPersons }).map(([side, says]) => html`<option value=${side} selected=${begins === side}>${says}</option>`)}</select></label>
    ${isTwoPlayer ? html`<label>${computer.value === "" ? w.firstPlayer : w.youPlay} <select value=${mine} onChange=${pick}>
      ${(/** @type {(typeof mine)[]} */ (["left", "right"])).map((player) => html`<option value=${player} selected=${player === mine}>${w.playerName(player)}</option>`)}</select></label>` : html`<${Choice} option="play" />`}
    <button onClick=${() => anew(question.value)}>${w.newGame}</button></p></details></section>`;
}
