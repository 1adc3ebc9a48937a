// Prevents direction marks in texts by other people from affecting the text around them. Characters that could close an isolating element
// are written as \u{2069}.

/** Right-to-left letters, and characters that change the direction of the text after them. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Hidden characters, which are shown as codes, as in the core. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Returns the text in a form that does not affect the direction of other text. @param {string} text */
export function isolated(text) {
  text = text.replace(HIDDEN, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
  return text.replace(/[^\n]+/g, (line) => TURNS.test(line) ? `\u2068${line}\u2069` : line);
}
