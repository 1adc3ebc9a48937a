// Tests that the colours of editors/vscode agree with the compiler: the class of every character of every rule file, and of texts made of
// fragments of these files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../tools/package.json", import.meta.url));
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const { OnigScanner, OnigString, loadWASM } = require("vscode-oniguruma");
const root = fileURLToPath(new URL("../../", import.meta.url));
const GRAMMAR = `${root}editors/vscode/syntaxes/grundy.tmLanguage.json`;

/** Returns the class of the compiler for a scope. */
const CLASSES = [
  ["comment", "comment"], ["string", "text"], ["invalid", "invalid"], ["constant.numeric", "number"], ["entity.name", "name"], ["variable", "name"],
  ["keyword.operator.sign", "symbol"], ["punctuation", "symbol"], ["storage", "keyword"], ["keyword", "keyword"],
];

async function grammar() {
  await loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const onigLib = Promise.resolve({ createOnigScanner: (list) => new OnigScanner(list), createOnigString: (text) => new OnigString(text) });
  const registry = new Registry({ onigLib, loadGrammar: () => parseRawGrammar(readFileSync(GRAMMAR, "utf8"), GRAMMAR) });
  return registry.loadGrammar("source.grundy");
}

/** Returns the class of each byte of a text that is not white space, by the grammar. */
function byGrammar(own, text) {
  const out = [];
  let [start, rules] = [0, INITIAL];
  for (const line of text.split("\n")) {
    const told = own.tokenizeLine(line, rules);
    rules = told.ruleStack;
    for (const { startIndex, endIndex, scopes } of told.tokens) {
      const scope = scopes.at(-1);
      const kind = CLASSES.find(([prefix]) => scope.startsWith(prefix))?.[1];
      const from = start + Buffer.byteLength(line.slice(0, startIndex));
      if (kind) out.push(...Array(Buffer.byteLength(line.slice(startIndex, endIndex))).fill(kind).map((one, at) => `${from + at}:${one}`));
    }
    start += Buffer.byteLength(line) + 1;
  }
  return out.join(" ");
}

/** Returns the class of each byte by the compiler, from a line of entries `kind:start:end`. */
const byCompiler = (line) => line.split(" ").filter(Boolean).flatMap((token) => {
  const [kind, from, to] = token.split(":");
  return Array.from({ length: to - from }, (_, at) => `${+from + at}:${kind}`);
}).join(" ");

test("the grammar of editors/vscode has the compiler's classes", async () => {
  const own = await grammar();
  const files = ["games", "examples", "examples/laws"].flatMap((folder) => readdirSync(root + folder).filter((name) => name.endsWith(".game")).map((name) => `${root}${folder}/${name}`));
  const texts = files.map((file) => readFileSync(file, "utf8"));
  assert.ok(texts.length > 70);
  let seed = 5;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const bits = [...texts.join("").matchAll(/\S+|\s+/g)].map(([bit]) => bit)
    .concat([..."!%&'()*+,-./:;<=>?[]^_{|}~≤≥≠×·÷−–—∈∧∨¬→、【】⊕…！＃（）＊＋，－．／：；＜＝＞？［］＿｛｜｝～０９Ａz²博弈\t "], "..", "...", "..=", "===", "!==", "!=", "<=>", "&&", "||", "1.5", "1..", "007", "2n", "\"a\"", "“a”", "//x", "／／y", "=<", ">>");
  for (let round = 0; round < 300; round += 1) texts.push(Array.from({ length: 1 + random(40) }, () => bits[random(bits.length)]).join(""));
  const program = `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug/examples/tokens`;
  const lines = execFileSync(program, { input: texts.join("\0"), maxBuffer: 1 << 28 }).toString().split("\n");
  texts.forEach((text, at) => assert.equal(byGrammar(own, text), byCompiler(lines[at]), JSON.stringify(text).slice(0, 400)));
});
