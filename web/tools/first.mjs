// Makes of the core, as the linker wrote it, what the page loads before its first answer, and the rest. Usage: node first.mjs CORE FOLDER; the
// folder then holds `first.wasm`, `rest.bin`, and both together as `whole.wasm`.
//
// The idea: a core that notes which of its functions are called is asked what readers ask first (training.mjs). The first core is the core with
// the bodies of all other functions replaced by a trap, and with zeros for data of which no function that is left speaks, by the linker's own
// notes. So it gives the whole core's answers or none: where it lacks something it breaks off, and the page asks the whole core, which is made
// of both parts byte by byte (../page/whole.mjs).

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { joined } from "../page/whole.mjs";
import { Module, Reader, leb, signed, size } from "./module.mjs";
import { chained } from "./order.mjs";
import { train } from "./training.mjs";

const MEMORY = 5, DATA = 11, PAGE = 65_536;
const HEAD = Buffer.from("\0asm\x01\0\0\0", "latin1");
/** Functions that are spoken of are kept, called or not, if they have so many bytes at most: a trap is hardly smaller. */
const SMALL = 64;
/** Data is compared so many bytes at a time. */
const GRAIN = 16;
/** No locals; unreachable, end. */
const TRAP = Uint8Array.of(0, 0x00, 0x0b);

/** @typedef {{ id: number, chunks: Uint8Array[] }[]} Sections
 *  @typedef {import("./module.mjs").Body} Body */

/** The bytes of a module. @param {Sections} sections */
const written = (sections) => Buffer.concat([HEAD, ...sections.flatMap(({ id, chunks }) => [Uint8Array.of(id, ...leb(size(chunks))), ...chunks])]);

/** The functions that are called in training: those before whose bodies a mark is set, in a page of memory that nobody else has. @param {Module} module */
async function called(module) {
  const memory = module.sections.find(({ id }) => id === MEMORY);
  const reader = new Reader(memory?.bytes ?? new Uint8Array());
  const [count, flags, least] = [reader.number(), reader.byte(), reader.number()];
  assert(count === 1, "one memory");
  const marks = least * PAGE;
  const more = Math.ceil(module.bodies.length / PAGE);
  const all = module.bodies.map((_, at) => at);
  const marking = (/** @type {number} */ at, /** @type {Uint8Array} */ bytes) => {
    const locals = new Reader(bytes);
    locals.list(() => [locals.number(), locals.byte()]);
    // i32.const, i32.const, i32.store8.
    const mark = [0x41, ...signed(marks + at), 0x41, 1, 0x3a, 0, 0];
    return Buffer.concat([bytes.subarray(0, locals.at), Uint8Array.from(mark), bytes.subarray(locals.at)]);
  };
  const larger = Uint8Array.of(1, flags, ...leb(least + more), ...reader.take(reader.end - reader.at));
  const sections = module.with(all, all, marking, module.data).map(({ id, chunks }) => ({ id, chunks: id === MEMORY ? [larger] : chunks }));
  const core = await train(written(sections));
  const marked = new Uint8Array(core.buffer, marks, module.bodies.length);
  assert(marked.every((mark) => mark <= 1), "nobody else writes there");
  return module.bodies.map((_, at) => marked[at] === 1);
}

/** How the first core becomes the whole one; see ../page/whole.mjs. Both have the same sections, and these the same pieces.
 *  @param {Sections} first @param {Sections} whole */
function difference(first, whole) {
  /** Bytes that are kept, bytes that are left out, and what is added there. @type {{ kept: number, left: number, added: Uint8Array[] }[]} */
  const steps = [{ kept: HEAD.length, left: 0, added: [] }];
  /** @param {Uint8Array} here @param {Uint8Array} there */
  const piece = (here, there) => {
    const last = /** @type {typeof steps[0]} */ (steps.at(-1));
    if (Buffer.compare(here, there) !== 0) {
      last.left += here.length;
      last.added.push(there);
    } else if (last.left > 0) steps.push({ kept: here.length, left: 0, added: [] });
    else last.kept += here.length;
  };
  whole.forEach(({ id, chunks }, at) => {
    const here = first[at]?.chunks ?? [];
    piece(Uint8Array.of(id, ...leb(size(here))), Uint8Array.of(id, ...leb(size(chunks))));
    chunks.forEach((chunk, at) => {
      const other = /** @type {Uint8Array} */ (here[at]);
      if (id !== DATA) return piece(other, chunk);
      for (let from = 0; from < chunk.length; from += GRAIN) piece(other.subarray(from, from + GRAIN), chunk.subarray(from, from + GRAIN));
    });
  });
  const bytes = steps.flatMap(({ kept, left, added }) => [Uint8Array.from([...leb(kept), ...leb(left), ...leb(size(added))]), ...added]);
  return Buffer.concat([Uint8Array.from(leb(written(whole).length)), ...bytes]);
}

const [from = "", folder = ""] = process.argv.slice(2);
const module = new Module(readFileSync(from));
const training = await called(module);
const same = module.folded();
const { hot, data } = module.reached(training, same, SMALL);
// By their ends backwards, since functions that end alike often are alike; those that are loaded first then as they are most alike.
const numbers = module.numbers(same);
const ends = module.bodies.map((body) => module.code(body, numbers).reverse().toString("latin1"));
const unlike = ends.flatMap((_, at) => (same[at] === at ? [at] : [])).sort((a, b) => ((ends[a] ?? "") < (ends[b] ?? "") ? -1 : 1));
const order = [...chained(unlike.filter((at) => hot[at]), (at) => module.code(/** @type {Body} */ (module.bodies[at]), numbers)), ...unlike.filter((at) => !hot[at])];
const whole = module.with(order, same, (_, bytes) => bytes, module.data);
const first = module.with(order, same, (at, bytes) => (hot[at] ? bytes : TRAP), data);
const parts = { "first.wasm": written(first), "rest.bin": difference(first, whole), "whole.wasm": written(whole) };
assert(Buffer.compare(joined(parts["first.wasm"], parts["rest.bin"]), parts["whole.wasm"]) === 0, "both parts make the whole core");
mkdirSync(folder, { recursive: true });
const count = (/** @type {boolean[]} */ list) => list.filter(Boolean).length;
console.log(`${hot.length} functions, ${order.length} of them unlike, ${count(training)} called in training, ${count(hot)} kept; bytes by gzip:`);
for (const [name, bytes] of Object.entries(parts)) {
  writeFileSync(join(folder, name), bytes);
  console.log(`  ${name} ${gzipSync(bytes, { level: 9 }).length}`);
}
