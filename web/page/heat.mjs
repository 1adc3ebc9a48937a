// Tables as colours: the cells, the colour of a value, and the text format of a saved table. Colours depend on the exact value, of any
// size.

/** @import { Outcome, Value } from "./types.mjs" */
/** @typedef {{ name: string, low: number, high: number }} Slot */
/** @typedef {{ width: 1 | 2 | 4 | 8, count: number, codes: Record<string, string>, bytes: ArrayBuffer }} Raw */
/** @typedef {{ slots: Slot[], values?: (Value | null)[], outcomes?: (Outcome | null)[], cells?: Raw, game: string, method: string, measure?: string,
 *    status: { kind: string }, period?: Period | null }} Cells */
/** @typedef {{ period: number, from: number, basis: string, repetitions: number, last: number, exceptions: number[] | null }} Period */
/** @typedef {[number, number, number]} Colour */

/** Returns the colour of a value from 1 (`t` = 0) to the largest (`t` = 1), as in the core's pictures: in the OKLCH space (B. Ottosson,
 *  2020) the lightness grows evenly from 0.60 to 0.95 while the hue changes from blue through green to yellow. In the dark scheme, the
 *  lightness decreases from 0.60 to 0.30. For negative values, the hue changes from red to purple.
 *  @param {number} t @param {boolean} dark @param {boolean} [negative] @returns {Colour} */
function ramp(t, dark, negative = false) {
  const degrees = negative ? 25 - 75 * t : 265 - 165 * t;
  const [lightness, chroma, hue] = [0.6 + (dark ? -0.3 : 0.35) * t, 0.1 + 0.03 * t, (degrees * Math.PI) / 180];
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (/** @type {number} */ linear) => {
    const inside = Math.min(1, Math.max(0, linear));
    return Math.round(255 * (inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055));
  };
  return [channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s), channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)];
}
/** @type {{ light: Record<string, Colour>, dark: Record<string, Colour> }} */
const NAMED = {
  light: { absent: [235, 236, 239], P: [22, 48, 92], N: [252, 226, 172], D: [118, 168, 178], L: [92, 130, 205], R: [205, 96, 84], loony: [150, 40, 110] },
  dark: { absent: [42, 48, 59], P: [157, 188, 245], N: [77, 60, 20], D: [44, 90, 100], L: [70, 104, 170], R: [150, 70, 62], loony: [240, 130, 200] },
};

/** Returns the colour of a cell. The cells 0 and P have the strong fill. `most` is the largest number in the table.
 *  @param {Value | null | undefined} cell @param {number} most @param {boolean} dark @returns {Colour} */
export function colour(cell, most, dark) {
  const named = dark ? NAMED.dark : NAMED.light;
  if (cell === null || cell === undefined) return /** @type {Colour} */ (named.absent);
  const value = amount(cell);
  if (value === undefined) return named[cell] ?? /** @type {Colour} */ (named.loony);
  if (value === 0) return /** @type {Colour} */ (named.P);
  return ramp(Math.max(0, (Math.abs(value) - 1) / Math.max(1, most - 1)), dark, value < 0);
}

/** The cells; the last slot varies fastest. @typedef {{ count: number, at: (index: number) => Value | null }} List */

/** @type {WeakMap<Cells, List>} */
const lists = new WeakMap();

/** Returns the cells of a table as one list. @param {Cells} cells @returns {List} */
export function list(cells) {
  const known = lists.get(cells) ?? (cells.cells ? typed(cells.cells) : plain(cells.values ?? cells.outcomes ?? []));
  lists.set(cells, known);
  return known;
}

/** @param {(Value | null)[]} all @returns {List} */
const plain = (all) => ({ count: all.length, at: (index) => all[index] ?? null });

/** Decodes cells that were sent as bytes; some codes are not numbers. @param {Raw} raw @returns {List} */
function typed({ width, count, codes, bytes }) {
  /** @type {Map<number | bigint, string | null>} */
  const words = new Map(Object.entries(codes).map(([word, code]) => [width === 8 ? BigInt(code) : Number(code), word === "absent" ? null : word]));
  const array = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array }[width];
  const all = new array(bytes);
  return {
    count,
    at(index) {
      const code = all[index];
      if (code === undefined) return null;
      const word = words.get(code);
      if (word !== undefined) return word;
      // Values beyond JavaScript's numbers stay strings.
      return typeof code === "number" ? code : code <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(code) : String(code);
    },
  };
}

/** Returns a cell, reduced modulo `modulo` if `modulo` is not 0.
 *  @param {Value | null} cell @param {number} modulo @returns {Value | null} */
export function reduced(cell, modulo) {
  if (modulo > 0 && cell !== null && isNumber(cell)) return Number(((BigInt(cell) % BigInt(modulo)) + BigInt(modulo)) % BigInt(modulo));
  return cell;
}

/** @param {Value} cell */
const isNumber = (cell) => typeof cell === "number" || /^-?\d+$/.test(cell);

/** Returns an integer or a fraction such as `-3/4` as a number; undefined for other cells. @param {Value} cell */
function amount(cell) {
  if (isNumber(cell)) return Number(cell);
  const [, above, below] = String(cell).match(/^(-?\d+)\/(\d+)$/) ?? [];
  return above === undefined ? undefined : Number(above) / Number(below);
}

/** What the cells contain: the largest number, whether there are a 0, a negative number and an absent cell, and the symbols.
 *  @typedef {{ most: number, zero: boolean, negative: boolean, absent: boolean, symbols: Set<string> }} Contents */

/** @type {WeakMap<List, Map<number, Contents>>} */
const found = new WeakMap();

/** Returns what the cells contain. @param {List} cells @param {number} modulo @returns {Contents} */
export function contents(cells, modulo) {
  const known = found.get(cells) ?? new Map();
  found.set(cells, known);
  const told = known.get(modulo);
  if (told) return told;
  /** @type {Contents} */
  const all = { most: 0, zero: false, negative: false, absent: false, symbols: new Set() };
  for (let at = 0; at < cells.count; at += 1) {
    const cell = reduced(cells.at(at), modulo);
    const value = cell === null ? undefined : amount(cell);
    if (cell === null) all.absent = true;
    else if (value === undefined) all.symbols.add(String(cell));
    else if (value === 0) all.zero = true;
    else {
      all.negative ||= value < 0;
      all.most = Math.max(all.most, Math.abs(value));
    }
  }
  known.set(modulo, all);
  return all;
}

/** Returns the largest number of all cells, ignoring symbols. @param {List} cells @param {number} modulo */
export const largest = (cells, modulo) => contents(cells, modulo).most;

/** Returns the number of cells of a slot. @param {Slot | undefined} slot */
export const size = (slot) => (slot ? slot.high - slot.low + 1 : 1);

/** Returns the slots that vary: the last slot is horizontal, and if two slots vary, the slot before it is vertical.
 *  @param {Slot[]} slots */
export function axes(slots) {
  const running = slots.flatMap((slot, at) => (slot.high > slot.low ? [at] : []));
  return { across: running.at(-1) ?? slots.length - 1, down: running.at(-2), others: running.slice(0, -2) };
}

/** Returns the index of a cell in the list. @param {Slot[]} slots @param {number[]} numbers */
export function index(slots, numbers) {
  return slots.reduce((at, slot, i) => at * size(slot) + ((numbers[i] ?? slot.low) - slot.low), 0);
}

/** Colour of marks. @type {Colour} */
export const MARK = [222, 32, 32];

/** The marked cells of a sheet: every P cell, or the first N cell of each row or column, as in the core's pictures.
 *  @typedef {"" | "p" | "first" | "first-down"} Mark */

/** Returns the indices of the marked cells of a sheet, row by row. @param {(column: number, row: number) => Value | null} cell
 *  @param {number} columns @param {number} rows @param {Mark} mark */
export function marked(cell, columns, rows, mark) {
  /** @type {number[]} */
  const places = [];
  if (mark === "") return places;
  const down = mark === "first-down";
  for (let line = 0; line < (down ? columns : rows); line += 1) {
    for (let at = 0; at < (down ? rows : columns); at += 1) {
      const [column, row] = down ? [line, at] : [at, line];
      const value = cell(column, row);
      const lost = value === 0 || value === "P";
      if (value === null || lost !== (mark === "p")) continue;
      places.push(row * columns + column);
      if (mark !== "p") break;
    }
  }
  return places;
}

/** Returns whether the cells are outcomes. @param {Cells} cells */
export const tellsOutcomes = (cells) => cells.outcomes !== undefined || cells.cells?.codes.P !== undefined;

/** Returns comma-separated values with a header. @param {Cells} cells */
export function csv(cells) {
  const { count, at } = list(cells);
  const rows = [[...cells.slots.map(({ name }) => name), tellsOutcomes(cells) ? "outcome" : cells.measure ?? "value"].join(",")];
  for (let index = 0; index < count; index += 1) {
    let rest = index;
    const numbers = cells.slots.map(() => 0);
    for (let i = cells.slots.length - 1; i >= 0; i -= 1) {
      const slot = cells.slots[i];
      numbers[i] = (slot?.low ?? 0) + (rest % size(slot));
      rest = Math.floor(rest / size(slot));
    }
    rows.push([...numbers, at(index) ?? ""].join(","));
  }
  return `${rows.join("\n")}\n`;
}

/** Returns an OEIS b-file with this offset. Two ranges are listed by complete antidiagonals. Returns undefined if a cell is not a number.
 *  @param {Cells} cells @param {number} offset */
export function bfile(cells, offset) {
  const { across, down, others } = axes(cells.slots);
  if (others.length > 0) return undefined;
  const { count, at } = list(cells);
  /** @type {(Value | null)[]} */
  const run = [];
  if (down === undefined) for (let index = 0; index < count; index += 1) run.push(at(index));
  else {
    const [rows, columns] = [size(cells.slots[down]), size(cells.slots[across])];
    for (let sum = 0; sum < Math.min(rows, columns); sum += 1) for (let row = 0; row <= sum; row += 1) run.push(at(row * columns + sum - row));
  }
  if (run.some((cell) => cell === null || !isNumber(cell))) return undefined;
  return `${run.map((cell, place) => `${offset + place} ${cell}`).join("\n")}\n`;
}
