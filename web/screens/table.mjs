// The table over ranges: the cells with axes and a cursor, a legend, a table of numbers if there are few cells, and downloads. Tables that
// take at most one second are computed automatically. Longer computations need a confirmation of the reader.

import { computed, html, signal, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { atLength, failure, look, options, plain, running, unfinished } from "../page/asking.mjs";
import { long } from "../page/core.mjs";
import { axes, index, list, reduced, size } from "../page/heat.mjs";
import { sheet } from "../page/sheet.mjs";
import { files, go, open, ranges, unasked } from "../page/state.mjs";
import { number, words } from "../page/words.mjs";
import { Downloads } from "./table-files.mjs";
import { Legend } from "./table-legend.mjs";
import { CellSheet } from "./table-sheet.mjs";
import { isTwoPlayer } from "./two-players.mjs";
import { GoOn, Running } from "./verdict.mjs";

/** @import { Cells, Period, Slot } from "../page/heat.mjs" */
/** @import { Cell } from "./table-sheet.mjs" */

/** The default ranges of the position: the last one or two numbers of the first component vary. Each range starts at 0 and ends slightly
 *  after the number, within fixed bounds. */
const suited = computed(() => {
  const first = look.value?.components[0]?.position ?? "nim[8]";
  const [, game = first, numbers = ""] = first.match(/^(.*?)\[([^\]]*)\]$/) ?? [];
  const slots = numbers.split(",").map(Number);
  if (slots.some((n) => !Number.isFinite(n)) || slots.length === 0) return first;
  const wide = (/** @type {number} */ n, /** @type {number} */ least) => `0..${Math.max(least, Math.min(n + 4, 63))}`;
  const running = slots.length === 1 ? [`0..${Math.max(99, Math.min((slots[0] ?? 0) + 10, 200))}`]
    : slots.map((n, at) => (at < slots.length - 2 ? String(n) : wide(n, 15)));
  return `${game}[${running.join(", ")}]`;
});

/** The query of the table, which the field also shows. */
const asked = computed(() => ranges.value || suited.value);
const measure = signal("");
const minus = signal("");
const mark = signal(/** @type {import("../page/heat.mjs").Mark} */ (""));
const modulo = signal(0);
const fold = signal(0);
const cursor = signal(/** @type {number[]} */ ([]));
const zoom = signal(0);
/** The position for which the cursor was moved; in another position, the cursor is at the current position. */
const movedAt = signal("");
/** Whether the controls are open in a narrow window, in which they are folded at first. */
const controls = signal(false);

/** The measures that the screen offers; the empty text stands for the value. */
const MEASURES = ["", "outcomes", "suspense", "remoteness", "misere"];
/** The measures if the players have different moves. */
const TWO_PLAYER_MEASURES = ["", "outcomes", "mean", "temperature"];

/** Returns the selected measure as options of a request. */
const own = () => ({
  ...(measure.value === "outcomes" ? { outcomes: true } : measure.value ? { value: measure.value } : {}),
  ...(minus.value && measure.value !== "outcomes" ? { minus: minus.value } : {}),
});

/** Returns whether a question has one range that is not too long. @param {string} question */
function folds(question) {
  const [range, ...more] = question.match(/(\d+)\s*\.\.\s*(\d+)/g) ?? [];
  const [low = 0, high = 0] = range?.split("..").map(Number) ?? [];
  return more.length === 0 && high - low <= 20_000;
}

const MARKS = ["", "p", "first", "first-down"];

/** Returns the maximum of a slider. A single range may be longer than each of several ranges, which form a sheet.
 *  @param {number} ranges */
const farthest = (ranges) => (ranges > 1 ? 200 : 1000);

/** Sliders for the ends of the ranges. @param {{ question: string, cells: Cells | undefined }} props */
function Ends({ question, cells }) {
  const found = [...question.matchAll(/(\d+)\s*\.\.\s*(\d+)/g)];
  const names = cells?.slots.filter(({ low, high }) => high > low).map(({ name }) => name) ?? [];
  if (found.length === 0 || found.length !== names.length) return null;
  const end = (/** @type {RegExpMatchArray} */ match) => (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    const at = match.index ?? 0;
    ranges.value = `${question.slice(0, at)}${match[1]}..${value}${question.slice(at + match[0].length)}`;
  };
  return html`<p class="row">${found.map((match, at) => html`<label key=${at}>${names[at]} ${match[1]}.. <input type="range" min=${match[1]}
    max=${Math.max(farthest(found.length), Number(match[2]))} value=${match[2]} onChange=${end(match)} /> ${match[2]}</label>`)}</p>`;
}

/** The Table screen. */
export function Table() {
  const w = words.value;
  const question = asked.value;
  const [reply, hear] = useState(/** @type {any} */ (undefined));
  // For one range of moderate length, the reply contains the cells as a list and the period. The cells of all other tables are sent as
  // bytes.
  const job = () => ({
    ask: folds(question) ? "chart" : "table", given: { question }, files: files.value,
    options: { ...options(), ...(folds(question) ? { format: "none" } : { raw: true }), ...own() },
  });
  useEffect(() => {
    let wanted = true;
    const rest = setTimeout(() => {
      long({ ...job(), seconds: 1, spell: unasked(), instead: "table" }).then((told) => { if (wanted && !told.dropped && !told.stopped) hear(told); });
    }, 60);
    return () => {
      wanted = false;
      clearTimeout(rest);
    };
  }, [question, measure.value, minus.value, JSON.stringify(options()), files.value]);
  const goOn = () => atLength(job(), question).then((told) => hear(told.stopped ? { error: { kind: "stopped", message: w.stopped, diagnostics: [] } } : told));
  const type = (/** @type {Event} */ event) => go(() => { ranges.value = /** @type {HTMLInputElement} */ (event.target).value.trim(); });
  const pick = (/** @type {Event} */ event) => { measure.value = /** @type {HTMLSelectElement} */ (event.target).value; };
  const names = /** @type {Record<string, string>} */ (w.measures);
  const status = /** @type {Record<string, string>} */ (w.status);
  return html`<section class="card" aria-label=${w.table}>
    <h2>${w.table} ${reply && !reply.error && html`<span class="quiet">${status[reply.status.kind]} · ${reply.method} · ${w.cells(list(reply).count)}</span>`}</h2>
    <button class="narrow-only" aria-expanded=${controls.value} aria-controls="table-controls save" onClick=${() => { controls.value = !controls.value; }}>${w.tableControls}</button>
    <div id="table-controls" class=${folded()}><p class="row"><label class="ranges">${w.ranges} <input class="code" value=${question} onChange=${type} spellcheck=${false} autocapitalize="off" /></label>
      <label>${w.measure} <select value=${measure.value} onChange=${pick}>${(isTwoPlayer(look.value) ? TWO_PLAYER_MEASURES : MEASURES).map((name) => html`<option value=${name} selected=${name === measure.value}>${names[name || "value"]}</option>`)}</select></label>
      ${measure.value !== "outcomes" && html`<label>${w.minus} <input class="code" size="8" value=${minus.value} onChange=${(/** @type {Event} */ event) => { minus.value = /** @type {HTMLInputElement} */ (event.target).value.trim(); }} spellcheck=${false} autocapitalize="off" /></label>`}</p>
    <${Ends} question=${question} cells=${reply?.slots && reply} />
    ${reply && !reply.error && html`<${Choices} cells=${reply} />`}</div>
    ${reply?.error && html`<p class="bad unfinished" role="alert">${reply.error.kind === "stopped" ? w.longer : plain(reply.error)}
      ${reply.error.kind === "stopped" && !running.value && html` <${GoOn} act=${goOn} />`}</p>`}
    <${Running} />
    ${!reply && (!failure.value || unfinished.value) && html`<p class="quiet">${w.asking}</p>`}
    ${reply && !reply.error && html`<${Shown} cells=${reply} />`}
  </section>`;
}

/** Returns the classes of controls, which are folded in a narrow window. */
const folded = () => (controls.value ? "controls open" : "controls");

/** Least and greatest length of a line of one range, if the reader selects none. */
const [SHORT_LINE, USUAL_LINE, LONG_LINE] = [12, 20, 64];

/** Returns the number of cells in a line of one range: the selected number, otherwise a multiple of the period. @param {Cells} cells */
function line({ period }) {
  if (fold.value > 0) return fold.value;
  if (!period || period.period > LONG_LINE) return USUAL_LINE;
  return period.period * Math.ceil(SHORT_LINE / period.period);
}

/** The controls that do not change the query. @param {{ cells: Cells }} props */
function Choices({ cells }) {
  const w = words.value;
  const { down } = axes(cells.slots);
  const { period } = cells;
  const names = /** @type {Record<string, string>} */ (w.markNames);
  const choose = (/** @type {Event} */ event) => { mark.value = /** @type {typeof mark.value} */ (/** @type {HTMLSelectElement} */ (event.target).value); };
  const change = (/** @type {import("../vendor/ui.mjs").Signal<number>} */ where, least = 0) => (/** @type {Event} */ event) => { where.value = Math.max(least, Math.floor(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 0); };
  return html`<p class="row"><label>${w.modulo} <input type="number" min="0" value=${modulo.value} onInput=${change(modulo)} /></label>
    ${down === undefined && html`<label>${w.foldAfter} <input type="number" min="0" value=${line(cells)} onInput=${change(fold)} /></label>`}
    ${period && down === undefined && line(cells) !== period.period && html`<button onClick=${() => { fold.value = period.period; }}>${w.foldAtPeriod(period.period, period.from)}</button>`}
    <label>${w.marks} <select value=${mark.value} onChange=${choose}>
      ${MARKS.map((name) => html`<option value=${name} selected=${name === mark.value}>${names[name || "none"]}</option>`)}</select></label>
    <label>${w.zoom} <input type="range" min=${LEAST_ZOOM} max="5" value=${zoom.value} onInput=${change(zoom, LEAST_ZOOM)} /></label></p>`;
}

const LEAST_ZOOM = -4;

/** Returns the numbers of the current position, if it is a cell of the table. @param {Cells} cells @returns {number[] | undefined} */
function current(cells) {
  const now = look.value;
  // The same games with the same arguments, and a number in each range.
  const bare = (/** @type {string} */ text) => text.replace(/\[[^\]]*\]/g, "[]").replace(/\s/g, "").toLowerCase();
  for (const position of now ? [now.position, ...now.components.map((component) => component.position)] : []) {
    const numbers = [...position.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = ""]) => inside.split(",").map(Number));
    if (bare(position) !== bare(asked.value) || numbers.length !== cells.slots.length) continue;
    if (numbers.every((n, at) => n >= (cells.slots[at]?.low ?? 0) && n <= (cells.slots[at]?.high ?? 0))) return numbers;
  }
  return undefined;
}

/** @param {{ cells: Cells }} props */
function Shown({ cells }) {
  const w = words.value;
  const { across, down, others } = axes(cells.slots);
  const [fixed, fix] = useState(/** @type {number[]} */ (cells.slots.map(({ low }) => low)));
  const here = current(cells);
  const position = look.value?.position ?? "";
  const moved = movedAt.value === position ? cursor.value : here ?? cursor.value;
  const numbers = cells.slots.map((slot, at) => Math.max(slot.low, Math.min(slot.high, moved[at] ?? fixed[at] ?? slot.low)));
  const at = (/** @type {number[]} */ place) => {
    movedAt.value = position;
    cursor.value = place;
  };
  const what = useSheet(cells, numbers);
  const [left, top] = [cells.slots[across]?.low ?? 0, down === undefined ? 0 : cells.slots[down]?.low ?? 0];
  /** Returns the cell of the sheet with these numbers. @param {number[]} place @returns {Cell} */
  const cellOf = (place) => {
    const along = (place[across] ?? 0) - left;
    if (down !== undefined) return { column: along, row: (place[down] ?? 0) - top };
    return { column: (along + what.shift) % what.columns, row: Math.floor((along + what.shift) / what.columns) };
  };
  /** Returns the numbers of a cell of the sheet. @param {Cell} cell */
  const placeOf = ({ column, row }) => {
    if (down !== undefined) return numbers.with(across, left + column).with(down, top + row);
    return numbers.with(across, Math.max(left, Math.min(cells.slots[across]?.high ?? 0, left + row * what.columns + column - what.shift)));
  };
  const shownHere = here && others.every((slot) => here[slot] === numbers[slot]) ? here : undefined;
  const { period } = cells;
  const from = period && down === undefined ? cellOf(numbers.with(across, period.from)) : undefined;
  return html`${others.map((slot) => html`<p class="row" key=${slot}><label>${cells.slots[slot]?.name} <input type="range" min=${cells.slots[slot]?.low} max=${cells.slots[slot]?.high} value=${numbers[slot]}
        onInput=${(/** @type {InputEvent} */ event) => { const next = numbers.with(slot, Number(/** @type {HTMLInputElement} */ (event.target).value)); fix(next); at(next); }} /></label> <b>${numbers[slot]}</b></p>`)}
    <${CellSheet} what=${what} mark=${mark.value} zoom=${zoom.value} cursor=${cellOf(numbers)} here=${shownHere && cellOf(shownHere)} from=${from}
      move=${(/** @type {Cell} */ cell) => at(placeOf(cell))} enter=${() => open(positionOf(numbers), "board")} says=${(/** @type {Cell} */ cell) => says(cells, placeOf(cell))} />
    <${Says} cells=${cells} numbers=${numbers} />
    <${Legend} cells=${cells} what=${what} modulo=${modulo.value} mark=${mark.value} grundy=${measure.value === "" && minus.value === ""} here=${shownHere && positionOf(shownHere)} line=${(period?.from ?? left) > left && down === undefined} />
    ${down === undefined && period !== undefined && html`<p class="period">${period ? described(cells.slots[across]?.name ?? "", left, period).join(" ") : w.noVisiblePeriod}</p>`}
    <div class=${folded()} id="save"><${Downloads} key=${asked.value} cells=${cells} what=${what} mark=${mark.value} modulo=${modulo.value} title=${title(cells, numbers)} job=${chart(cells)} /></div>
    ${size(cells.slots[across]) <= 41 && (down === undefined || size(cells.slots[down]) <= 41) && html`<details><summary>${w.asTable}</summary><${Numbers} cells=${cells} numbers=${numbers} /></details>`}`;
}

/** Returns sentences about a period. @param {string} name @param {number} low  the first number @param {Period} period */
function described(name, low, { period, from, last, repetitions, basis, exceptions }) {
  const w = words.value;
  return [
    w.periodSays(name, period, from), from > low ? w.prePeriod(name, low, from - 1) : w.noPrePeriod, ...(from > low && exceptions ? [w.periodExceptions(exceptions.length)] : []),
    basis === "claimed" ? w.periodClaimed(name, last) : w.periodObserved(repetitions, name, last),
  ];
}

/** Returns the sheet of the table. The same sheet is returned until it changes. @param {Cells} cells @param {number[]} numbers */
function useSheet(cells, numbers) {
  const made = useRef(/** @type {{ cells: Cells, key: string, what: import("../page/sheet.mjs").Sheet } | undefined} */ (undefined));
  const fold = line(cells);
  const key = [fold, modulo.value, ...axes(cells.slots).others.map((slot) => numbers[slot])].join();
  if (made.current?.cells !== cells || made.current.key !== key) made.current = { cells, key, what: sheet(cells, numbers, { fold, modulo: modulo.value }) };
  return made.current.what;
}

/** Returns the job of the core that draws the table, except the format. @param {Cells} cells */
const chart = (cells) => ({
  ask: "chart", given: { question: asked.value }, files: files.value,
  options: { ...own(), ...(axes(cells.slots).down === undefined && { fold: line(cells) }), ...(mark.value && { mark: mark.value }) },
});

/** Returns the position of a cell. @param {number[]} numbers */
function positionOf(numbers) {
  let at = 0;
  const question = asked.value;
  // The numbers of the cell replace the ranges of the question, in order.
  return question.replace(/\[([^\]]*)\]/g, (_, inside) => `[${String(inside).split(",").map(() => numbers[at++]).join(", ")}]`);
}

/** Returns the numbers of a cell and its value. @param {Cells} cells @param {number[]} numbers */
function says(cells, numbers) {
  const w = words.value;
  const cell = list(cells).at(index(cells.slots, numbers));
  const place = cells.slots.map(({ name }, at) => `${name} = ${numbers[at]}`).join(w.wordBetween);
  const rest = modulo.value > 0 && typeof cell === "number" ? ` ≡ ${reduced(cell, modulo.value)} (mod ${modulo.value})` : "";
  return `${place}: ${cell ?? w.noPosition}${rest}`;
}

/** @param {{ cells: Cells, numbers: number[] }} props */
function Says({ cells, numbers }) {
  const w = words.value;
  return html`<p class="row"><b role="status" aria-live="polite">${says(cells, numbers)}</b>
    ${list(cells).at(index(cells.slots, numbers)) !== null && html`<button onClick=${() => open(positionOf(numbers), "board")}>${w.makePosition} (Enter)</button>`}</p>`;
}

/** @param {{ cells: Cells, numbers: number[] }} props */
function Numbers({ cells, numbers }) {
  const { across, down } = axes(cells.slots);
  const all = list(cells);
  const [wide, high] = [cells.slots[across], down === undefined ? undefined : cells.slots[down]];
  const run = (/** @type {Slot | undefined} */ slot) => Array.from({ length: size(slot) }, (_, at) => (slot?.low ?? 0) + at);
  const cell = (/** @type {number} */ column, /** @type {number | undefined} */ row) => {
    const place = numbers.with(across, column);
    if (down !== undefined && row !== undefined) place[down] = row;
    return reduced(all.at(index(cells.slots, place)), modulo.value) ?? "·";
  };
  return html`<div class="wide" tabindex="0" role="group" aria-label=${words.value.asTable}><table><thead><tr><th scope="col">${high ? `${high.name}\\${wide?.name}` : wide?.name}</th>
    ${run(wide).map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${(high ? run(high) : [undefined]).map((row) => html`<tr><th scope="row">${row ?? "SG"}</th>${run(wide).map((column) => html`<td>${cell(column, row)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Returns the title within saved files: the question, the measure, and the transformations. @param {Cells} cells @param {number[]} numbers */
function title(cells, numbers) {
  const { others } = axes(cells.slots);
  const slice = others.map((slot) => `${cells.slots[slot]?.name} = ${numbers[slot]}`);
  return [asked.value, ...slice, ...(measure.value ? [measure.value] : []), ...(minus.value ? [`- ${minus.value}`] : []), ...(modulo.value ? [`mod ${modulo.value}`] : [])].join(", ");
}
