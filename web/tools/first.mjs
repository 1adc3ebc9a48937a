// Splits the linked core into the first core, which the page loads before its first answer, and the rest. Usage: node first.mjs CORE
// FOLDER. After the run, the folder contains `first.wasm`, `rest.bin`, and both combined as `whole.wasm`. An instrumented core that
// records which functions are called receives typical first requests (training.mjs). In the first core, the bodies of all functions that
// were not called are traps. Data that no remaining function refers to (by the linker's relocations) is zeros. The first core therefore
// gives an answer of the whole core, or no answer. If the first core reaches a trap, the page uses the whole core, which is combined from
// both parts byte by byte (../page/whole.mjs).

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
/** Maximum size in bytes of referenced functions that are included even if they are not called, because a trap is hardly smaller. */
const SMALL = 64;
/** Size in bytes of the blocks in which data is compared. */
const GRAIN = 16;
/** A function body that traps: no locals, `unreachable`, `end`. */
const TRAP = Uint8Array.of(0, 0x00, 0x0b);

/** @typedef {{ id: number, chunks: Uint8Array[] }[]} Sections
 *  @typedef {import("./module.mjs").Body} Body */

/** Returns the bytes of a module. @param {Sections} sections */
const written = (sections) => Buffer.concat([HEAD, ...sections.flatMap(({ id, chunks }) => [Uint8Array.of(id, ...leb(size(chunks))), ...chunks])]);

/** Returns the functions that are called in training: each body begins by setting a mark, in a page of memory that the core does not use
 *  otherwise.
 *  @param {Module} module */
async function called(module) {
  const memory = module.sections.find(({ id }) => id === MEMORY);
  const reader = new Reader(memory?.bytes ?? new Uint8Array());
  const [count, flags, least] = [reader.number(), reader.byte(), reader.number()];
  assert(count === 1, "expected one memory");
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
  assert(marked.every((mark) => mark <= 1), "only marks are written to this memory");
  return module.bodies.map((_, at) => marked[at] === 1);
}

/** Returns the instructions that turn the first core into the whole core; see ../page/whole.mjs. Both cores have the same sections with
 *  the same parts.
 *  @param {Sections} first @param {Sections} whole */
function difference(first, whole) {
  /** Number of bytes to copy, number to skip, and the bytes to add. @type {{ kept: number, left: number, added: Uint8Array[] }[]} */
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
// The functions are sorted by their ends, because functions with similar ends are often similar. The functions of the first core are then
// ordered by similarity.
const numbers = module.numbers(same);
const ends = module.bodies.map((body) => module.code(body, numbers).reverse().toString("latin1"));
const unlike = ends.flatMap((_, at) => (same[at] === at ? [at] : [])).sort((a, b) => ((ends[a] ?? "") < (ends[b] ?? "") ? -1 : 1));
const order = [...chained(unlike.filter((at) => hot[at]), (at) => module.code(/** @type {Body} */ (module.bodies[at]), numbers)), ...unlike.filter((at) => !hot[at])];
const whole = module.with(order, same, (_, bytes) => bytes, module.data);
const first = module.with(order, same, (at, bytes) => (hot[at] ? bytes : TRAP), data);
const parts = { "first.wasm": written(first), "rest.bin": difference(first, whole), "whole.wasm": written(whole) };
assert(Buffer.compare(joined(parts["first.wasm"], parts["rest.bin"]), parts["whole.wasm"]) === 0, "both parts together are the whole core");
mkdirSync(folder, { recursive: true });
const count = (/** @type {boolean[]} */ list) => list.filter(Boolean).length;
console.log(`${hot.length} functions, ${order.length} of them distinct, ${count(training)} called in training, ${count(hot)} included; bytes by gzip:`);
for (const [name, bytes] of Object.entries(parts)) {
  writeFileSync(join(folder, name), bytes);
  console.log(`  ${name} ${gzipSync(bytes, { level: 9 }).length}`);
}
