// The tokens of the rule language, for colours. The tokens equal those of crates/rules/src/lexer.rs; tests/tokens.test.mjs compares the two
// lexers. No token extends beyond its line. Full-width symbols and digits are treated as ASCII.

/** @typedef {"space" | "comment" | "number" | "keyword" | "name" | "text" | "symbol" | "invalid"} Kind */

/** The words that cannot be names. */
export const RESERVED = new Set(("state let require move start play sum until urgent loopy strict goal trap expect claim input ask output sample draw about note game coins recurrence "
  + "in when for if then else and or not xor bitor bitand unordered nothing").split(" "));

const NAME = "(?:(?![⁰¹²³⁴-⁹])[\\p{Alphabetic}\\p{N}_])";

/** The pattern of each kind, in the order of matching. A symbol from another language has the kind of the equivalent symbol of the rule
 *  language.
 *  @type {[Kind, RegExp][]} */
const KINDS = [
  ["space", /\p{White_Space}+/uy],
  ["comment", /(?:#|\/\/).*/suy],
  ["number", new RegExp(`[0-9]+(?:${NAME}+|\\.(?!\\.)[0-9]*)?`, "uy")],
  ["name", new RegExp(`(?:(?![⁰¹²³⁴-⁹])[\\p{Alphabetic}_])${NAME}*`, "uy")],
  ["symbol", /\.\.\.|\.\.=|…|===|!==|<=>/uy],
  ["keyword", /&&|\|\|/uy],
  ["symbol", /<>|=<|<<|>>/uy],
  ["invalid", /\*=|\/=|%=|~|\?/uy],
  ["keyword", /\^|!(?!=)|&|\||∈|∧|∨|¬|⊕/uy],
  ["symbol", /[≤≥≠×·÷−–—→、【】]/uy],
  ["symbol", /\.\.|\*\*|==|!=|<=|>=|=>|->|\+=|-=|[()[\]{},:;=<>+\-*/%]/uy],
  ["invalid", /./suy],
];

/** Returns the line with full-width symbols and digits, but not letters, replaced by ASCII; the length of the line does not change.
 *  @param {string} line */
function toAscii(line) {
  return line.replace(/[！-～“”]/g, (sign) => {
    if (/[Ａ-Ｚａ-ｚ]/.test(sign)) return sign;
    return sign === "“" || sign === "”" ? '"' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  });
}

/** Returns the token of a line at an index. @param {string} line  without its end @param {number} at @returns {{ kind: Kind, end: number }} */
export function token(line, at) {
  const plain = toAscii(line);
  if (plain[at] === '"') {
    // A string that opens with an ASCII quote closes with an ASCII quote; any other string may close with any quote.
    const end = (line[at] === '"' ? line : plain).indexOf('"', at + 1);
    return end < 0 ? { kind: "invalid", end: line.length } : { kind: "text", end: end + 1 };
  }
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const found = pattern.exec(plain)?.[0];
    if (found) return { kind: kind === "name" && RESERVED.has(line.slice(at, at + found.length)) ? "keyword" : kind, end: at + found.length };
  }
  return { kind: "invalid", end: at + 1 };
}
