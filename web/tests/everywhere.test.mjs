// Tests for every browser: the first answer of the page, fixes of errors, languages, colour schemes, widths, moves by keyboard and by
// pointing, Stop, links, and the single-file page. BROWSERS lists the browsers; the default is Chromium. The fast tests skip tests that
// other files run more thoroughly in Chromium.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { read, write } from "../page/link.mjs";
import { SLOW } from "./corpus.mjs";
import { serve } from "./site.mjs";

const SINGLE = process.env.SINGLE ?? fileURLToPath(new URL("../../target/web/grundy.html", import.meta.url));
const SCREENS = ["home", "board", "play", "table", "graph", "why", "gallery", "learn", "exercises", "tools", "help", "rules"];

/** Runs in the page before all other scripts. Records events that must not happen: console messages, errors and policy reports. */
function listen() {
  /** @type {string[]} */
  const heard = [];
  globalThis.heard = heard;
  for (const name of ["log", "info", "debug", "warn", "error"]) console[name] = (...words) => heard.push(`${name}: ${words.join(" ")}`);
  addEventListener("error", (event) => heard.push(`error: ${event.message} ${event.error?.stack ?? ""}`));
  addEventListener("unhandledrejection", (event) => heard.push(`rejected: ${event.reason?.stack ?? event.reason}`));
  addEventListener("securitypolicyviolation", (event) => heard.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
}

/** In the page: returns the button with this name, or whose name starts with it. */
const button = (name) => {
  const called = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim();
  const seen = [...document.querySelectorAll("button")].filter((one) => one.getClientRects().length > 0);
  return seen.find((one) => called(one) === name) ?? seen.find((one) => called(one).startsWith(name)) ?? null;
};
/** In the page: returns the first element that matches a selector. */
const first = (selector) => document.querySelector(selector);
/** In the page: returns the topmost element at the centre of the last part that matches a selector, because a group of shapes has no position
 *  of its own. */
const topmost = (selector) => {
  const found = [...document.querySelectorAll(selector)].at(-1);
  if (!found) return null;
  found.scrollIntoView({ block: "center" });
  const box = found.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
};
/** In the page: returns the element that matches a selector. If the query exceeded its second, as on a busy machine, the query is
 *  continued, so that the caller can try again. */
const answered = (selector) => {
  document.querySelector(".unfinished button")?.click();
  return document.querySelector(selector);
};
/** In the page: returns the text of the verdict, unless it is old. */
const verdict = `() => (${answered})(".verdict .said:not(.old)")?.textContent ?? ""`;
/** In the page: returns the message of the Play screen. */
const inPlay = () => document.querySelector(".play .said")?.textContent ?? "";

for (const name of (process.env.BROWSERS ?? "chromium").split(" ")) describe(`in ${name}`, () => {
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  /** @type {import("./browsers/window.mjs").Window} */
  let window;
  const open = async (how) => (await import(`./browsers/${name}.mjs`)).open(how);
  before(async () => { [server, window] = [await serve({ first: listen, keep: true }), await open({})]; });
  after(async () => {
    await window?.close();
    server?.close();
  });

  /** Waits until a function in the page returns a truthy value, and returns it. */
  async function until(window, work, ...given) {
    const end = Date.now() + 20_000;
    for (;;) {
      const said = await window.run(`(...given) => { const said = (${work})(...given); return said instanceof Node || said; }`, ...given);
      if (said) return said;
      if (Date.now() > end) assert.fail(`never true: ${work} of ${given}; the page shows: ${await window.run(() => document.getElementById("page")?.innerText.slice(0, 2000))}`);
      await new Promise((done) => setTimeout(done, 30));
    }
  }
  /** Continues queries that exceed the time of a link, as a reader would. */
  const goesOn = (window) => window.run(() => {
    const goOn = () => document.querySelector(".unfinished button:not(:disabled)")?.click();
    new MutationObserver(goOn).observe(document, { childList: true, subtree: true });
    goOn();
  });
  /** Waits until a text is shown. */
  const says = (window, work, text) => until(window, `(text) => (${work})().includes(text)`, text);
  const click = async (window, find, ...given) => {
    await until(window, find, ...given);
    await window.click(find, ...given);
  };
  const position = async (text) => {
    await click(window, first, "#position");
    await window.press("Control+a");
    await window.type(text);
  };
  /** Skips a test in Chromium if the given file tests the same behaviour. */
  const elsewhere = (file) => ({ skip: name === "chromium" && !SLOW && file !== "" && `${file} tests it` });
  /** Defines a test that starts with a fresh page. */
  const on = (title, hash, work, file = "") => test(title, elsewhere(file), async () => {
    await window.size(1280, 900);
    await window.go(`${server.address}${await hash}`);
    try {
      await work(window);
      assert.deepEqual(await window.run(() => globalThis.heard), []);
    } finally {
      await window.run(() => localStorage.clear());
      await window.go("about:blank");
    }
  });

  on("the first answer is proved", "#q=kayles[7]+nim[3]", async (window) => {
    await says(window, verdict, "The player to move wins (N) · value 1 = 2 ⊕ 3");
    await until(window, first, ".verdict .status.proved");
    assert.equal(await window.run(() => document.title), "kayles[7] + nim[3] · Grundy");
    await click(window, button, "Show the rules");
    await until(window, () => document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-content")?.textContent.includes("game Kayles"));
  });

  on("an error in a position is shown and fixed", "#q=nim[3]", async (window) => {
    await says(window, verdict, "value 3");
    await position("nim[4");
    await click(window, button, "Write nim[4]");
    await says(window, verdict, "value 4");
  }, "page.paged.mjs");

  const rules = "game Take {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n";
  on("rules are typed, an error in them is shown and fixed", write({ question: "take[6]", files: [{ name: "take.game", text: rules }] }).then((hash) => `#${hash}`), async (window) => {
    await says(window, verdict, "value 2");
    const line = (text) => [...document.querySelector(".code-place")?.shadowRoot?.querySelectorAll(".cm-line") ?? []].find((line) => line.textContent.includes(text)) ?? null;
    await click(window, line, "move");
    await window.press("Home");
    await window.type("move when n = 6 : [2]\n");
    await until(window, button, "Write ==");
    await says(window, () => document.querySelector(".verdict")?.textContent ?? "", "rules have errors");
    await click(window, button, "Write ==");
    await says(window, verdict, "value 4");
    // The link is written after a pause in typing.
    const told = async () => (await read(await window.run(() => location.hash))).place.files?.[0]?.text ?? "";
    for (const end = Date.now() + 5000; Date.now() < end && !(await told()).includes("==");) await new Promise((done) => setTimeout(done, 30));
    assert.match(await told(), /move when n == 6 : \[2\]\n/);
  });

  on("the other language appears immediately and is stored", "#q=nim[3]", async (window) => {
    await says(window, verdict, "The player to move wins");
    await click(window, button, "中文");
    await says(window, verdict, "先手必胜");
    assert.deepEqual(await window.run(() => [document.documentElement.lang, document.title]), ["zh-CN", "nim[3] · Grundy"]);
    await window.go("about:blank");
    await window.go(`${server.address}#q=nim[5]`);
    await says(window, verdict, "先手必胜");
  });

  on("dark and light", "#q=nim[3]", async (window) => {
    const shown = () => [document.documentElement.dataset.theme, getComputedStyle(document.documentElement).backgroundColor];
    await says(window, verdict, "value 3");
    assert.deepEqual(await window.run(shown), ["light", "rgb(253, 253, 251)"]);
    await click(window, button, "Dark");
    await until(window, button, "Light");
    assert.deepEqual(await window.run(shown), ["dark", "rgb(20, 23, 29)"]);
  });

  on("every screen, wide and narrow, in both languages", "#q=kayles[5]+nim[3]", async (window) => {
    /** @type {string[]} */
    const wrong = [];
    const there = { board: ".picture svg", play: "[data-part].open", table: "canvas", graph: ".picture svg", why: "table.binary", home: ".classic .thumb svg", gallery: ".thumb svg", learn: ".learn h2", exercises: ".exercise-list button", tools: "input", help: ".reference h3", rules: ".code-place" };
    for (const lang of ["en", "zh"]) for (const view of SCREENS) {
      await window.run((hash) => { location.hash = hash; }, `q=kayles[5]+nim[3]&lang=${lang}&view=${view}`);
      await until(window, first, `html[lang^=${lang}] main[data-screen=${view}]`);
      await until(window, answered, there[view]);
      for (const width of [1280, 320]) {
        await window.size(width, 800);
        const [inner, wide] = await until(window, (width) => innerWidth === width && [innerWidth, document.documentElement.scrollWidth], width);
        if (wide > inner) wrong.push(`${view} in ${lang} at ${inner}: ${wide} pixels wide`);
      }
    }
    assert.deepEqual(wrong, []);
  }, "screens.test.mjs");

  on("a newcomer wins a game of Kayles from the first screen in at most 7 clicks", "", async (window) => {
    await goesOn(window);
    let clicks = 1;
    await click(window, button, "Kayles");
    const count = () => document.querySelectorAll("ol.course li").length;
    for (;;) {
      const said = await until(window, () => { const said = document.querySelector(".play .said")?.textContent ?? ""; return /Your move|won/.test(said) && said; });
      if (/You have won/.test(said)) break;
      assert.doesNotMatch(said, /computer has won/);
      const made = await window.run(count);
      await until(window, first, ".board [data-part].open");
      await window.press("h");
      await until(window, first, ".hinted");
      const parts = await window.run(() => [...document.querySelectorAll(".hinted")].map((part) => part.dataset.part));
      for (const part of parts.length > 1 ? parts : [parts[0], parts[0]]) {
        if ((await window.run(count)) > made) break;
        await click(window, topmost, `[data-part='${part}']`);
        clicks += 1;
        await until(window, (part, made) => document.querySelector(`[data-part='${part}'].chosen`) || document.querySelectorAll("ol.course li").length > made, part, made);
      }
      await until(window, (made) => document.querySelectorAll("ol.course li").length > made, made);
    }
    assert(clicks <= 7, `${clicks} clicks`);
  }, "home.paged.mjs");

  on("a large position has a board and no answer, and an error has a button and no board", "#q=kayles[7]", async (window) => {
    await says(window, verdict, "wins");
    await position("chomp(9, 9)");
    await says(window, () => document.querySelector(".verdict")?.textContent ?? "", "Not solved yet");
    await says(window, () => document.querySelector(".board svg")?.getAttribute("aria-label") ?? "", "chomp(9, 9)");
    await click(window, button, "Stop");
    await position("chomp[5, 5, 5, 5]");
    await click(window, button, "Write chomp(5, 4)");
    await says(window, verdict, "wins");
    await position("nosuchgame[3]");
    await until(window, button, "Show the games");
    await until(window, () => !document.querySelector(".board"));
  }, "errors.paged.mjs");

  on("a file is removed after a question, and Undo brings it back", "#q=nim[3]", async (window) => {
    await says(window, verdict, "wins");
    const names = () => JSON.parse(localStorage.getItem("grundy.files") ?? "[]").map(({ name }) => name).join();
    await window.run(() => localStorage.setItem("grundy.files", JSON.stringify([{ name: "own.game", text: "game Own { state n in 0.. move k in 1..3 : [n - k] }" }])));
    await window.go("about:blank");
    await window.go(`${server.address}#q=nim[3]`);
    await click(window, button, "Show the rules");
    await click(window, button, "own.game: Remove");
    assert.equal(await window.run(names), "own.game");
    // The button may move while the tests of the rules appear, so it is pressed by its focus.
    await until(window, button, "Remove");
    await window.run(`() => (${button})("Remove").focus()`);
    await window.press("Enter");
    await until(window, button, "Undo");
    assert.equal(await window.run(names), "");
    await click(window, button, "Undo");
    assert.equal(await window.run(names), "own.game");
  }, "errors.paged.mjs");

  on("a game by keyboard only", "#q=nim[3]+nim[5]&view=play", async (window) => {
    await goesOn(window);
    await says(window, inPlay, "Your move.");
    await until(window, first, ".play details.list");
    await window.run(() => { document.querySelector(".play details.list").open = true; });
    for (let turn = 0; turn < 12 && !/won/.test(await window.run(inPlay)); turn += 1) {
      const before = await window.run(inPlay);
      await until(window, first, "ul.moves button:not(:disabled)");
      await window.press("h");
      const hint = await until(window, () => document.querySelector(".play [role=status] b") && document.querySelector(".play [role=status] p").textContent.replace(/^.*?:\s*/, "").trim());
      if (!(await window.run(() => Boolean(document.activeElement.closest("ul.moves"))))) {
        assert.equal(turn, 0, "after a move the focus is in the list");
        await window.run(() => document.querySelector("ul.moves button").focus());
      }
      for (let steps = 0; steps < 20 && (await window.run(() => document.activeElement.textContent.trim())) !== hint; steps += 1) await window.press("ArrowDown");
      await window.press("Enter");
      await until(window, (before) => {
        const now = document.querySelector(".play .said").textContent;
        return now !== before && (/won/.test(now) || /Your move/.test(now));
      }, before);
    }
    assert.match(await window.run(inPlay), /You have won!/);
  }, "keyboard.paged.mjs");

  on("a game by pointing at the pieces", "#q=kayles[4]+nim[2]&view=play", async (window) => {
    await goesOn(window);
    await says(window, inPlay, "Your move.");
    for (let turn = 0; turn < 12 && !/won/.test(await window.run(inPlay)); turn += 1) {
      const before = await window.run(() => document.querySelector("ol.course")?.textContent ?? "");
      await until(window, first, "[data-part].open");
      await click(window, topmost, "[data-part].open");
      if (await window.run(() => document.querySelector(".board button.main") !== null)) await click(window, topmost, "[data-part].chosen");
      await until(window, (before) => (document.querySelector("ol.course")?.textContent ?? "") !== before && /won|Your move/.test(document.querySelector(".play .said").textContent), before);
    }
    assert.match(await window.run(inPlay), /won/);
  }, "page.paged.mjs");

  const slow = "game Slow {\n  state a in 0.., b in 0.., c in 0.., d in 0..\n  move k in 1..a when k % 7 != 3 : { a -= k }\n  move k in 1..b : { b -= k }\n  move k in 1..c when gcd(k, c) < 5 : { c -= k }\n  move k in 1..d when k * a % 3 < 2 : { d -= k }\n}\n";
  on("a long query is continued and stopped, and the next answer is correct", write({ question: "slow[40, 40, 40, 40]", files: [{ name: "slow.game", text: slow }] }).then((hash) => `#${hash}`), async (window) => {
    await says(window, () => document.querySelector(".verdict")?.textContent ?? "", "This takes longer than one second.");
    await window.press("Control+Enter");
    await until(window, first, "progress");
    await window.press("Escape");
    await until(window, () => !document.querySelector("progress"));
    await position("slow[2, 1, 0, 0]");
    await says(window, verdict, "value 3");
  }, "page.paged.mjs");

  on("links are read and written, and Back goes back", "#q=wythoff[3,5]&view=why&play=misere", async (window) => {
    await says(window, verdict, "(P)");
    await window.press("1");
    await until(window, () => location.hash === "#q=wythoff[3,%205]&view=board&play=misere" || location.hash === "#q=wythoff[3,5]&view=board&play=misere");
    await window.run(() => history.back());
    await until(window, first, "main[data-screen=why]");
    await window.run((hash) => { location.hash = hash; }, await write({ question: "nim[2] + nim[3]", view: "board", lang: "zh" }));
    await says(window, verdict, "先手必胜");
    await click(window, button, "分享");
  });

  on("a new link is not overwritten by the link of the typed text", "#q=nim[3]", async (window) => {
    await says(window, verdict, "value 3");
    await position("nim[4]");
    await window.run(() => {
      // The tab has already navigated, but the page receives the event late, as on a busy machine.
      history.pushState(null, "", "#q=nim[5]&view=why");
      setTimeout(() => dispatchEvent(new Event("hashchange")), 400);
    });
    await says(window, verdict, "value 5");
    await until(window, first, "main[data-screen=why]");
  });

  test("grundy.html from the disk, in a dark system", { skip: existsSync(SINGLE) ? elsewhere("single.test.mjs").skip : "run web/build --single first" }, async () => {
    const window = await open({ dark: true });
    try {
      await window.size(1280, 900);
      await window.go(`file://${SINGLE}#q=nim[3]+nim[5]`);
      await window.run(listen);
      await says(window, verdict, "value 6 = 3 ⊕ 5");
      assert.equal(await window.run(() => document.documentElement.dataset.theme), "dark");
      await click(window, first, ".fold-rules button");
      await until(window, () => document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-content"));
      await window.run(() => { location.hash = "q=nim[3]+nim[5]&view=help"; });
      await until(window, first, ".reference h3");
      assert.deepEqual(await window.run(() => globalThis.heard), []);
    } finally {
      await window.close();
    }
  });
});
