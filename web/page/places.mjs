// Places in a text. Diagnostics count lines and characters from 1 on; JavaScript counts halves of UTF-16, of which a character beyond the
// basic plane has two.

/** @import { Diagnostic, Fix } from "./types.mjs" */

/** The offset of a place. One behind the end of its line is that end. @param {string} text @param {number} line @param {number} column */
export function offset(text, line, column) {
  let start = 0;
  for (let skipped = 1; skipped < line; skipped += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let at = start;
  for (const sign of text.slice(start)) {
    if (column <= 1 || sign === "\n") break;
    column -= 1;
    at += sign.length;
  }
  return at;
}

/** From where to where a diagnostic speaks; where it does not say, to the end of the word or sign. @param {string} text
 *  @param {Diagnostic} problem */
export function range(text, { line, column, end_line, end_column }) {
  const from = offset(text, line, column);
  if (end_line !== undefined && end_column !== undefined) return { from, to: Math.max(from, offset(text, end_line, end_column)) };
  const word = text.slice(from).match(/^(?:[\p{L}\p{N}_]+|[^\s])/u)?.[0] ?? "";
  return { from, to: from + word.length };
}

/** The text after edits, which do not overlap. @param {string} text @param {Fix[]} fixes */
export function mended(text, fixes) {
  const edits = fixes.map((fix) => ({ from: offset(text, fix.line, fix.column), to: offset(text, fix.end_line, fix.end_column), text: fix.text }));
  let out = text;
  for (const edit of edits.sort((a, b) => b.from - a.from)) out = out.slice(0, edit.from) + edit.text + out.slice(edit.to);
  return out;
}

/** The name of the game that a position begins with: `bash(5)[20] + nim[3]` begins with `bash`. @param {string} position */
export function firstGame(position) {
  return position.match(/^\s*(?:\d+\s*\*\s*)?([\p{L}_][\p{L}\p{N}_]*)/u)?.[1] ?? "";
}
