// The tokens of the rule language for colours: the same as those of crates/rules/src/lexer.rs, which tests/tokens.test.mjs compares. No token
// goes beyond its line. Full-width signs and digits are read as the ASCII ones.

/** @typedef {"space" | "comment" | "number" | "word" | "name" | "text" | "sign" | "bad"} Kind */

/** The words that cannot be names. */
export const RESERVED = new Set(("state let require move start play sum until urgent loopy strict goal trap expect claim draw about note game coins recurrence "
  + "in when for if then else and or not xor bitor bitand unordered nothing").split(" "));

const NAME = "(?:(?![⁰¹²³⁴-⁹])[\\p{Alphabetic}\\p{N}_])";

/** What each kind looks like, in the order of trying; signs of other languages are what they stand for. @type {[Kind, RegExp][]} */
const KINDS = [
  ["space", /\p{White_Space}+/uy],
  ["comment", /(?:#|\/\/).*/suy],
  ["number", new RegExp(`[0-9]+(?:${NAME}+|\\.(?!\\.)[0-9]*)?`, "uy")],
  ["name", new RegExp(`(?:(?![⁰¹²³⁴-⁹])[\\p{Alphabetic}_])${NAME}*`, "uy")],
  ["sign", /\.\.\.|\.\.=|…|===|!==|<=>/uy],
  ["word", /&&|\|\|/uy],
  ["sign", /<>|=<|<<|>>/uy],
  ["bad", /\*=|\/=|%=|~|\?/uy],
  ["word", /\^|!(?!=)|&|\||∈|∧|∨|¬|⊕/uy],
  ["sign", /[≤≥≠×·÷−–—→、【】]/uy],
  ["sign", /\.\.|\*\*|==|!=|<=|>=|=>|->|\+=|-=|[()[\]{},:;=<>+\-*/%]/uy],
  ["bad", /./suy],
];

/** The line with ASCII for full-width signs and digits, letters apart; as long as it was. @param {string} line */
function toAscii(line) {
  return line.replace(/[！-～“”]/g, (sign) => {
    if (/[Ａ-Ｚａ-ｚ]/.test(sign)) return sign;
    return sign === "“" || sign === "”" ? '"' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  });
}

/** The token of a line at a place. @param {string} line  without its end @param {number} at @returns {{ kind: Kind, end: number }} */
export function token(line, at) {
  const plain = toAscii(line);
  if (plain[at] === '"') {
    // One that opens with an ASCII quote closes with one; any other may close with any.
    const end = (line[at] === '"' ? line : plain).indexOf('"', at + 1);
    return end < 0 ? { kind: "bad", end: line.length } : { kind: "text", end: end + 1 };
  }
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const found = pattern.exec(plain)?.[0];
    if (found) return { kind: kind === "name" && RESERVED.has(line.slice(at, at + found.length)) ? "word" : kind, end: at + found.length };
  }
  return { kind: "bad", end: at + 1 };
}
