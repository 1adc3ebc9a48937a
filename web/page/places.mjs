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

/** Where the bracket that opens at a place is closed, the place behind it; undefined if it is not. What stands in quotes opens nothing.
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

/** A text in parts, of which every second is a position: a name, perhaps arguments, and numbers, a set or a word in brackets.
 *  @param {string} text */
export function positions(text) {
  const parts = [];
  let done = 0;
  for (const { index, 0: name } of text.matchAll(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?=[([])/gu)) {
    const from = index + name.length;
    const inner = text[from] === "(" ? closed(text, from) : from;
    const end = inner !== undefined && text[inner] === "[" ? closed(text, inner) : undefined;
    // What stands within the one before is a part of it.
    if (end === undefined || index < done) continue;
    parts.push(text.slice(done, index), text.slice(index, end));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** The file that an error is about, by the place that its message names; else the first whose name the message holds. @template {{ name: string }} F
 *  @param {{ message: string }} error @param {{ line: number, column: number }} place @param {F[]} files */
export function accused({ message }, { line, column }, files) {
  const longest = [...files].sort((a, b) => b.name.length - a.name.length);
  return longest.find(({ name }) => message.includes(`--> ${name}:${line}:${column}\n`)) ?? longest.find(({ name }) => message.includes(name)) ?? files[0];
}

/** A test of one position, or of a list with its values. */
const TEST = /^\s*(?:with\s[^:]*:\s*)?(?:(?:SG\s*)?(\[)|(?:SG|PN)\s*\([^=]*\)\s*==((?:\s+(?:\d+|[PND∞])(?![\p{L}\p{N}]))+)\s*(?!goal|trap)(?=[\p{L}}]|$))/u;

/** How many positions the test that begins in a line of rules is about, as far as its text tells: of a list as many as it has values.
 *  @param {string} rules @param {number} line @returns {number | undefined} */
export function covered(rules, line) {
  const rows = rules.split("\n").slice(line - 1).map((row) => row.replace(/(#|\/\/).*/, ""));
  // Of several in a line nobody knows which is meant.
  const [, test, more] = rows[0]?.split(/\bexpect\b/) ?? [];
  if (test === undefined || more !== undefined) return undefined;
  const [, single, values = ""] = [test, ...rows.slice(1)].join("\n").normalize("NFKC").match(TEST) ?? [];
  return single ? 1 : values.match(/\S+/g)?.length;
}
