// Tests hostile links. Markup in names, labels, letters, vertices and graph files stays text. Endless, exponential, deep or huge rules
// neither hang nor crash the page. The fast tests open a few files of crates/cli/tests/hostile; `web/test --all` opens all of them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";
import { write } from "../page/link.mjs";
import { SLOW } from "./corpus.mjs";
import { on } from "./paged.mjs";

/** Opens a place that contains its files, and waits for the result. */
async function opened(page, place) {
  await page.evaluate(async () => {
    const [asking, state] = await Promise.all(["asking", "state"].map((name) => import(new URL(`page/${name}.mjs`, document.baseURI).href)));
    globalThis.page = { ...asking, ...state };
  });
  await page.evaluate((hash) => { location.hash = hash; }, await write(place));
  const wanted = [place.question, place.files?.[0]?.name, place.view ?? "board"];
  await page.waitForFunction(([question, file, view]) => {
    const { page } = globalThis;
    return page.question.value === question && page.files.value[0]?.name === file && page.screen.value === view && !page.busy.value;
  }, wanted);
}

describe("hostile links", { concurrency: 2 }, () => {
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script>javascript:&amp;";
  /** Checks that a text appears on the page, and that no part of the text became an element. */
  const isText = async (page, what, text = "") => {
    await page.waitForFunction((text) => document.getElementById("page").textContent.includes(text), text).catch((error) => { throw new Error(`${what} does not show ${text}`, { cause: error }); });
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("img, iframe, object, [onerror], [onload], a[href^='javascript']")].map((one) => one.outerHTML)), [], what);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#page script, .picture script")].length), 0, what);
  };

  on("names and labels full of markup are text", "", async (page) => {
    const text = `game Evil {\n  about "${evil}"\n  state n in 0..\n  move "${evil} {k}" k in 1..2 : [n - k]\n  note "${evil}"\n  expect SG [1] == 2\n}\n`;
    for (const view of SLOW ? ["play", "why", "graph", "table", "board"] : ["why", "table", "board"]) {
      await opened(page, { question: "evil[3]", files: [{ name: `${evil}.game`, text }], view });
      if (view === "board" || view === "play") await page.getByRole("button", { name: /<img src=x/ }).first().waitFor();
      await isText(page, view, "<img src=x");
    }
  }, { goesOn: true });

  on("letters, vertices and graph files full of markup are text", "", async (page) => {
    const words = `game Letters {\n  state w word of "<b>&/i"\n  move "turn <i>{i}</i>" i in 1..size(w) when w[i] == "<" : { w[i] = "&" }\n}\n`;
    for (const view of SLOW ? ["board", "graph", "why", "play"] : ["board"]) {
      await opened(page, { question: 'letters["<b></b>"]', files: [{ name: "letters.game", text: words }], view });
      if (view === "board" || view === "play") await page.locator("ul.moves button").first().waitFor();
      await isText(page, `letters, ${view}`, "<b></b>");
    }
    assert.equal(await page.evaluate(() => document.querySelectorAll(".picture b, .picture i, ul.moves i").length), 0);
    // Vertices are letters and digits; any other text in a graph is reported with its location.
    for (const kind of SLOW ? ["hackenbush", "arcs", "digraph", "geography", "northcott"] : ["hackenbush", "northcott"]) {
      const file = { name: `bad<b>.${kind}`, text: `${evil}-1 1-2\n<svg/onload=alert(3)>\n` };
      await opened(page, { question: "nim[3]", files: [file] });
      await page.locator(".problems li").first().waitFor();
      await isText(page, kind, file.name);
    }
    for (const [kind, text] of [["hackenbush", "onload-script script-ground ground-javascript; ground ground"], ["arcs", "onload>script script>alert; at onload"]]) {
      await opened(page, { question: "evil", files: [{ name: `evil.${kind}`, text }] });
      await page.locator(".picture svg").waitFor();
      await isText(page, kind, "script");
    }
    for (const question of ["<img src=x onerror=alert(1)>", "nim[<script>alert(2)</script>]", 'geography("<img/src=x>")', "hackenbush(<svg/onload=alert(3)>-1)"]) {
      await opened(page, { question });
      await page.locator(".verdict .bad").first().waitFor();
      await isText(page, question);
    }
  }, { goesOn: true });

  const game = (items) => `game Harm {\n  state n in 0..\n${items}\n}\n`;
  const harms = [
    "(".repeat(100_000), game("  loopy\n  move k in 1..1000000 : [n + k]"), game("  move k in 1..9223372036854775807, i in 1..9223372036854775807 when k * i == 7 : [n - k]"),
    game(`  let f(x) = ${"x + ".repeat(200)}x\n${Array.from({ length: 60 }, (_, at) => `  let g${at}(x) = ${at ? `g${at - 1}(g${at - 1}(x))` : "f(f(x))"}`).join("\n")}\n  move when g59(n) > 0 : [n - 1]`),
    game(`  move : [${"(".repeat(50_000)}n`), game(`  state ${Array.from({ length: 5000 }, (_, at) => `s${at} in 0..`).join(", ")}\n  move : [n - 1]`), game(`  move "${"x".repeat(100_000)}" : [n - 1]`),
    game("  move k in 1..n : [n - 1] + [n - 1] + [n - 1] + [n - 1]"), "\u0000\uffff\u202e{}[]", game("  move : Harm[n]"),
  ].map((text) => ({ text, question: "harm[1000000]" }));
  const folder = fileURLToPath(new URL("../../crates/cli/tests/hostile/", import.meta.url));
  const corpus = readdirSync(folder).sort().flatMap((name) => {
    const text = readFileSync(folder + name, "utf8");
    return [...text.matchAll(/^# Ask: (.*)$/gm)].map(([, asked = ""]) => {
      const [question = "", play] = asked.split(/ --play | --without .*/);
      return { name, text, question, ...(play && { play }) };
    });
  });
  assert(corpus.length > 40);
  const some = SLOW ? [...harms, ...corpus] : [...harms.slice(0, 2), ...corpus.filter(({ name }) => ["big_box.game", "long_play.game"].includes(name))];
  on("hostile rules neither hang nor crash the page", "", async (page) => {
    for (const [at, { name = "harm.game", text, question, play }] of some.entries()) {
      const what = `${name}, ${question}`;
      await opened(page, { question, files: [{ name: `${at}_${name}`, text }], ...(play && { play }) }).catch((error) => { throw new Error(what, { cause: error }); });
      // The page responds to a click.
      const dark = await page.evaluate(() => document.documentElement.dataset.theme);
      await page.getByRole("button", { name: dark === "dark" ? "Light" : "Dark", exact: true }).click();
      await page.waitForFunction((dark) => document.documentElement.dataset.theme !== dark, dark);
      if (at % 5 === 0) {
        await page.evaluate(() => { location.hash = "q=nim[8]"; });
        await page.waitForFunction(() => /value 8/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""), undefined).catch((error) => { throw new Error(what, { cause: error }); });
      }
    }
    await page.evaluate(() => { location.hash = "q=nim[9]"; });
    await page.waitForFunction(() => /value 9/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
  });
});
