// Texts of others beside words of the page: what a label, a name or a note says of the direction of writing ends with it. An element that
// isolates is not enough, for a sign in the text may close it; so such signs are paired here.

/** Letters that are written from the right, and signs that turn what follows. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The text, such that it turns nothing but itself. @param {string} text */
export function isolated(text) {
  if (!TURNS.test(text)) return text;
  // With a paragraph ends what was opened in it.
  return text.split(/([\n\r\u0085\u2029])/).map((part, at) => (at % 2 === 1 ? part : paired(part))).join("");
}

/** One paragraph, isolated. @param {string} text */
function paired(text) {
  let open = 0;
  let out = "";
  for (const sign of text) {
    if (sign >= "\u2066" && sign <= "\u2068") open += 1;
    else if (sign === "\u2069" && open === 0) continue;
    else if (sign === "\u2069") open -= 1;
    out += sign;
  }
  return `\u2068${out}${"\u2069".repeat(open + 1)}`;
}
