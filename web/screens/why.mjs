// The Why screen. It shows the values in binary with the bit that decides, the reason for each component, and a winning move. Below the
// reasons are the laws of the games (screens/law.mjs). The last section shows how the answer was found, attempt by attempt, with the
// theorems. The reader can repeat the query without one of the theorems.

import { html, signal, useEffect, useState } from "../vendor/ui.mjs";
import { atLength, look, options, plain, running } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { long, quick } from "../page/core.mjs";
import { said } from "../page/moves.mjs";
import { files, open, question, theorem, unasked } from "../page/state.mjs";
import { Term } from "../page/terms.mjs";
import { words } from "../page/words.mjs";
import { Laws } from "./law.mjs";
import { Theorem } from "./theorem.mjs";
import { GoOn, Running } from "./verdict.mjs";

/** @import { Component, Step, Value } from "../page/types.mjs" */
/** @typedef {{ name: string, statement: string, source: string, computation: string | null }} Law */
/** @typedef {{ position: string, value: Value | null, theorem: Law | null,
 *    mex: null | { options: number | null, values: { value: Value, options: number | null, example: Step }[] } }} Part */
/** @typedef {{ parts: { position: string, value: number }[], total: number, bit: number, reduce: null | { component: number, to: number } }} Balance */
/** @typedef {{ kind: string, name: string, verdict: string, reason: string, relevant: boolean, statement?: string, source?: string }} Attempt */

/** The theorems and engines that the reader has switched off. */
const without = signal(/** @type {string[]} */ ([]));
const everything = signal(false);

/** The Why screen. */
export function Why() {
  const w = words.value;
  const position = look.value?.position ?? "";
  const [why, hearWhy] = useState(/** @type {any} */ (undefined));
  const [plan, hearPlan] = useState(/** @type {any} */ (undefined));
  const about = () => ({ given: { question: position }, files: files.value });
  useEffect(() => {
    if (!position) return;
    let wanted = true;
    const job = { ...about(), options: { ...options(), without: without.value, memory: 1 << 28 }, seconds: 1, spell: unasked() };
    const hear = (/** @type {(reply: any) => void} */ then) => (/** @type {any} */ reply) => { if (wanted && !reply.dropped && !reply.stopped) then(reply); };
    quick({ ...job, ask: "explain", instead: "explain" }).then(hear(hearPlan));
    long({ ...job, ask: "why", instead: "why" }).then(hear(hearWhy));
    return () => { wanted = false; };
  }, [position, JSON.stringify(options()), files.value, without.value]);
  const unfinished = [why, plan].some((reply) => reply?.error?.kind === "stopped");
  const goOn = async () => {
    const job = { ...about(), options: { without: without.value } };
    for (const [ask, reply, hear] of /** @type {const} */ ([["why", why, hearWhy], ["explain", plan, hearPlan]])) {
      if (reply && !reply.error) continue;
      const told = await atLength({ ...job, ask }, position);
      if (told.stopped) return;
      if (!told.dropped) hear(told);
    }
  };
  return html`<${Theorem} />
    ${unfinished && html`<section class="card"><p class="unfinished">${w.longer} ${!running.value && html`<${GoOn} act=${goOn} />`}</p><${Running} /></section>`}
    ${why && why.error?.kind !== "stopped" && html`<section class="card" aria-label=${w.why}><h2>${w.whyTitle} <code>${question.value}</code></h2>
      ${why.error ? html`<p class="quiet">${plain(why.error)}</p>` : html`<${Reasons} why=${why} />`}</section>`}
    <${Laws} />
    ${plan && !plan.error && html`<${Plan} plan=${plan} />`}`;
}

/** The reasons for an outcome; the Play screen shows them too. @param {{ why: any }} props */
export function Reasons({ why }) {
  const w = words.value;
  const { answer, balance, parts, more_parts: more, theorem: whole, turns, example } = why;
  const { outcome } = answer;
  return html`<p><b>${{ N: w.wins, P: w.loses, D: w.draw }[/** @type {"N" | "P" | "D"} */ (outcome)]}</b> ${w.letter(outcome)}${why.remoteness !== null && ` · ${w.inMoves(why.remoteness)}`}</p>
    ${why.over && html`<p>${w.noMoves}</p>`}
    ${balance && balance.parts.length > 1 && html`<${Binary} balance=${balance} />`}
    ${parts.map((/** @type {Part} */ part) => html`<${PartSaid} part=${part} key=${part.position} />`)}
    ${more > 0 && html`<p class="quiet">${w.moreParts(more)}</p>`}
    ${whole && html`<${LawSaid} law=${whole} />`}
    ${turns && html`<p>${w.turns(turns.moves, turns.to_lost, turns.to_drawn)}</p>`}
    ${turns?.replies?.length > 0 && html`<ul class="plain">${turns.replies.map((/** @type {any} */ { move, reply: best }) => html`<li>${said(move, 1, w)} → ${best ? said(best, 1, w) : "?"}</li>`)}</ul>`}
    ${example && html`<p>${w.winningMove} <button onClick=${() => open(example.leaves)}>${said(example, answer.components.length, w)}</button></p>`}`;
}

/** The values of the components in binary, one below the other. @param {{ balance: Balance }} props */
function Binary({ balance }) {
  const w = words.value;
  const rows = [...balance.parts.map(({ position, value }) => [position, value]), [w.nimSum, balance.total]];
  const width = Math.max(1, ...rows.map(([, value]) => BigInt(value ?? 0).toString(2).length));
  if (rows.length > 40) return null;
  return html`<div class="wide" tabindex="0" role="group" aria-label=${w.inBinary}><table class="binary"><tbody>${rows.map(([name, value], at) => html`<tr>
      <th scope="row">${at === rows.length - 1 ? name : html`<code>${name}</code>`}</th><td>${value}</td>
      ${[...BigInt(value ?? 0).toString(2).padStart(width, "0")].map((digit, place) => html`<td class=${balance.total > 0 && 2 ** (width - 1 - place) === balance.bit ? "decides" : ""}>${digit}</td>`)}</tr>`)}</tbody></table></div>
    ${balance.reduce && html`<p>${w.reduce(balance.parts[balance.reduce.component - 1]?.position ?? "", balance.parts[balance.reduce.component - 1]?.value ?? 0, balance.reduce.to)}</p>`}
    ${balance.total === 0 && html`<p>${w.balanced}</p>`}`;
}

/** @param {{ part: Part }} props */
function PartSaid({ part: { position, value, theorem: law, mex } }) {
  const w = words.value;
  return html`<h3><code>${position}</code>${value !== null && html` · ${w.value} ${value}`}</h3>
    ${law && html`<${LawSaid} law=${law} />`}
    ${mex && html`<p>${w.mex(String(value))}</p><table class="text"><tbody>${mex.values.map(({ value: worth, options: count, example }) => html`<tr><td><b>${worth}</b></td>
      <td>${count !== null && w.optionsCount(count)}</td><td>${isolated(example.label ?? "")} ${w.leaving(isolated(example.leaves))}</td></tr>`)}
      <tr><td><b>${value}</b></td><td colspan="2">${w.none}</td></tr></tbody></table>`}`;
}

/** @param {{ law: Law }} props */
function LawSaid({ law: { name, statement, source, computation } }) {
  return html`<p><button class="link" onClick=${() => { theorem.value = name; }}>${name}</button>: ${statement}</p>
    ${computation && html`<p class="said-works">${computation.split("\n").map((line) => html`${line}<br />`)}</p>`}<p class="quiet" lang="en">${source}</p>`;
}

/** @param {{ plan: any }} props */
function Plan({ plan }) {
  const w = words.value;
  return html`<section class="card" aria-label=${w.how}><h2><${Term} name="plan">${w.how}</${Term}></h2>
    ${without.value.length > 0 && html`<p class="row">${w.askedWithout} ${without.value.map((name) => html`<button onClick=${() => { without.value = without.value.filter((one) => one !== name); }}>${name} ✕</button>`)}</p>`}
    ${plan.games.map((/** @type {any} */ { game, facts, plan: attempts }) => html`<h3><code>${game}</code></h3>
      ${facts.length > 0 && html`<ul class="plain">${facts.map((/** @type {any} */ { holds, statement, reason }) => html`<li>${holds === null ? "?" : holds ? "✓" : "✗"} ${statement} <span class="quiet">${reason}</span></li>`)}</ul>`}
      <${Attempts} list=${attempts} />`)}
    ${plan.position_plan.length > 0 && html`<h3>${w.wholePosition}</h3><${Attempts} list=${plan.position_plan} />`}
    <p>${plan.combination}</p>
    <button class="link" aria-expanded=${everything.value} onClick=${() => { everything.value = !everything.value; }}>${everything.value ? w.fewer : w.everyAttempt}</button>
  </section>`;
}

/** @param {{ list: Attempt[] }} props */
function Attempts({ list }) {
  const w = words.value;
  const names = /** @type {Record<string, string>} */ (w.verdicts);
  const shown = everything.value ? list : list.filter(({ relevant }) => relevant);
  return html`<div class="wide" tabindex="0" role="group" aria-label=${w.how}><table class="text"><tbody>${shown.map(({ kind, name, verdict, reason }) => html`<tr class=${verdict}>
    <td>${kind === "theorem" || kind === "law" ? html`<button class="link" onClick=${() => { theorem.value = name; }}>${name}</button>` : name}</td><td>${names[verdict] ?? verdict}</td><td>${reason}</td>
    <td>${verdict === "accepted" && html`<button onClick=${() => { without.value = [...without.value, name]; }}>${w.askWithout(name)}</button>`}</td></tr>`)}</tbody></table></div>
    ${!everything.value && list.length > shown.length && html`<p class="quiet">${w.others(list.length - shown.length)}</p>`}`;
}

