// The order of functions. Similar functions compress best next to each other, so each function is followed by the most similar remaining
// function. Similarity is estimated by sketches: the smallest hashes of all substrings of a few bytes (A. Broder, On the resemblance and
// containment of documents, 1997). Functions without a common hash are not compared.

/** Length of a substring in bytes. */
const PIECE = 7;
/** Number of hashes in a sketch, or a fraction of the substrings of a long function. */
const FEW = 64, PART = 16, MANY = 200;
/** Maximum number of functions with a common hash. A hash of more functions is ignored, because it carries no information. */
const COMMON = 2000;
/** Minimum fraction of common hashes of two functions that count as similar. */
const ALIKE = 0.05;

/** Returns the sketch of some bytes. @param {Uint8Array} bytes */
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

/** Returns the numbers of codes in an order in which similar codes follow each other. If no similar code remains, the order of `list` is
 *  used. @param {number[]} list @param {(at: number) => Uint8Array} code */
export function chained(list, code) {
  const sketches = list.map((at) => sketch(code(at)));
  /** The codes with each hash. @type {Map<number, number[]>} */
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
