// The core has two parts. The first core is a complete module in which rarely used functions and data are empty. The second part, the
// *rest*, turns the first core into the whole core. The rest begins with the length of the whole core and continues with records. A record
// contains three numbers and the bytes to add: bytes to copy from the first core, bytes to skip in the first core, and bytes to add.
// Numbers are encoded in LEB128. `web/tools/first.mjs` creates both parts.

/** Returns the whole core. @param {Uint8Array} first @param {Uint8Array} rest */
export function joined(first, rest) {
  let at = 0;
  const number = () => {
    let [value, scale, byte] = [0, 1, 0];
    do {
      byte = rest[at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  };
  const whole = new Uint8Array(number());
  let [from, to] = [0, 0];
  while (at < rest.length) {
    const [kept, left, added] = [number(), number(), number()];
    whole.set(first.subarray(from, from + kept), to);
    whole.set(rest.subarray(at, at + added), to + kept);
    from += kept + left;
    to += kept + added;
    at += added;
  }
  return whole;
}
