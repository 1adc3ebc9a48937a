// Parts that several tasks of the Learn screen share: queries, the live board, tables of values, and the reply to a try.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { plain } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { quick } from "../page/core.mjs";
import { prose } from "../page/prose.mjs";
import { lang } from "../page/words.mjs";
import { Board } from "../screens/board.mjs";
import { codes } from "./faults.mjs";
import { words } from "./words.mjs";

/** @import { Failure, File, Look, Move } from "../page/types.mjs" */
/** @import { Step } from "./steps.mjs" */
/** The properties of each task: `done` stores that the task is done, and `next` opens the next step if the task is done.
 *  @typedef {{ step: Step, done: () => void, next: (() => void) | undefined }} Task */
/** The reply to a try. @typedef {{ good: boolean, text: string } | undefined} Told */

const SECONDS = 10;

/** Sends a query about the games of the library, or of the given rules. @param {string} kind @param {object} given @param {object} [options]
 *  @param {File[]} [files] @returns {Promise<any>} */
export const ask = (kind, given, options = {}, files = []) => quick({ ask: kind, given, files, options: { lang: lang.value, ...options }, seconds: SECONDS });

/** Returns the error of a reply in words: its message, and its advice if there is some. @param {{ error?: Failure, stopped?: boolean }} reply */
export function failed({ error, stopped }) {
  if (error) return [plain(error), error.diagnostics[0]?.help].filter(Boolean).map((text) => prose(text ?? "")).join(". ");
  return stopped ? words.value.noReply : undefined;
}

/** Describes a move: its label and the position that it leaves. @param {{ steps: Move["steps"], leaves: string }} move */
export function moveWords({ steps, leaves }) {
  const w = words.value;
  const label = steps.map((step) => step.label ?? "").filter(Boolean).join(w.and);
  const from = steps.length === 1 && steps[0] ? steps[0].from : "";
  return w.move(isolated(label), from, leaves === "0" ? w.empty : `\`${leaves}\``);
}

/** Returns the moves and the picture of a position, with values; undefined until they are known.
 *  @param {string} position @param {object} [options] @param {File[]} [files] @returns {{ look: Look | undefined, wrong: string | undefined }} */
export function useLook(position, options = {}, files = []) {
  const [seen, see] = useState(/** @type {{ look: Look | undefined, wrong: string | undefined }} */ ({ look: undefined, wrong: undefined }));
  const key = JSON.stringify([position, options, files, lang.value]);
  useEffect(() => {
    if (position === "0") return;
    let wanted = true;
    ask("legal", { question: position }, { ...options, solve: true }, files).then((reply) => {
      if (!wanted || reply.dropped) return;
      const wrong = failed(reply);
      see((before) => ({ look: wrong === undefined ? reply : before.look, wrong }));
    });
    return () => { wanted = false; };
  }, [key]);
  return seen;
}

/** A position on which the reader can try moves. Without `make`, every move is made, and the reader can return to the start.
 *  @param {{ start: string, conventions?: { play?: string } | undefined, files?: File[] }} props */
export function FreeBoard({ start, conventions = {}, files = [] }) {
  const w = words.value;
  const [position, go] = useState(start);
  useLayoutEffect(() => go(start), [start]);
  const { look } = useLook(position, conventions, files);
  return html`<p class="quiet">${w.freeBoard}</p><${Live} look=${position === "0" ? undefined : look} over=${position === "0"} make=${(/** @type {Move} */ move) => go(move.leaves)} />
    ${position !== start && html`<p><button onClick=${() => go(start)}>${w.boardAgain}</button></p>`}`;
}

/** The board of a task: without the winner of each move and without a choice of drawings.
 *  @param {{ look: Look | undefined, over?: boolean, make: (move: Move) => void, disabled?: boolean }} props */
export function Live({ look, over = false, make, disabled = false }) {
  const w = words.value;
  if (over) return html`<p class="card">${w.boardEmpty}</p>`;
  return look ? html`<${Board} answer=${{ ...look, drawings: [] }} make=${make} fair=${true} disabled=${disabled} />` : html`<p class="quiet">${w.wait}</p>`;
}

/** A text in which the parts between backticks are code. @param {{ text: string }} props */
export const Text = ({ text }) => html`${codes(text).map((part, at) => (at % 2 === 1 ? html`<code>${isolated(part)}</code>` : part))}`;

/** The reply to a try, and the button that opens the next step. A new reply is scrolled into view, because a move is often made further
 *  down. @param {{ told: Told, next: (() => void) | undefined }} props */
export function Reply({ told, next }) {
  const w = words.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => { if (told) place.current?.scrollIntoView({ block: "nearest" }); }, [told]);
  return html`<div ref=${place}><div role="status">${told && html`<p class=${told.good ? "learn-good" : "learn-wrong"}>${told.good ? "✓ " : "✗ "}<${Text} text=${told.text} /></p>`}</div>
    ${next && html`<p><button class="main" onClick=${next}>${w.next}</button></p>`}</div>`;
}

/** The values of a game for consecutive numbers. @param {{ of: string }} props */
export function Values({ of }) {
  const w = words.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  useEffect(() => { ask("table", { question: of }).then(hear); }, [of]);
  const slot = reply?.slots?.[0];
  if (!slot) return html`<p class="quiet">${reply ? failed(reply) : w.wait}</p>`;
  return html`<section class="card" aria-label=${w.valuesOf(of)}><h3><${Text} text=${w.valuesOf(`\`${of}\``)} /></h3>
    <ul class="learn-values">${reply.values.map((/** @type {number} */ value, /** @type {number} */ at) => html`<li><span class="quiet">${slot.low + at}<span class="sr">:</span></span><b>${value}</b></li>`)}</ul></section>`;
}

/** The values of the components in binary, one below the other, and their nim-sum if it is known. @param {{ look: Look, sum?: number | undefined }} props */
export function Binary({ look, sum }) {
  const w = words.value;
  const rows = look.components.map(({ value }) => Number(value));
  const width = Math.max(...rows, sum ?? 0).toString(2).length;
  // The leftmost 1 of the nim-sum decides.
  const bit = width - (sum ? sum.toString(2).length : Infinity);
  const digits = (/** @type {number} */ n) => [...n.toString(2).padStart(width, "0")].map((digit, at) => html`<td class=${at === bit ? "decides" : ""}>${digit}</td>`);
  return html`<table class="binary learn-binary"><caption>${w.inBinary}</caption><tbody>${rows.map((n) => html`<tr><th scope="row">${n}</th>${digits(n)}</tr>`)}
    ${sum !== undefined && html`<tr><th scope="row">⊕ ${sum}</th>${digits(sum)}</tr>`}</tbody></table>`;
}
