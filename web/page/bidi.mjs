// What texts of others say of the direction of writing ends with them. Signs that could close an isolating element are written as \u{2069}.

/** Letters that are written from the right, and signs that turn what follows. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Hidden characters are shown as the core shows them. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** The text, such that it turns nothing but itself. @param {string} text */
export function isolated(text) {
  text = text.replace(HIDDEN, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
  return text.replace(/[^\n]+/g, (line) => TURNS.test(line) ? `\u2068${line}\u2069` : line);
}
