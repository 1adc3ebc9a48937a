// Tests that the tokens of the editor agree with the compiler, for every rule file of the repository and for texts made of fragments of
// these files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { token } from "../page/tokens.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the tokens of the editor, line by line, with offsets in bytes. */
function tokens(text) {
  const out = [];
  let start = 0;
  for (const whole of text.split("\n")) {
    const bom = start === 0 && whole.startsWith("\ufeff") ? 1 : 0;
    for (let at = bom; at < whole.length; ) {
      const { kind, end } = token(whole, at);
      const bytes = (to) => start + Buffer.byteLength(whole.slice(0, to));
      if (kind !== "space") out.push(`${kind}:${bytes(at)}:${bytes(end)}`);
      at = end;
    }
    start += Buffer.byteLength(whole) + 1;
  }
  return out.join(" ");
}

test("the same tokens as the compiler", () => {
  const files = ["games", "examples"].flatMap((folder) => readdirSync(`${root}${folder}`).filter((name) => name.endsWith(".game")).map((name) => `${root}${folder}/${name}`));
  const texts = files.map((file) => readFileSync(file, "utf8"));
  let seed = 11;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const bits = [...texts.join("").matchAll(/\S+|\s+/g)].map(([bit]) => bit)
    .concat([..."!\"#%&'()*+,-./:;<=>?@[]^_`{|}~≤≥≠×·÷−–—∈∧∨¬→、【】⊕…“”＂！＃（）＊＋，－．／：；＜＝＞？［］＿｛｜｝～０９Ａｚ²ⁿ½Ⅷ博弈𝔘🂡é\u0301\u0085\u00a0\u3000\ufeff\t\r\n"], "..", "...", "..=", "===", "!==", "!=", "<=>", "&&", "||", "1.5", "1..", "1.", "007", "2n", "\"", "“a”", "＂a\"", "//x", "／／y", "=<", ">>");
  for (let round = 0; round < 1000; round += 1) texts.push(Array.from({ length: 1 + random(60) }, () => bits[random(bits.length)]).join("").replaceAll("\0", ""));
  const program = `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug/examples/tokens`;
  const lines = execFileSync(program, { input: texts.join("\0"), maxBuffer: 1 << 28 }).toString().split("\n");
  texts.forEach((text, at) => assert.equal(tokens(text), lines[at], JSON.stringify(text)));
});
