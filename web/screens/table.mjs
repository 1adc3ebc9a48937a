// The table over ranges: a canvas with a cursor that shows a cell, a table of numbers if there are few cells, and downloads. Tables that
// take at most one second are computed automatically. Longer computations need a confirmation of the reader.

import { computed, html, signal, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { atLength, look, options, plain, running } from "../page/asking.mjs";
import { long } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { axes, bfile, csv, index, list, reduced, size } from "../page/heat.mjs";
import { painted, png, sheet, svg, text } from "../page/sheet.mjs";
import { files, go, open, ranges, unasked } from "../page/state.mjs";
import { dark } from "../page/theme.mjs";
import { number, words } from "../page/words.mjs";
import { isTwoPlayer } from "./two-players.mjs";
import { GoOn, Running } from "./verdict.mjs";

/** @import { Cells, Slot } from "../page/heat.mjs" */

/** The default ranges of the position: the last one or two numbers of the first component vary. Each range starts at 0 and ends slightly
 *  after the number, within fixed bounds. */
const suited = computed(() => {
  const first = look.value?.components[0]?.position ?? "nim[8]";
  const [, game = first, numbers = ""] = first.match(/^(.*?)\[([^\]]*)\]$/) ?? [];
  const slots = numbers.split(",").map(Number);
  if (slots.some((n) => !Number.isFinite(n)) || slots.length === 0) return first;
  const wide = (/** @type {number} */ n, /** @type {number} */ least) => `0..${Math.max(least, Math.min(n + 4, 63))}`;
  const running = slots.length === 1 ? [`0..${Math.max(40, Math.min((slots[0] ?? 0) + 10, 200))}`]
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
    max=${Math.max(farthest(found.length), Number(match[2]))} value=${match[2]} onChange=${end(match)} /></label>`)}</p>`;
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
    <p class="row"><label class="ranges">${w.ranges} <input class="code" value=${question} onChange=${type} spellcheck=${false} autocapitalize="off" /></label>
      <label>${w.measure} <select value=${measure.value} onChange=${pick}>${(isTwoPlayer(look.value) ? TWO_PLAYER_MEASURES : MEASURES).map((name) => html`<option value=${name} selected=${name === measure.value}>${names[name || "value"]}</option>`)}</select></label>
      ${measure.value !== "outcomes" && html`<label>${w.minus} <input class="code" size="8" value=${minus.value} onChange=${(/** @type {Event} */ event) => { minus.value = /** @type {HTMLInputElement} */ (event.target).value.trim(); }} spellcheck=${false} autocapitalize="off" /></label>`}</p>
    <${Ends} question=${question} cells=${reply?.slots && reply} />
    ${reply?.error && html`<p class="bad unfinished" role="alert">${reply.error.kind === "stopped" ? w.longer : plain(reply.error)}
      ${reply.error.kind === "stopped" && !running.value && html` <${GoOn} act=${goOn} />`}</p>`}
    <${Running} />
    ${!reply && html`<p class="quiet">${w.asking}</p>`}
    ${reply && !reply.error && html`<${Shown} cells=${reply} />`}
  </section>`;
}

/** @param {{ cells: Cells }} props */
function Shown({ cells }) {
  const w = words.value;
  const { across, down, others } = axes(cells.slots);
  const [fixed, fix] = useState(/** @type {number[]} */ (cells.slots.map(({ low }) => low)));
  const numbers = cells.slots.map((slot, at) => Math.max(slot.low, Math.min(slot.high, cursor.value[at] ?? fixed[at] ?? slot.low)));
  const period = cells.period;
  const names = /** @type {Record<string, string>} */ (w.markNames);
  const choose = (/** @type {Event} */ event) => { mark.value = /** @type {typeof mark.value} */ (/** @type {HTMLSelectElement} */ (event.target).value); };
  const change = (/** @type {import("../vendor/ui.mjs").Signal<number>} */ where) => (/** @type {Event} */ event) => { where.value = Math.max(0, Math.floor(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 0); };
  const at = (/** @type {number[]} */ place) => { cursor.value = place; };
  return html`<p class="row"><label>${w.modulo} <input type="number" min="0" value=${modulo.value} onInput=${change(modulo)} /></label>
      ${down === undefined && html`<label>${w.foldAfter} <input type="number" min="0" value=${fold.value} onInput=${change(fold)} /></label>`}
      ${period && down === undefined && html`<button onClick=${() => { fold.value = period.period; }}>${w.foldAtPeriod(period.period, period.from)}</button>`}
      <label>${w.marks} <select value=${mark.value} onChange=${choose}>
        ${MARKS.map((name) => html`<option value=${name} selected=${name === mark.value}>${names[name || "none"]}</option>`)}</select></label>
      <label>${w.zoom} <input type="range" min="0" max="5" value=${zoom.value} onInput=${change(zoom)} /></label></p>
    ${others.map((slot) => html`<p class="row" key=${slot}><label>${cells.slots[slot]?.name} <input type="range" min=${cells.slots[slot]?.low} max=${cells.slots[slot]?.high} value=${numbers[slot]}
        onInput=${(/** @type {InputEvent} */ event) => { const next = numbers.with(slot, Number(/** @type {HTMLInputElement} */ (event.target).value)); fix(next); at(next); }} /></label> <b>${numbers[slot]}</b></p>`)}
    <${Heat} cells=${cells} numbers=${numbers} at=${at} />
    <${Says} cells=${cells} numbers=${numbers} />
    <${Files} cells=${cells} numbers=${numbers} />
    ${size(cells.slots[across]) <= 41 && (down === undefined || size(cells.slots[down]) <= 41) && html`<details><summary>${w.asTable}</summary><${Numbers} cells=${cells} numbers=${numbers} /></details>`}`;
}

/** Returns the position of a cell. @param {Cells} cells @param {number[]} numbers */
function positionOf(cells, numbers) {
  let at = 0;
  const question = asked.value;
  // The numbers of the cell replace the ranges of the question, in order.
  return question.replace(/\[([^\]]*)\]/g, (_, inside) => `[${String(inside).split(",").map(() => numbers[at++]).join(", ")}]`);
}

/** @param {{ cells: Cells, numbers: number[] }} props */
function Says({ cells, numbers }) {
  const w = words.value;
  const cell = list(cells).at(index(cells.slots, numbers));
  const place = cells.slots.map(({ name }, at) => `${name} = ${numbers[at]}`).join(w.wordBetween);
  return html`<p role="status" aria-live="polite">${place}: <b>${cell ?? w.noPosition}</b>
    ${modulo.value > 0 && typeof cell === "number" && ` ≡ ${reduced(cell, modulo.value)} (mod ${modulo.value})`}</p>
    ${cell !== null && html`<p><button onClick=${() => open(positionOf(cells, numbers), "board")}>${w.makePosition} (Enter)</button></p>`}`;
}

/** Returns the sheet with the fold and the modulus that the screen uses. @param {Cells} cells @param {number[]} numbers */
const shown = (cells, numbers) => sheet(cells, numbers, { fold: fold.value, modulo: modulo.value });

/** @param {{ cells: Cells, numbers: number[], at: (place: number[]) => void }} props */
function Heat({ cells, numbers, at }) {
  const w = words.value;
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const { across, down, others } = axes(cells.slots);
  const what = shown(cells, numbers);
  const { columns, rows, shift } = what;
  const steps = Math.max(1, Math.min(24, Math.floor(560 / columns)));
  const scale = Math.max(1, Math.round(steps * 2 ** (zoom.value / 2)));
  const tall = rows === 1 ? Math.max(scale, 32) : scale;
  const isDark = dark.value;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.putImageData(painted(what, mark.value, isDark), 0, 0);
  }, [cells, others.map((slot) => numbers[slot]).join(), modulo.value, mark.value, columns, isDark]);
  /** Returns the index of a cell of the canvas. @param {number} column @param {number} row */
  const place = (column, row) => {
    const next = [...numbers];
    const slot = cells.slots[across];
    const low = slot?.low ?? 0;
    if (down === undefined) next[across] = Math.max(low, Math.min(slot?.high ?? 0, low + row * columns + column - shift));
    else {
      next[across] = low + column;
      next[down] = (cells.slots[down]?.low ?? 0) + row;
    }
    return next;
  };
  const along = (numbers[across] ?? 0) - (cells.slots[across]?.low ?? 0);
  const [column, row] = down === undefined ? [(along + shift) % columns, Math.floor((along + shift) / columns)]
    : [along, (numbers[down] ?? 0) - (cells.slots[down]?.low ?? 0)];
  const point = (/** @type {MouseEvent} */ event) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    at(place(Math.min(columns - 1, Math.floor(((event.clientX - box.left) * columns) / box.width)), Math.min(rows - 1, Math.floor(((event.clientY - box.top) * rows) / box.height))));
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-column, 0], End: [columns - 1 - column, 0], PageUp: [0, -10], PageDown: [0, 10] }[event.key];
    if (event.key === "Enter") open(positionOf(cells, numbers), "board");
    else if (by) at(place(Math.max(0, Math.min(columns - 1, column + (by[0] ?? 0))), Math.max(0, Math.min(rows - 1, row + (by[1] ?? 0)))));
    else return;
    event.preventDefault();
  };
  return html`<div class="heat-place"><div class="heat-sheet" style=${{ width: `${columns * scale}px`, position: "relative" }}>
    <canvas class="heat" ref=${canvas} width=${columns} height=${rows} tabindex="0" role="application" aria-roledescription=${w.heatMap} aria-label=${w.heatHelp} onClick=${point} onKeyDown=${key}
      style=${{ width: `${columns * scale}px`, height: `${rows * tall}px`, maxWidth: "none" }}></canvas>
    <span class="cursor" aria-hidden="true" style=${{ left: `${column * scale}px`, top: `${row * tall}px`, width: `${scale + 2}px`, height: `${tall + 2}px` }}></span></div></div>
    <p class="quiet">${w.heatLegend(number(what.most))}</p>`;
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

/** @param {{ cells: Cells, numbers: number[] }} props */
function Files({ cells, numbers }) {
  const w = words.value;
  const [said, say] = useState("");
  const [offset, move] = useState(cells.slots[axes(cells.slots).down ?? axes(cells.slots).across]?.low ?? 0);
  // The core draws all slices of a table with a legend, but does not support residues.
  const drawing = async (/** @type {"svg" | "text"} */ format) => {
    if (modulo.value > 0) {
      say("");
      return keep(format, format === "svg" ? svg(shown(cells, numbers), mark.value, title(cells, numbers)) : text(shown(cells, numbers), title(cells, numbers)));
    }
    const given = { question: asked.value };
    const folded = fold.value > 0 && axes(cells.slots).down === undefined && { fold: fold.value };
    const reply = await atLength({ ask: "chart", given, files: files.value, options: { ...own(), format, ...folded, ...(mark.value && { mark: mark.value }) } }, asked.value);
    say(reply.error ? plain(reply.error) : "");
    if (reply.picture) keep(format, reply.picture);
  };
  const keep = (/** @type {"svg" | "text"} */ format, /** @type {string} */ picture) => save(format === "svg" ? "table.svg" : "table.txt", picture, format === "svg" ? "image/svg+xml" : "text/plain");
  const drawPng = async () => {
    const blob = await png(shown(cells, numbers), mark.value, title(cells, numbers));
    say(blob ? "" : w.noPng);
    if (blob) save("table.png", blob);
  };
  const oeis = () => {
    const text = bfile(cells, offset);
    say(text === undefined ? w.noBfile : "");
    if (text !== undefined) save("b000000.txt", text);
  };
  return html`<p class="row" id="save">${w.saveAs} <button onClick=${() => drawing("svg")}>SVG</button><button onClick=${drawPng}>PNG</button>
    <button onClick=${() => save("table.csv", csv(cells), "text/csv")}>CSV</button><button onClick=${() => drawing("text")}>${w.textFile}</button>
    <button onClick=${oeis}>${w.oeis}</button><label>${w.offset} <input type="number" value=${offset} onInput=${(/** @type {InputEvent} */ event) => move(Math.floor(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 0)} /></label></p>
    <p role="status">${said}</p>`;
}
