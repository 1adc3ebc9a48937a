// Locations in a text. Diagnostics count lines and characters from 1; JavaScript counts UTF-16 code units, two for a character beyond the
// basic plane.

/** @import { Diagnostic, Fix } from "./types.mjs" */

/** Returns the offset of a location. A location after the end of its line is the end of the line. @param {string} text @param {number} line
 *  @param {number} column */
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

/** Returns the range of a diagnostic; a diagnostic without an end ranges to the end of the word or symbol.
 *  @param {string} text @param {Diagnostic} problem */
export function range(text, { line, column, end_line, end_column }) {
  const from = offset(text, line, column);
  if (end_line !== undefined && end_column !== undefined) return { from, to: Math.max(from, offset(text, end_line, end_column)) };
  const word = text.slice(from).match(/^(?:[\p{L}\p{N}_]+|[^\s])/u)?.[0] ?? "";
  return { from, to: from + word.length };
}

/** Returns the text after edits, which do not overlap. @param {string} text @param {Fix[]} fixes */
export function mended(text, fixes) {
  const edits = fixes.map((fix) => ({ from: offset(text, fix.line, fix.column), to: offset(text, fix.end_line, fix.end_column), text: fix.text }));
  let out = text;
  for (const edit of edits.sort((a, b) => b.from - a.from)) out = out.slice(0, edit.from) + edit.text + out.slice(edit.to);
  return out;
}

/** Returns the name of the first game of a position: `bash` for `bash(5)[20] + nim[3]`. @param {string} position */
export function firstGame(position) {
  return position.match(/^\s*(?:\d+\s*\*\s*)?([\p{L}_][\p{L}\p{N}_]*)/u)?.[1] ?? "";
}

/** Returns the index after the bracket that closes the bracket at an index; undefined if no bracket closes it. Brackets in quotes are
 *  ignored.
 *  @param {string} text @param {number} at */
export function closed(text, at) {
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    const sign = text[end] ?? "";
    if (sign === '"') {
      end = text.indexOf('"', end + 1);
      if (end < 0) return undefined;
    } else if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    if (depth === 0) return end + 1;
  }
  return undefined;
}

/** Splits a text into parts; every second part is a position: a name, optional arguments, and numbers, a set or a word in brackets.
 *  @param {string} text */
export function positions(text) {
  const parts = [];
  let done = 0;
  for (const { index, 0: name } of text.matchAll(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?=[([])/gu)) {
    const from = index + name.length;
    const inner = text[from] === "(" ? closed(text, from) : from;
    const end = inner !== undefined && text[inner] === "[" ? closed(text, inner) : undefined;
    // A position inside the previous position belongs to the previous position.
    if (end === undefined || index < done) continue;
    parts.push(text.slice(done, index), text.slice(index, end));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** Returns the file of an error: the file whose name and location are in the message, otherwise the first file whose name is in the
 *  message.
 *  @template {{ name: string }} F @param {{ message: string }} error @param {{ line: number, column: number }} place @param {F[]} files */
export function accused({ message }, { line, column }, files) {
  const longest = [...files].sort((a, b) => b.name.length - a.name.length);
  return longest.find(({ name }) => message.includes(`--> ${name}:${line}:${column}\n`)) ?? longest.find(({ name }) => message.includes(name)) ?? files[0];
}

/** A test of one position, or of a list of positions with their values. */
const TEST = /^\s*(?:with\s[^:]*:\s*)?(?:(?:SG\s*)?(\[)|(?:SG|PN)\s*\([^=]*\)\s*==((?:\s+(?:\d+|[PND∞])(?![\p{L}\p{N}]))+)\s*(?!goal|trap)(?=[\p{L}}]|$))/u;

/** Returns the number of positions of the test that starts in a line of rules, or undefined if the text of the test does not show it. A
 *  list has as many positions as values. @param {string} rules @param {number} line @returns {number | undefined} */
export function covered(rules, line) {
  const rows = rules.split("\n").slice(line - 1).map((row) => row.replace(/(#|\/\/).*/, ""));
  // Several tests in one line are ambiguous.
  const [, test, more] = rows[0]?.split(/\bexpect\b/) ?? [];
  if (test === undefined || more !== undefined) return undefined;
  const [, single, values = ""] = [test, ...rows.slice(1)].join("\n").normalize("NFKC").match(TEST) ?? [];
  return single ? 1 : values.match(/\S+/g)?.length;
}
