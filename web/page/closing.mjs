// Finds the bracket or quotation mark that is missing in rules with one error: each candidate is read by the core, and the first one without
// an error is suggested.

import { soonest } from "./core.mjs";
import { offset } from "./places.mjs";

const BRACKETS = ["]", ")", "}", "}\n}"];
/** Maximum number of places for a quotation mark. */
const MAX_WORDS = 30;
/** Maximum length of rules for which candidates are tried. */
const MAX_TEXT_CHARS = 20_000;

/** Returns the mended text and the inserted sign; undefined if no candidate is valid.
 *  @param {string} text @param {{ line: number, column: number }} problem @returns {Promise<{ text: string, sign: string } | undefined>} */
export async function closing(text, { line, column }) {
  if (text.length > MAX_TEXT_CHARS) return undefined;
  const at = offset(text, line, column);
  const before = text.slice(0, at).trimEnd().length;
  const end = text.slice(0, offset(text, line + 1, 1)).trimEnd().length;
  const brackets = [before, at, end, text.trimEnd().length].flatMap((place) => BRACKETS.map((sign) => ({ place, sign })));
  // A quotation mark may be missing after each word of the line.
  const words = [...text.slice(at, end).matchAll(/ |$/g)].map(({ index }) => ({ place: at + index, sign: "\"" })).slice(0, MAX_WORDS);
  for (const { place, sign } of text[at] === "\"" ? words : brackets) {
    const found = `${text.slice(0, place)}${sign.startsWith("}") ? `\n${sign}` : sign}${text.slice(place)}`;
    const reply = await soonest({ ask: "open", files: [{ name: "closing.game", text: found }] });
    if (!reply.error && !reply.dropped && !reply.stopped) return { text: found, sign };
  }
  return undefined;
}
