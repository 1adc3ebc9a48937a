// Tests links. A written link can be read back, changes that messengers make to a link are reversed, and damage is reported. links.txt
// contains links of every version. A line of links.txt is never changed or removed, because people use the links.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { MAX_RULES_BYTES, read, write } from "../page/link.mjs";

const lines = readFileSync(new URL("links.txt", import.meta.url), "utf8").split("\n").filter((line) => line && !line.startsWith("//"));

test("every link of the corpus opens", async () => {
  assert(lines.length % 2 === 0, "a link, then what it means");
  for (let at = 0; at < lines.length; at += 2) {
    const [link, meaning] = [lines[at] ?? "", JSON.parse(lines[at + 1] ?? "")];
    assert.deepEqual(await read(link), { trouble: undefined, ...meaning }, link);
  }
});

test("a written link is read back", async () => {
  const places = [
    { question: "kayles[7] + nim[3]", view: "board" },
    { question: "hackenbush(0-1 1-2 2-0; ground 0)", view: "why", play: "misere", sum: "any", until: "one" },
    { question: "威佐夫博弈[3, 5]", files: [{ name: "威佐夫.game", text: "game 威佐夫 { # 🂡 &=#%\n}" }, { name: "b.game", text: "" }] },
    { question: "a[1]", table: "a[0..63]", moves: "1.1.2~2.1.1,1.2.-3", drawing: "heaps", lang: "zh" },
    { question: "x(\"&r=1.x\")[1]" },
  ];
  for (const place of places) assert.deepEqual(await read(await write(place)), { place, trouble: undefined });
  assert.equal(await write({ question: "kayles[7] + nim[3]", view: "board" }), "q=kayles[7]+nim[3]&view=board");
});

test("random places", async () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const signs = [..."abz019[](){}+*,;:.&=#%?\"'<>/\\| ⊕【】博弈🂡\n\t"];
  const text = (most) => Array.from({ length: random(most) }, () => signs[random(signs.length)]).join("");
  for (let round = 0; round < 300; round += 1) {
    const files = Array.from({ length: random(3) }, () => ({ name: `${text(5)}.game`, text: text(400) }));
    const place = { table: `t${text(20)}t`, ...(files.length ? { files } : {}) };
    assert.deepEqual(await read(`#${await write(place)}`), { place, trouble: undefined }, JSON.stringify(place));
  }
});

test("changes by messengers are reversed", async () => {
  const place = { question: "kayles[7] + nim[3]", view: "board" };
  const link = `#${await write(place)}`;
  for (const sent of [
    `${link}.`, `${link}。`, `${link}),`, link.replace("&", "&amp;"), link.replaceAll("[", "%5B").replaceAll("]", "%5D"),
    link.replace("+", "%2B"), link.replace("+", "%20+%20"), encodeURIComponent(link.slice(1)),
  ]) assert.deepEqual(await read(sent), { place, trouble: undefined }, sent);
  const board = "hackenbush(0-1; ground 0)";
  assert.equal((await read(`#q=${encodeURI(board)}`)).place.question, board);
  assert.equal((await read(`#q=${encodeURI(board)}).`)).place.question, board);
  assert.equal((await read("#q=geography(a>b%7Cb>c)")).place.question, "geography(a>b|b>c)");
});

test("damage is reported, and the rest is used", async () => {
  const rules = (await write({ files: [{ name: "a.game", text: "game A {}".repeat(99) }] })).slice(2);
  const packed = (text) => deflateRawSync(text).toString("base64url");
  for (const [value, trouble] of [
    [rules.slice(0, -9), "damaged"], [`1.${"A".repeat(50)}`, "damaged"], ["1.", "damaged"], ["x", "damaged"], ["", "damaged"],
    [`2.${rules.slice(2)}`, "new"], [`1.${packed("{}")}`, "damaged"], [`1.${packed("[[1, 2]]")}`, "damaged"],
    [`1.${packed(Buffer.from([0x5b, 0xff, 0x5d]))}`, "damaged"],
    [`1.${packed(" ".repeat(MAX_RULES_BYTES + 1))}`, "large"], [`1.${packed(Buffer.alloc(1 << 28))}`, "large"],
  ]) {
    assert.deepEqual(await read(`#q=nim[3]&r=${value}&view=why`), { place: { question: "nim[3]", view: "why" }, trouble }, value.slice(0, 40));
  }
  assert.deepEqual(await read(`#q=${"1".repeat(2 << 20)}`), { place: {}, trouble: "large" });
  for (const other of ["", "#", "#nothing", "#=", "#&&&", "#q", "#x=%", "#Q=1"]) {
    assert.deepEqual(await read(other), { place: {}, trouble: undefined }, other);
  }
});
