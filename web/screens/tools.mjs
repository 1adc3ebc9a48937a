// The Tools screen: a heap game given by its code, the law of a table, the comparison of two games, and two calculators.

import { html, signal, useState } from "../vendor/ui.mjs";
import { atLength, plain } from "../page/asking.mjs";
import { quick } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { files, open } from "../page/state.mjs";
import { lang, number, words } from "../page/words.mjs";
import { Badge, Running } from "./verdict.mjs";

const code = signal("0.77");
const to = signal(200);
const expression = signal("24 * 17 + inv(5)");
const game = signal("{3|1} + ^ - 1/2");
const table = signal("0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3");
const pair = signal(["bash(3)", "bash(4)"]);

/** The Tools screen. */
export function Tools() {
  return html`<${Heap} /><${Fit} /><${Same} /><${Nimbers} /><${Values} />`;
}

/** @param {import("../vendor/ui.mjs").Signal<any>} where */
const typed = (where) => (/** @type {InputEvent} */ event) => { where.value = /** @type {HTMLInputElement} */ (event.target).value; };

function Heap() {
  const w = words.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    atLength({ ask: "heap", given: { question: code.value }, options: { to: Math.min(1_000_000, Math.max(0, Math.floor(Number(to.value)) || 0)), certificate: true } }, code.value)
      .then((told) => { if (!told.stopped) hear(told); });
  };
  return html`<section class="card" aria-label=${w.heapTitle}><h2>${w.heapTitle}</h2><p class="quiet">${w.heapAbout}</p>
    <form class="row" onSubmit=${ask}><label>${w.code} <input class="code" value=${code.value} onInput=${typed(code)} spellcheck=${false} autocapitalize="off" /></label>
      <label>${w.upTo} <input type="number" min="0" max="1000000" value=${to.value} onInput=${typed(to)} /></label><button class="main">${w.compute}</button></form>
    <${Running} />
    ${reply?.error && html`<p class="bad" role="alert">${plain(reply.error)}</p>`}
    ${reply && !reply.error && html`<${HeapSaid} reply=${reply} />`}</section>`;
}

/** @typedef {{ shift: number, codes: string[], more: number }} Cousins */

/** Lists the codes with the same values, with their shifts. @param {Cousins} cousins */
function related({ shift, codes, more }) {
  if (codes.length === 0) return null;
  const place = shift === 0 ? "" : shift > 0 ? ` + ${shift}` : ` - ${-shift}`;
  const links = codes.map((one) => html`<button class="link" onClick=${() => { code.value = one; }}>${one}</button> `);
  return html`<span>G(n${place}): ${links}${more > 0 && `+ ${more}`} </span>`;
}

/** @param {{ reply: any }} props */
function HeapSaid({ reply }) {
  const w = words.value;
  const { standard, period, cousins, largest, values = [], certificate } = reply;
  return html`<dl>
    <dt>${w.code}</dt><dd><code>${reply.code}</code> <button onClick=${() => open(`${reply.code}[12]`, "board")}>${w.playIt}</button></dd>
    ${standard && html`<dt>${w.standard}</dt><dd><code>${standard.code}</code>${standard.shift > 0 && ` G(n) = H(n - ${standard.shift})`}</dd>`}
    <dt>${w.period}</dt><dd>${period ? html`${w.periodSaid(period.period, period.preperiod, period.saltus)} <span class="status proved">${period.certificate ? `✔ ${w.status.proved}` : w.status.computed}</span>` : w.noPeriod(reply.searched)}
      ${certificate && html` <button onClick=${() => save("heap.cert", certificate)}>${w.certificate}</button>`}</dd>
    ${largest && html`<dt>${w.largest}</dt><dd>${largest.value} (n = ${number(largest.n)})</dd>`}
    ${cousins.some((/** @type {Cousins} */ { codes }) => codes.length > 0) && html`<dt>${w.cousins}</dt><dd>${cousins.map(related)}</dd>`}
    <dt>${w.values}</dt><dd class="breakable code">${values.slice(0, 500).join(" ")}${values.length > 500 && " …"}</dd></dl>`;
}

/** The law of a pasted table. */
function Fit() {
  const w = words.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    atLength({ ask: "fit", given: { text: table.value } }, w.fitTitle).then((told) => { if (!told.stopped) hear(told); });
  };
  const { claim, agrees, counts } = reply?.conjecture ?? {};
  const counted = counts?.slice(0, 12).map((/** @type {number[]} */ [value, count]) => `${reply.contents === "values" ? value : value ? "P" : "N"} ×${number(count ?? 0)}`).join(w.wordBetween);
  return html`<section class="card" aria-label=${w.fitTitle}><h2>${w.fitTitle}</h2><p class="quiet">${w.fitAbout}</p>
    <form onSubmit=${ask}><textarea class="code" rows="4" aria-label=${w.fitTable} value=${table.value} onInput=${typed(table)} spellcheck=${false} autocapitalize="off" style=${{ width: "100%" }}></textarea>
      <p class="row"><button class="main">${w.fitAsk}</button></p></form>
    <div role="status">${reply?.error && html`<p class="bad">${plain(reply.error)}</p>`}
      ${claim && html`<p>${w.lawAgrees(agrees)} <code class="breakable">${claim}</code> <${Badge} kind="conjectured" /></p>`}
      ${counted && html`<p>${w.lawCounts(reply.cells)} <span class="code breakable">${counted}</span></p>`}</div></section>`;
}

/** The comparison of two games. */
function Same() {
  const w = words.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    atLength({ ask: "same", given: { games: pair.value }, files: files.value }, pair.value.join(", ")).then((told) => { if (!told.stopped) hear(told); });
  };
  const field = (/** @type {number} */ at) => html`<label>${w.sameGame(at + 1)} <input class="code" value=${pair.value[at]} spellcheck=${false} autocapitalize="off"
    onInput=${(/** @type {InputEvent} */ event) => { pair.value = pair.value.with(at, /** @type {HTMLInputElement} */ (event.target).value); }} /></label>`;
  const said = reply && !reply.error && (reply.same ? w.same(reply.compares, reply.by) : reply.difference ? w.differ(reply.difference.position.join(", "), reply.games, reply.difference.results) : w.agree(reply.compares, reply.positions));
  return html`<section class="card" aria-label=${w.sameTitle}><h2>${w.sameTitle}</h2><p class="quiet">${w.sameAbout}</p>
    <form class="row" onSubmit=${ask}>${field(0)}${field(1)}<button class="main">${w.sameAsk}</button></form>
    <div role="status">${reply?.error && html`<p class="bad">${plain(reply.error)}</p>`}
      ${said && html`<p>${said} <${Badge} kind=${reply.status.kind} /></p>${reply.why && html`<p class="quiet">${reply.why}</p>`}`}</div></section>`;
}

function Nimbers() {
  const w = words.value;
  const said = (/** @type {any} */ { value }) => [value].flat().map((one) => html`<p class="code breakable">${one.decimal ?? one.text ?? `${one.bits} bits`}${one.hex && html` <span class="quiet">${one.hex}</span>`}</p>`);
  return html`<${Calculator} title=${w.nimTitle} about=${w.nimAbout} kind="nim" text=${expression} said=${said} />`;
}

/** The values of games of two players with different moves. */
function Values() {
  const w = words.value;
  const said = (/** @type {any} */ reply) => html`<dl>
    ${[[w.valueIs, reply.value], [w.winnerIs, w.classes[reply.outcome]], [w.stops, `${reply.stops.left} | ${reply.stops.right}`], [w.mean, reply.mean], [w.temperature, reply.temperature], [w.atomicWeight, reply.atomic_weight]]
    .map(([name, value]) => value && html`<dt>${name}</dt><dd class="breakable">${value}</dd>`)}</dl>`;
  return html`<${Calculator} title=${w.valueTitle} about=${w.valueAbout} kind="value" text=${game} said=${said} />`;
}

/**
 * A calculator of expressions.
 * @param {{ title: string, about: string, kind: string, text: import("../vendor/ui.mjs").Signal<any>, said: (reply: any) => any }} props
 */
function Calculator({ title, about, kind, text, said }) {
  const w = words.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    quick({ ask: kind, given: { expression: text.value }, options: { lang: lang.value }, seconds: 5 }).then(hear);
  };
  return html`<section class="card" aria-label=${title}><h2>${title}</h2><p class="quiet">${about}</p>
    <form class="row" onSubmit=${ask}><label>${w.expression} <input class="code" size="30" value=${text.value} onInput=${typed(text)} spellcheck=${false} autocapitalize="off" /></label><button class="main">${w.compute}</button></form>
    <div role="status">${reply?.error ? html`<p class="bad">${plain(reply.error)}</p>` : reply?.value && said(reply)}</div></section>`;
}
