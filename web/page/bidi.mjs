// Texts of others beside words of the page: what a label, a name or a note says of the direction of writing ends with it. An element that
// isolates is not enough, for a sign in the text may close it: such signs are left out.

/** Letters that are written from the right, and signs that turn what follows. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The text, such that it turns nothing but itself. @param {string} text */
export function isolated(text) {
  return TURNS.test(text) ? text.replace(/[\u2066-\u2069]/g, "").replace(/[^\n\r\u0085\u2029]+/g, "\u2068$&\u2069") : text;
}
