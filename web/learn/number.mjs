// The tasks with a number as answer: the value of a position, and the period of a game.

import { html, useEffect, useState } from "../vendor/ui.mjs";
import { brokenAt, notMex, whole } from "./faults.mjs";
import { ask, Binary, failed, FreeBoard, moveWords, Reply, Text, useLook, Values } from "./parts.mjs";
import { words } from "./words.mjs";

/** @import { Task, Told } from "./parts.mjs" */

/** The numbers of the table in which a period is sought. */
const LAST = 30;

/** A field for a number with a button, and the reply.
 *  @param {{ label: string, judge: (guess: number) => Promise<Told>, typed?: (guess: number | undefined) => void, next: (() => void) | undefined }} props */
function Answer({ label, judge, typed, next }) {
  const w = words.value;
  const [text, type] = useState("");
  const [told, tell] = useState(/** @type {Told} */ (undefined));
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const guess = whole(text);
    tell(guess === undefined ? { good: false, text: w.wholeNumber } : await judge(guess));
  };
  const change = (/** @type {InputEvent} */ event) => {
    const now = /** @type {HTMLInputElement} */ (event.target).value;
    type(now);
    tell(undefined);
    typed?.(whole(now));
  };
  return html`<form class="row" onSubmit=${enter}><label>${label} <input class="learn-number" inputmode="numeric" autocomplete="off" value=${text} onInput=${change} /></label>
    <button class="main">${w.check}</button></form><${Reply} told=${told} next=${next} />`;
}

/** The Grundy value of a position is the pile of Nim that makes the sum with the position a P position. @param {Task} props */
export function Value({ step, done, next }) {
  const w = words.value;
  const [pile, put] = useState(/** @type {number | undefined} */ (undefined));
  const [right, see] = useState(/** @type {number | undefined} */ (undefined));
  const { look, wrong } = useLook(step.of);
  const judge = async (/** @type {number} */ guess) => {
    const solved = await ask("solve", { question: step.of });
    const error = failed(solved);
    if (error) return { good: false, text: error };
    if (solved.value === guess) {
      see(guess);
      done();
      return { good: true, text: step.binary ? w.sumRight(guess) : w.valueRight(`\`${step.of}\``, guess) };
    }
    const { move } = step.options && look ? notMex(look.legal, guess) : {};
    if (step.options) return { good: false, text: move ? w.notMissing(moveWords(move), guess) : w.notSmallest(guess) };
    const sum = `${step.of} + nim[${guess}]`;
    const reply = await ask("reply", { question: sum });
    return { good: false, text: reply.move ? w.notBalanced(guess, `\`${sum}\``, moveWords(reply.move)) : failed(reply) ?? w.noReply };
  };
  const board = step.pile && pile !== undefined && pile < 16 ? `${step.of} + nim[${pile}]` : step.of;
  return html`<${Answer} label=${step.pile ? w.pileField : w.numberField} judge=${judge} typed=${put} next=${next} />${wrong && html`<p class="bad">${wrong}</p>`}
    ${step.binary && look && html`<${Binary} look=${look} sum=${right} />`}
    ${step.options && look && html`<ul class="plain">${look.legal.map((move) => html`<li><${Text} text=${w.option(moveWords(move), String(move.value))} /></li>`)}</ul>`}
    <${FreeBoard} start=${board} />`;
}

/** @param {Task} props */
export function Period({ step, done, next }) {
  const w = words.value;
  const question = `${step.of}[0..${LAST}]`;
  const [chart, hear] = useState(/** @type {any} */ (undefined));
  useEffect(() => { ask("chart", { question }).then(hear); }, [question]);
  const judge = async (/** @type {number} */ guess) => {
    const error = chart ? failed(chart) : w.noReply;
    if (error) return { good: false, text: error };
    if (guess === 0) return { good: false, text: w.periodZero };
    if (chart.period?.period === guess) {
      done();
      return { good: true, text: w.periodRight(guess) };
    }
    const at = brokenAt(chart.values, guess);
    return { good: false, text: at === undefined ? (guess > LAST / 2 ? w.periodLong(LAST) : w.periodSmaller(guess)) : w.periodBroken(at, chart.values[at], at + guess, chart.values[at + guess]) };
  };
  return html`<${Answer} label=${w.numberField} judge=${judge} next=${next} /><${Values} of=${question} /><${FreeBoard} start=${`${step.of}[6]`} />`;
}
