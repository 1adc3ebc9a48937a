// The cells of the Table screen: a canvas with one pixel for each cell, axes that stay in view, the values in cells that are large enough,
// the mark of the current position, the cursor, and the cell under the pointer. Texts are created only for the cells in view.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { MARK, colour, marked } from "../page/heat.mjs";
import { LETTER, legible, painted, step } from "../page/sheet.mjs";
import { dark } from "../page/theme.mjs";
import { words } from "../page/words.mjs";

/** @import { Mark } from "../page/heat.mjs" */
/** @import { Sheet } from "../page/sheet.mjs" */
/** @typedef {{ column: number, row: number }} Cell */
/** @typedef {{ left: number, top: number, width: number, height: number }} View  the part of the sheet in view, in pixels */

/** Sides of a cell with a value, in pixels: the least, and the largest at the default zoom. */
const [SMALL, LARGE] = [19, 30];
/** A table with more columns or more rows has small cells, so that more of it is in view. */
const [MANY_COLUMNS, MANY_ROWS] = [60, 250];
/** Longest value for which the cells are made wider. */
const LONGEST = 6;
/** Texts are created for blocks of this many cells, so that most scrolling creates none. */
const BLOCK = 8;
const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Sheet, number>} */
const lengths = new WeakMap();

/** Returns the length of the longest value. @param {Sheet} what */
function longest(what) {
  let length = lengths.get(what) ?? 0;
  if (length === 0) for (let row = 0; row < what.rows; row += 1) for (let column = 0; column < what.columns; column += 1) length = Math.max(length, String(what.at(column, row) ?? "").length);
  lengths.set(what, length);
  return length;
}

/** Returns the sides of the cells. @param {Sheet} what @param {number} width  pixels for all columns @param {number} zoom @returns {[number, number]} */
function sides(what, width, zoom) {
  const { columns, rows } = what;
  const fair = Math.floor(width / columns);
  let wide = Math.max(1, Math.min(24, fair));
  let high = wide;
  if (columns <= MANY_COLUMNS && rows <= MANY_ROWS) {
    const least = Math.max(SMALL, Math.ceil(Math.min(longest(what), LONGEST) * LETTER + 4));
    wide = Math.max(least, Math.min(LARGE, fair));
    high = Math.min(LARGE, Math.max(SMALL, Math.min(wide, 26)));
  }
  const times = 2 ** (zoom / 2);
  return [Math.max(1, Math.round(wide * times)), Math.max(rows === 1 ? 20 : 1, Math.round(high * times))];
}

/** @param {{ what: Sheet, mark: Mark, zoom: number, cursor: Cell, here: Cell | undefined, from: Cell | undefined, move: (cell: Cell) => void,
 *    enter: () => void, says: (cell: Cell) => string }} props  `here`: the current position; `from`: the first cell of the period */
export function CellSheet({ what, mark, zoom, cursor, here, from, move, enter, says }) {
  const w = words.value;
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [room, measure] = useState(560);
  const [view, look] = useState(/** @type {View} */ ({ left: 0, top: 0, width: 0, height: 0 }));
  const [pointed, point] = useState(/** @type {(Cell & { x: number, y: number }) | undefined} */ (undefined));
  const { columns, rows, rowName, corner } = what;
  const isDark = dark.value;
  const [acrossName = "", downName = ""] = corner;
  const names = Math.max(downName.length + 2, rowName(0).length, rowName(rows - 1).length);
  const [left, top] = [Math.ceil(LETTER * names) + 12, 40];
  const [wide, high] = sides(what, room - left - 4, zoom);
  const [width, height] = [columns * wide, rows * high];

  useLayoutEffect(() => {
    const box = place.current;
    if (!box) return;
    const see = () => look({ left: box.scrollLeft, top: box.scrollTop, width: box.clientWidth, height: box.clientHeight });
    // A change of size within the callback would be reported as an error, so the table is drawn in the next frame.
    const watcher = new ResizeObserver(() => requestAnimationFrame(() => {
      if (!frame.current) return;
      measure(frame.current.clientWidth);
      see();
    }));
    if (frame.current) watcher.observe(frame.current);
    watcher.observe(box);
    box.addEventListener("scroll", see, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener("scroll", see);
    };
  }, []);
  useLayoutEffect(() => {
    canvas.current?.getContext("2d")?.putImageData(painted(what, mark, isDark), 0, 0);
  }, [what, mark, isDark]);
  // The first and the last cell with a text, in whole blocks.
  const block = (/** @type {number} */ pixels, /** @type {number} */ side, /** @type {number} */ count, /** @type {number} */ more) =>
    Math.max(0, Math.min(count, BLOCK * (Math.floor(pixels / side / BLOCK) + more)));
  const [c0, c1] = [block(view.left, wide, columns, 0), block(view.left + view.width, wide, columns, 1)];
  const [r0, r1] = [block(view.top, high, rows, 0), block(view.top + view.height, high, rows, 1)];
  useLayoutEffect(() => write(frame.current, what, mark, isDark, { wide, high, left, top, c0, c1, r0, r1 }), [what, mark, isDark, wide, high, left, c0, c1, r0, r1]);
  // The cursor stays in view.
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const into = (/** @type {number} */ now, /** @type {number} */ from, /** @type {number} */ side, /** @type {number} */ room) => Math.max(from + side - room, Math.min(now, from));
    box.scrollLeft = into(box.scrollLeft, cursor.column * wide, wide, box.clientWidth - left - 4);
    box.scrollTop = into(box.scrollTop, cursor.row * high, high, box.clientHeight - top - 4);
  }, [cursor.column, cursor.row, wide, high, columns]);

  /** Returns the cell of a pointer event, and the place of the pointer in the frame. @param {MouseEvent} event */
  const cellOf = (event) => {
    const box = canvas.current?.getBoundingClientRect();
    const whole = frame.current?.getBoundingClientRect();
    if (!box || !whole) return undefined;
    const [column, row] = [Math.floor(((event.clientX - box.left) * columns) / box.width), Math.floor(((event.clientY - box.top) * rows) / box.height)];
    return { column: Math.max(0, Math.min(columns - 1, column)), row: Math.max(0, Math.min(rows - 1, row)), x: event.clientX - whole.left, y: event.clientY - whole.top };
  };
  const hover = (/** @type {PointerEvent} */ event) => { if (event.pointerType !== "touch") point(cellOf(event)); };
  const leave = (/** @type {PointerEvent} */ event) => { if (event.pointerType !== "touch") point(undefined); };
  const tap = (/** @type {MouseEvent} */ event) => {
    const cell = cellOf(event);
    if (!cell) return;
    move(cell);
    point(cell);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const { column, row } = cursor;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-column, 0], End: [columns - 1 - column, 0], PageUp: [0, -10], PageDown: [0, 10] }[event.key];
    if (event.key === "Enter") enter();
    else if (by) move({ column: Math.max(0, Math.min(columns - 1, column + (by[0] ?? 0))), row: Math.max(0, Math.min(rows - 1, row + (by[1] ?? 0))) });
    else return;
    point(undefined);
    event.preventDefault();
  };
  const at = (/** @type {Cell} */ { column, row }, edge = 0) => ({ left: `${column * wide - edge}px`, top: `${row * high - edge}px`, width: `${wide + 2 * edge}px`, height: `${high + 2 * edge}px` });
  const begins = from && (from.column > 0 || from.row > 0) && [`M0 ${(from.row + 1) * high}`, `H${from.column * wide}`, `V${from.row * high}`, `H${width}`].join("");
  return html`<div class="heat-frame" ref=${frame}>
    <div class="heat-place" ref=${place}><div class="heat-grid" style=${{ gridTemplateColumns: `${left}px ${width + 2}px`, width: `${left + width + 2}px` }}>
      <div class="heat-corner" aria-hidden="true" style=${{ height: `${top}px` }}>${downName && html`<i>${downName}\u00a0↓</i>`}</div>
      <div class="heat-top" aria-hidden="true" style=${{ height: `${top}px` }}><i style=${{ left: `${left + 4}px` }}>${acrossName}\u00a0→</i><svg class="heat-columns" width=${width} height=${top}></svg></div>
      <svg class="heat-rows" aria-hidden="true" width=${left} height=${height}></svg>
      <div class="heat-sheet" style=${{ width: `${width}px`, height: `${height}px` }}>
        <canvas class="heat" ref=${canvas} width=${columns} height=${rows} tabindex="0" role="application" aria-roledescription=${w.heatMap} aria-label=${w.heatHelp}
          onClick=${tap} onPointerMove=${hover} onPointerLeave=${leave} onKeyDown=${key} style=${{ width: `${width}px`, height: `${height}px`, maxWidth: "none" }}></canvas>
        <svg class="heat-values" aria-hidden="true" width=${width} height=${height}><g class="texts"></g>${begins && html`<path class="period-edge" d=${begins} />`}</svg>
        ${here && html`<span class="here" aria-hidden="true" data-column=${here.column} data-row=${here.row} style=${at(here, 3)}></span>`}
        ${pointed && html`<span class="pointed" aria-hidden="true" style=${at(pointed)}></span>`}
        <span class="cursor" aria-hidden="true" style=${at(cursor)}></span></div></div></div>
    ${pointed && html`<${Tip} text=${says(pointed)} x=${pointed.x} y=${pointed.y} room=${room} />`}</div>`;
}

/** The text at the pointer. @param {{ text: string, x: number, y: number, room: number }} props */
function Tip({ text, x, y, room }) {
  const side = x < room / 2 ? { left: `${Math.max(0, x + 12)}px` } : { right: `${Math.max(0, room - x + 12)}px` };
  return html`<span class="heat-tip" aria-hidden="true" style=${{ left: "auto", right: "auto", ...side, top: `${y + 14}px` }}>${text}</span>`;
}

/** Writes the values and the numbers of the axes that are in view. @param {HTMLElement | null} frame @param {Sheet} what @param {Mark} mark
 *  @param {boolean} isDark @param {{ wide: number, high: number, left: number, top: number, c0: number, c1: number, r0: number, r1: number }} places */
function write(frame, what, mark, isDark, { wide, high, left, top, c0, c1, r0, r1 }) {
  const { columns, rows, at, raw, most, columnName, rowName } = what;
  const word = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text, /** @type {Record<string, string>} */ more) => {
    const made = document.createElementNS(SVG, "text");
    for (const [name, value] of Object.entries({ x: String(x), y: String(y), "text-anchor": "middle", ...more })) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };
  const numbers = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ by) => Array.from({ length: Math.max(0, Math.ceil((to - from) / by)) }, (_, n) => from + n * by);
  const widest = Math.max(columnName(0).length, columnName(columns - 1).length) * LETTER + 4;
  const [over, beside] = [step(widest / wide), step(14 / high)];
  const first = (/** @type {number} */ from, /** @type {number} */ by) => Math.ceil(from / by) * by;
  frame?.querySelector(".heat-columns")?.replaceChildren(...numbers(first(c0, over), c1, over).map((column) => word((column + 0.5) * wide, top - 5, columnName(column), {})));
  frame?.querySelector(".heat-rows")?.replaceChildren(...numbers(first(r0, beside), r1, beside).map((row) => word(left - 6, (row + 0.5) * high + 4, rowName(row), { "text-anchor": "end" })));
  const size = Math.max(11, Math.min(16, Math.round(high * 0.5)));
  const lettered = wide >= 14 && high >= 16;
  const red = new Set(lettered ? marked(raw, columns, rows, mark) : []);
  const texts = lettered ? numbers(r0, r1, 1).flatMap((row) => numbers(c0, c1, 1).flatMap((column) => {
    const value = at(column, row);
    const text = String(value ?? "");
    if (text === "" || text.length * size * 0.62 > wide) return [];
    const isRed = red.has(row * columns + column);
    return [word((column + 0.5) * wide, (row + 0.5) * high + size * 0.35, text, {
      fill: legible(isRed ? MARK : colour(value, most, isDark)), "font-size": String(size), "data-at": `${column},${row}`, ...((value === 0 || value === "P") && { "font-weight": "700" }),
    })];
  })) : [];
  frame?.querySelector(".heat-values .texts")?.replaceChildren(...texts);
}
