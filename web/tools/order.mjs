// The order of functions: what is alike is compressed best side by side, so each is followed by the one that is most like it.
//
// How alike two are is told by sketches: of the hashes of all pieces of a few bytes the least (A. Broder, On the resemblance and containment of
// documents, 1997). Who shares none with another is not looked at.

/** Bytes a piece. */
const PIECE = 7;
/** Hashes a sketch: so many, or a part of the pieces of a long one. */
const FEW = 64, PART = 16, MANY = 200;
/** A hash that more have tells nothing. */
const COMMON = 2000;
/** Below this part of common hashes two are not taken to be alike. */
const ALIKE = 0.05;

/** The sketch of some bytes. @param {Uint8Array} bytes */
function sketch(bytes) {
  const hashes = new Set();
  for (let from = 0; from + PIECE <= bytes.length; from += 1) {
    let hash = 0;
    for (const byte of bytes.subarray(from, from + PIECE)) hash = Math.imul(hash, 0x01000193) ^ (byte + 1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hashes.add(Math.imul(hash ^ (hash >>> 12), 0x85ebca6b) >>> 0);
  }
  const few = Math.min(MANY, Math.max(FEW, Math.floor(hashes.size / PART)));
  return Uint32Array.from(hashes).sort().subarray(0, few);
}

/** Numbers of codes in an order in which alike ones follow each other; where nothing is alike it goes on as they stand in `list`.
 *  @param {number[]} list @param {(at: number) => Uint8Array} code */
export function chained(list, code) {
  const sketches = list.map((at) => sketch(code(at)));
  /** Who has a hash. @type {Map<number, number[]>} */
  const having = new Map();
  sketches.forEach((hashes, at) => {
    for (const hash of hashes) having.get(hash)?.push(at) ?? having.set(hash, [at]);
  });
  const length = (/** @type {number} */ at) => sketches[at]?.length ?? 0;
  const left = new Set(list.keys());
  const chain = [];
  for (let now = 0; left.size > 0; ) {
    left.delete(now);
    chain.push(now);
    /** @type {Map<number, number>} */
    const common = new Map();
    for (const hash of sketches[now] ?? []) {
      const others = having.get(hash) ?? [];
      if (others.length <= COMMON) for (const other of others) if (left.has(other)) common.set(other, (common.get(other) ?? 0) + 1);
    }
    let [best, most] = [-1, ALIKE];
    for (const [other, count] of common) {
      const alike = count / Math.sqrt(length(now) * length(other));
      if (alike > most || (alike === most && other < best)) [best, most] = [other, alike];
    }
    now = best >= 0 ? best : (left.values().next().value ?? 0);
  }
  return chain.map((at) => list[at] ?? 0);
}
