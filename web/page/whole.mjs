// The core comes in two parts: the first core, a whole module in which functions and data that few questions need are left empty, and the
// rest, which says how the first core becomes the whole one: numbers in LEB128, the length of the whole core, then as often as it takes: so many
// bytes are taken over from the first core, so many are left out there, and so many follow here. `web/tools/first.mjs` makes both.

/** The whole core. @param {Uint8Array} first @param {Uint8Array} rest */
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
