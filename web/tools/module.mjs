// A WebAssembly module as linked with `--emit-relocs`: the bodies of its functions and its data. The relocations state to which functions
// and data each function refers. With the relocations, functions can be reordered, identical functions can be merged, and numbers that
// the linker wrote at full length can be shortened. Formats: WebAssembly core specification, chapter 5; Linking.md of
// WebAssembly/tool-conventions.

const CUSTOM = 0, IMPORTS = 2, TYPES = 3, EXPORTS = 7, START = 8, ELEMENTS = 9, CODE = 10, DATA = 11;
/** Subsection of "linking", and the kinds of its symbols. */
const SYMBOLS = 8, FUNCTION_SYMBOL = 0, DATA_SYMBOL = 1, SECTION_SYMBOL = 3;
const UNDEFINED = 0x10, EXPLICIT_NAME = 0x40;
/** Relocation types by number: the target, and the encoding: a LEB128 number (of a signed type), or four bytes. */
const CALL = 0, ADDRESSES = new Set([3, 4, 5]), FUNCTIONS = new Set([0, 1, 2]), SIGNED = new Set([1, 4]), WITH_ADDEND = new Set([3, 4, 5, 8, 9]);
const KNOWN = new Set([...ADDRESSES, ...FUNCTIONS, 6, 7, 8, 9, 10, 20]);

/** @typedef {{ data: number[], functions: number[] }} References  the data symbols, and the functions by their indices in `bodies`
 *  @typedef {References & { type: number, chunks: Uint8Array[], calls: number[] }} Body  each chunk except the last is followed by the number of a called function
 *  @typedef {References & { from: number, to: number }} Datum  its range in the contents of the data section */

/** Reads numbers and names in sequence. */
export class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] @param {number} [end] */
  constructor(bytes, at = 0, end = bytes.length) {
    [this.bytes, this.at, this.end] = [bytes, at, end];
  }

  byte() {
    this.at += 1;
    return this.bytes[this.at - 1] ?? 0;
  }

  number() {
    let [value, scale, byte] = [0, 1, 0];
    do {
      byte = this.byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  /** @param {number} length */
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** i32.const, its number, end. */
  constant() {
    this.byte();
    while (this.byte() > 127);
    this.byte();
  }

  name() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /** Reads a count, and then that many items. @template T @param {(at: number) => T} read @returns {T[]} */
  list(read) {
    return Array.from({ length: this.number() }, (_, at) => read(at));
  }
}

/** Encodes a number as LEB128. @param {number} value */
export function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** Encodes a signed 32-bit number. @param {number} value */
export function signed(value) {
  const bytes = [];
  for (; value < -64 || value > 63; value >>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value & 127];
}

export class Module {
  /** The sections of the module in order, without the sections for the linker. @type {{ id: number, bytes: Uint8Array }[]} */
  sections = [];
  /** @type {Body[]} */ bodies = [];
  /** The contents of the data section, and the offsets within it. */
  data = new Uint8Array();
  /** @type {Map<number, Datum>} */ datums = new Map();

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const reader = new Reader(bytes, 8);
    /** @type {{ id: number, from: number, to: number }[]} */
    const places = [];
    /** @type {Map<string, Reader>} */
    const custom = new Map();
    while (reader.at < bytes.length) {
      const [id, length] = [reader.byte(), reader.number()];
      const [from, to] = [reader.at, reader.at + length];
      places.push({ id, from, to });
      reader.at = to;
      if (id === CUSTOM) {
        const contents = new Reader(bytes, from, to);
        custom.set(contents.name(), contents);
      } else this.sections.push({ id, bytes: bytes.subarray(from, to) });
    }
    const notes = (/** @type {string} */ name) => {
      const contents = custom.get(name);
      if (!contents) throw new Error(`the module has no section "${name}": link it with --emit-relocs`);
      return contents;
    };
    const symbols = readSymbols(notes("linking"));
    const imported = this.imported = countFunctions(this.#section(IMPORTS));
    if (this.sections.some(({ id }) => id === START)) throw new Error("unexpected start section");
    const types = this.#section(TYPES);
    const kinds = types.list(() => types.number());
    for (const name of ["reloc.CODE", "reloc.DATA"]) {
      const contents = notes(name);
      const { id, from, to } = places[contents.number()] ?? { id: CUSTOM, from: 0, to: 0 };
      const found = contents.list(() => readNote(contents));
      /** @type {AddReference} */
      const addReference = (references, { kind, symbol }) => {
        if (ADDRESSES.has(kind)) references.data.push(symbol);
        if (FUNCTIONS.has(kind)) references.functions.push((symbols.functions.get(symbol) ?? 0) - imported);
      };
      if (id === CODE) this.bodies = readBodies(new Reader(bytes, from, to), kinds, found, addReference, imported);
      if (id === DATA) {
        this.data = bytes.subarray(from, to);
        this.datums = readData(new Reader(this.data), symbols.data, found, addReference);
      }
    }
  }

  /** Returns a reader of a section. @param {number} id */
  #section(id) {
    return new Reader(this.sections.find((section) => section.id === id)?.bytes ?? Uint8Array.of(0));
  }

  /** Returns the bytes of a function's body in which functions have the given numbers. @param {Body} body @param {number[]} numbers */
  code({ chunks, calls }, numbers) {
    return Buffer.concat(chunks.flatMap((chunk, at) => (at < calls.length ? [chunk, Uint8Array.from(leb(numbers[calls[at] ?? 0] ?? 0))] : [chunk])));
  }

  /** Returns the numbers of functions in the original order, each replaced by the number of its first equivalent function.
   *  @param {number[]} same */
  numbers(same) {
    return same.map((at) => this.imported + at);
  }

  /** Returns the first equivalent function of each function. Equivalent functions have the same type and, except for calls of equivalent
   *  functions, the same body.
   *  @returns {number[]} */
  folded() {
    let [same, count] = [this.bodies.map((_, at) => at), Infinity];
    for (;;) {
      const known = new Map();
      const numbers = this.numbers(same);
      const next = this.bodies.map((body, at) => {
        const key = `${body.type} ${this.code(body, numbers).toString("latin1")}`;
        if (!known.has(key)) known.set(key, at);
        return known.get(key);
      });
      if (known.size === count) return same;
      [same, count] = [next, known.size];
    }
  }

  /** Returns the sections of a module with the functions of `order` in this order; every other function is replaced by its equivalent
   *  function.
   *  @param {number[]} order @param {number[]} same @param {(at: number, bytes: Uint8Array) => Uint8Array} body @param {Uint8Array} data */
  with(order, same, body, data) {
    const places = new Map(order.map((at, place) => [at, this.imported + place]));
    const numbers = same.map((at) => places.get(at) ?? 0);
    const bodies = order.map((at) => body(at, this.code(/** @type {Body} */ (this.bodies[at]), numbers)));
    /** @type {Record<number, () => Uint8Array[]>} */
    const others = {
      [TYPES]: () => [Uint8Array.from(leb(order.length)), ...order.map((at) => Uint8Array.from(leb(this.bodies[at]?.type ?? 0)))],
      [EXPORTS]: () => renumbered(this.#section(EXPORTS), numbers, this.imported, exported),
      [ELEMENTS]: () => renumbered(this.#section(ELEMENTS), numbers, this.imported, elements),
      [CODE]: () => [Uint8Array.from(leb(bodies.length)), ...bodies.flatMap((body) => [Uint8Array.from(leb(body.length)), body])],
      [DATA]: () => [data],
    };
    return this.sections.map(({ id, bytes }) => ({ id, chunks: others[id]?.() ?? [bytes] }));
  }

  /** Returns what is reachable from these functions: small functions (of at most this many bytes), data, and their references,
   *  transitively; all other bytes of the returned data section are zeros.
   *  @param {boolean[]} functions @param {number[]} same @param {number} small */
  reached(functions, same, small) {
    const hot = this.bodies.map(() => false);
    functions.forEach((is, at) => { if (is) hot[same[at] ?? at] = true; });
    const found = new Set();
    // The list grows during the loop.
    /** @type {References[]} */
    const pending = this.bodies.filter((_, at) => hot[at]);
    const kept = new Uint8Array(this.data.length);
    for (const references of pending) {
      for (const at of references.functions.map((at) => same[at] ?? at)) {
        const body = this.bodies[at];
        if (!body || hot[at] || size(body.chunks) > small) continue;
        hot[at] = true;
        pending.push(body);
      }
      for (const symbol of references.data) {
        const datum = this.datums.get(symbol);
        if (!datum || found.has(datum)) continue;
        found.add(datum);
        kept.fill(1, datum.from, datum.to);
        pending.push(datum);
      }
    }
    const data = new Uint8Array(this.data);
    // Data without a symbol is included.
    for (const { from, to } of this.datums.values()) for (let at = from; at < to; at += 1) if (!kept[at]) data[at] = 0;
    return { hot, data };
  }
}

/** @param {Uint8Array[]} chunks */
export const size = (chunks) => chunks.reduce((sum, { length }) => sum + length, 0);

/** Returns a section with other function numbers. @param {Reader} reader @param {number[]} numbers @param {number} imported
 *  @param {(reader: Reader, change: () => void) => void} walk  calls `change` at the number of each function */
function renumbered(reader, numbers, imported, walk) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let from = 0;
  walk(reader, () => {
    chunks.push(reader.bytes.subarray(from, reader.at));
    const number = reader.number();
    chunks.push(Uint8Array.from(leb(number < imported ? number : numbers[number - imported] ?? 0)));
    from = reader.at;
  });
  return [...chunks, reader.bytes.subarray(from)];
}

/** @param {Reader} reader @param {() => void} change */
function exported(reader, change) {
  reader.list(() => {
    reader.name();
    if (reader.byte() === 0) change();
    else reader.number();
  });
}

/** @param {Reader} reader @param {() => void} change */
function elements(reader, change) {
  reader.list(() => {
    if (reader.number() !== 0) throw new Error("unknown encoding of the table");
    reader.constant();
    reader.list(change);
  });
}

/** @param {Reader} reader */
function readNote(reader) {
  const [kind, at, symbol] = [reader.byte(), reader.number(), reader.number()];
  if (!KNOWN.has(kind)) throw new Error(`unknown relocation type: ${kind}`);
  if (WITH_ADDEND.has(kind)) reader.number();
  return { kind, at, symbol };
}

/** Returns the number of imported functions. @param {Reader} reader */
function countFunctions(reader) {
  return reader.list(() => {
    reader.name();
    reader.name();
    if (reader.byte() !== 0) throw new Error("expected only imported functions");
    return reader.number();
  }).length;
}

/** Returns the targets of symbols by number: functions by number, data by segment, offset and size. @param {Reader} reader */
function readSymbols(reader) {
  /** @type {Map<number, { segment: number, offset: number, size: number }>} */
  const data = new Map();
  /** @type {Map<number, number>} */
  const functions = new Map();
  reader.number();
  while (reader.at < reader.end) {
    const [kind, length] = [reader.byte(), reader.number()];
    const end = reader.at + length;
    if (kind === SYMBOLS) reader.list((number) => {
      const [kind, flags] = [reader.byte(), reader.number()];
      if (kind === SECTION_SYMBOL) return reader.number();
      if (kind !== DATA_SYMBOL) {
        const index = reader.number();
        if (kind === FUNCTION_SYMBOL) functions.set(number, index);
        return (flags & UNDEFINED) === 0 || flags & EXPLICIT_NAME ? reader.name() : "";
      }
      reader.name();
      if (flags & UNDEFINED) return undefined;
      return data.set(number, { segment: reader.number(), offset: reader.number(), size: reader.number() });
    });
    reader.at = end;
  }
  return { data, functions };
}

/** @typedef {ReturnType<typeof readNote>} Note
 *  @typedef {(references: References, note: Note) => void} AddReference */

/** @param {Reader} reader @param {number[]} kinds @param {Note[]} notes @param {AddReference} addReference @param {number} imported */
function readBodies(reader, kinds, notes, addReference, imported) {
  const begin = reader.at;
  let next = 0;
  return reader.list((at) => {
    const length = reader.number();
    const end = reader.at + length;
    /** @type {Body} */
    const body = { type: kinds[at] ?? 0, chunks: [], calls: [], data: [], functions: [] };
    /** @type {Uint8Array[]} */
    let chunk = [];
    for (let note = notes[next]; note && begin + note.at < end; note = notes[next += 1]) {
      chunk.push(reader.take(begin + note.at - reader.at));
      addReference(body, note);
      const from = reader.at;
      const value = reader.number();
      if (reader.at - from !== 5) throw new Error("expected a number of 5 bytes from the linker");
      if (note.kind === CALL && value >= imported) {
        body.chunks.push(Buffer.concat(chunk));
        body.calls.push(value - imported);
        chunk = [];
      } else chunk.push(Uint8Array.from(SIGNED.has(note.kind) ? signed(value | 0) : leb(value)));
    }
    body.chunks.push(Buffer.concat([...chunk, reader.take(end - reader.at)]));
    return body;
  });
}

/** @param {Reader} reader @param {ReturnType<typeof readSymbols>["data"]} symbols @param {Note[]} notes @param {AddReference} addReference */
function readData(reader, symbols, notes, addReference) {
  const segments = reader.list(() => {
    if (reader.number() !== 0) throw new Error("expected an active data segment");
    reader.constant();
    const length = reader.number();
    reader.take(length);
    return reader.at - length;
  });
  const datums = [...symbols].map(([symbol, { segment, offset, size }]) => {
    const from = (segments[segment] ?? 0) + offset;
    return /** @type {[number, Datum]} */ ([symbol, { from, to: from + size, data: [], functions: [] }]);
  });
  // Relocations are sorted by offset, so the relocations of a symbol are found by the offset of the symbol.
  for (const [, datum] of datums) {
    for (let at = lowest(notes, datum.from); (notes[at]?.at ?? Infinity) < datum.to; at += 1) {
      addReference(datum, /** @type {Note} */ (notes[at]));
    }
  }
  return new Map(datums);
}

/** Returns the index of the first relocation at or after this offset. @param {Note[]} notes @param {number} place */
function lowest(notes, place) {
  let [from, to] = [0, notes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((notes[middle]?.at ?? 0) < place) from = middle + 1;
    else to = middle;
  }
  return from;
}
