// Arranges a table as a sheet: in columns and rows of cells, as in the heat map. Also draws the sheet with axes, for files. The core
// draws tables too (`chart`), but the core does not support `modulo`, and in a page it cannot create PNG files.

import { MARK, axes, colour, index, largest, list, marked, reduced, size } from "./heat.mjs";

/** @import { Cells, Colour, Mark, Slot } from "./heat.mjs" */
/** @import { Value } from "./types.mjs" */
/** @typedef {{ columns: number, rows: number, at: (column: number, row: number) => Value | null, raw: (column: number, row: number) => Value | null,
 *    most: number, columnName: (column: number) => string, rowName: (row: number) => string, corner: string[], shift: number,
 *    outside: (column: number, row: number) => boolean }} Sheet
 *  `outside`: whether a cell of a folded row is not in the range; `corner`: the names of the columns and of the rows; `shift`: the number of cells of the first line that are before the range */

/** Maximum number of cells in a line of the sheet; a longer row is folded. */
const WIDEST = 1000;

/** Returns the sheet of a table. A single range becomes a row that is folded after `fold` cells; several ranges become the slice at
 *  `numbers`.
 *  @param {Cells} cells @param {number[]} numbers @param {{ fold: number, modulo: number }} how @returns {Sheet} */
export function sheet(cells, numbers, { fold, modulo }) {
  const { across, down } = axes(cells.slots);
  const all = list(cells);
  const [wide, high] = [cells.slots[across], down === undefined ? undefined : cells.slots[down]];
  const [left, top] = [wide?.low ?? 0, high?.low ?? 0];
  const folded = fold > 0 && fold < size(wide);
  const columns = high ? size(wide) : Math.min(folded ? fold : WIDEST, all.count);
  // As in the core, each column of a folded row contains the numbers of one residue class.
  const shift = folded && !high ? ((left % columns) + columns) % columns : 0;
  const rows = high ? size(high) : Math.ceil((size(wide) + shift) / columns);
  const place = cells.slots.map((slot, at) => numbers[at] ?? slot.low);
  const raw = (/** @type {number} */ column, /** @type {number} */ row) => {
    const number = left + (high ? column : row * columns + column - shift);
    place[across] = number;
    if (down !== undefined) place[down] = top + row;
    return number < left || number > (wide?.high ?? 0) ? null : all.at(index(cells.slots, place));
  };
  return {
    columns, rows, shift, raw,
    outside: (column, row) => !high && (row * columns + column < shift || row * columns + column >= shift + size(wide)),
    most: largest(all, modulo),
    at: (column, row) => reduced(raw(column, row), modulo),
    // In a folded row, the number of a cell is the sum of the numbers of its line and its column.
    columnName: (column) => String((high || rows === 1 ? left : 0) + column),
    rowName: (row) => (high ? String(top + row) : rows === 1 ? "" : String(left - shift + row * columns)),
    corner: high ? [wide?.name ?? "", high.name] : rows === 1 ? [wide?.name ?? ""] : [`${wide?.name} mod ${columns}`, wide?.name ?? ""],
  };
}

/** Returns the pixels of a sheet, one pixel for each cell. @param {Sheet} sheet @param {Mark} mark @param {boolean} dark */
export function painted({ columns, rows, at, raw, outside, most }, mark, dark) {
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  /** Colours as the bytes of a pixel. @type {Map<Value | null, number>} */
  const colours = new Map();
  const bytes = new Uint8Array([0, 0, 0, 255]);
  const pixel = (/** @type {Colour} */ rgb) => {
    bytes.set(rgb);
    return new Uint32Array(bytes.buffer)[0] ?? 0;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (outside(column, row)) continue;
      const value = at(column, row);
      const known = colours.get(value) ?? pixel(colour(value, most, dark));
      colours.set(value, known);
      pixels[row * columns + column] = known;
    }
  }
  for (const place of marked(raw, columns, rows, mark)) pixels[place] = pixel(MARK);
  return image;
}

/** Target width of all cells, and maximum sides of a cell and of a cell with text, in pixels. */
const [WIDTH, LARGEST, LETTERED] = [960, 28, 20];
const [EDGE, LINE] = [10, 16];
/** Width of a digit, in pixels. */
export const LETTER = 7.2;

/** Returns the text at the corner of the axes. @param {string[]} corner  the names of the columns and of the rows */
const cornered = ([across = "", down]) => (down === undefined ? across : across.startsWith(`${down} mod `) ? `${down} \\ ${across.slice(down.length + 1)}` : `${down} \\ ${across}`);

/** Returns the layout of a picture. @param {Sheet} sheet @param {string} title */
function laid({ columns, rows, columnName, rowName, corner }, title) {
  const side = Math.max(1, Math.min(LARGEST, Math.floor(WIDTH / columns)));
  const named = cornered(corner);
  const names = Math.max(named.length, rowName(0).length, rowName(rows - 1).length);
  const [left, top] = [Math.ceil(2 * EDGE + LETTER * names), EDGE + 2 * LINE + 4];
  const widest = Math.max(columnName(0).length, columnName(columns - 1).length) * LETTER + 6;
  /** @type {{ x: number, y: number, text: string, anchor: "start" | "middle" | "end" }[]} */
  const words = [{ x: EDGE, y: EDGE + 12, text: title, anchor: "start" }, { x: left - EDGE / 2, y: top - 4, text: named, anchor: "end" }];
  for (let column = 0; column < columns; column += step(widest / side)) words.push({ x: left + (column + 0.5) * side, y: top - 4, text: columnName(column), anchor: "middle" });
  for (let row = 0; row < rows; row += step(LINE / side)) words.push({ x: left - EDGE / 2, y: top + (row + 0.5) * side + 4, text: rowName(row), anchor: "end" });
  const width = Math.ceil(Math.max(left + columns * side, EDGE + title.length * LETTER) + EDGE);
  return { side, left, top, words, width, height: top + rows * side + EDGE };
}

/** Returns the smallest number of 1, 2, 5, 10, … that is not less than `least`. @param {number} least */
export function step(least) {
  for (let power = 1; ; power *= 10) for (const times of [1, 2, 5]) if (times * power >= least) return times * power;
}

/** An object with functions that draw rectangles and texts.
 *  @typedef {{ rect: (x: number, y: number, width: number, height: number, fill: string) => void,
 *    word: (x: number, y: number, text: string, anchor: "start" | "middle" | "end", fill: string) => void }} Pen */

const [INK, PAPER] = ["#1c2028", "#ffffff"];

/** Returns the relative luminance of a colour, as the accessibility guidelines (WCAG 2) define it. @param {Colour} rgb */
function luminance(rgb) {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the colour of a text on a colour, ink or paper, with the greater contrast. @param {Colour} rgb */
export const legible = (rgb) => ((luminance(rgb) + 0.05) / 0.064 > 1.05 / (luminance(rgb) + 0.05) ? INK : PAPER);

/** Draws the sheet in light colours. Adjacent cells of one colour are one rectangle; large cells contain text. @param {Sheet} sheet
 *  @param {Mark} mark @param {ReturnType<typeof laid>} places @param {Pen} pen */
function draw({ columns, rows, at, raw, most }, mark, { side, left, top, words, width, height }, pen) {
  const red = new Set(marked(raw, columns, rows, mark));
  const colours = (/** @type {number} */ column, /** @type {number} */ row) => (red.has(row * columns + column) ? MARK : colour(at(column, row), most, false));
  pen.rect(0, 0, width, height, PAPER);
  for (let row = 0; row < rows; row += 1) {
    for (let from = 0, column = 1, fill = `rgb(${colours(0, row)})`; column <= columns; column += 1) {
      const next = column < columns ? `rgb(${colours(column, row)})` : "";
      if (next === fill) continue;
      pen.rect(left + from * side, top + row * side, (column - from) * side, side, fill);
      [from, fill] = [column, next];
    }
    for (let column = 0; column < columns && side >= LETTERED; column += 1) {
      const text = String(at(column, row) ?? "");
      if (text.length * LETTER <= side) pen.word(left + (column + 0.5) * side, top + (row + 0.5) * side + 4, text, "middle", legible(colours(column, row)));
    }
  }
  for (const { x, y, text, anchor } of words) pen.word(x, y, text, anchor, INK);
}

/** Returns the sheet as a PNG; null if the picture exceeds the browser's limit for the size of a canvas.
 *  @param {Sheet} sheet @param {Mark} mark @param {string} title @returns {Promise<Blob | null>} */
export function png(sheet, mark, title) {
  const places = laid(sheet, title);
  const canvas = Object.assign(document.createElement("canvas"), { width: places.width, height: places.height });
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.font = "12px sans-serif";
  draw(sheet, mark, places, {
    rect(x, y, width, height, fill) {
      context.fillStyle = fill;
      context.fillRect(x, y, width, height);
    },
    word(x, y, text, anchor, fill) {
      context.fillStyle = fill;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.fillText(text, x, y);
    },
  });
  return new Promise((done) => canvas.toBlob(done));
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the sheet as an SVG. @param {Sheet} sheet @param {Mark} mark @param {string} title */
export function svg(sheet, mark, title) {
  const places = laid(sheet, title);
  const size = `width="${places.width}" height="${places.height}"`;
  const out = [`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="sans-serif" font-size="12">`, `<title>${escaped(title)}</title>`];
  draw(sheet, mark, places, {
    rect(x, y, width, height, fill) { out.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`); },
    word(x, y, text, anchor, fill) { out.push(`<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}">${escaped(text)}</text>`); },
  });
  return `${out.join("\n")}\n</svg>\n`;
}

/** Returns the sheet as a text with aligned numbers. @param {Sheet} sheet @param {string} title */
export function text({ columns, rows, at, columnName, rowName, corner }, title) {
  const run = (/** @type {number} */ count) => Array.from({ length: count }, (_, place) => place);
  const lines = [[cornered(corner), ...run(columns).map(columnName)], ...run(rows).map((row) => [rowName(row), ...run(columns).map((column) => String(at(column, row) ?? "·"))])];
  const wide = lines.reduce((most, [, ...line]) => line.reduce((most, word) => Math.max(most, word.length), most), 0);
  const first = lines.reduce((most, [word = ""]) => Math.max(most, word.length), 0);
  return `${title}\n${lines.map(([word = "", ...more]) => [word.padStart(first), ...more.map((one) => one.padStart(wide))].join(" ")).join("\n")}\n`;
}
