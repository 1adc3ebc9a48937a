// Tests details of the page. The details are automatic queries of a link, errors in several files, the list of keys, commands, touch
// targets, certificates and counterexamples. Further details are positions of a course, amounts, saved tables, the texts of the editor,
// and texts that would change the writing direction of other text.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isolated } from "../page/bidi.mjs";
import { write } from "../page/link.mjs";
import { accused, covered, positions } from "../page/places.mjs";
import { sheet, svg, text } from "../page/sheet.mjs";
import { answered } from "./browser.mjs";
import { SLOW as ALL } from "./corpus.mjs";
import { on, plain, take, unfold } from "./paged.mjs";

/** Rules whose queries never finish within a second. */
const SLOW = "game Slow {\n  state a in 0.., b in 0.., c in 0.., d in 0..\n  move k in 1..a when k % 7 != 3 : { a -= k }\n  move k in 1..b : { b -= k }\n  move k in 1..c when gcd(k, c) < 5 : { c -= k }\n  move k in 1..d when k * a % 3 < 2 : { d -= k }\n}\n";
const slow = { question: "slow[40, 40, 40, 40]", files: [{ name: "slow.game", text: SLOW }] };

/** Opens a place in the tab. */
const go = async (page, place) => page.evaluate((hash) => { location.hash = hash; }, await write(place));

/** Returns the content of the file that a button downloads. */
async function downloaded(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("positions in a text: numbers, sets, words, graphs", () => {
  const found = (message) => positions(message).filter((_, at) => at % 2 === 1);
  assert.deepEqual(found("claim refuted at claims[2]: SG = 0, but the claim is 2"), ["claims[2]"]);
  assert.deepEqual(found('at dom(2, 3)["### / ..]"]: P, from c[{}] or c[{1, 2}] to w(letters = 12)["x.x"] and g(graph(a-b b-c))[{a, c}]'),
    ['dom(2, 3)["### / ..]"]', "c[{}]", "c[{1, 2}]", 'w(letters = 12)["x.x"]', "g(graph(a-b b-c))[{a, c}]"]);
  assert.deepEqual(found("威佐夫博弈[3, 4] leads to f(x) = 3, g[1"), ["威佐夫博弈[3, 4]"]);
  for (const message of ["", "a[1]b[2] c(3)[4]", 'x["[', "f(g[1])[2] + h[3]"]) assert.equal(positions(message).join(""), message);
});

test("number of positions of a test", () => {
  const rules = "game E(m = 3) {\n  state n in 0..\n  expect SG(0..m) == 0 1 2 3 # 4 5\n  expect SG [2 ** 10 + 1] == 1\n  expect PN(0..5) == P N N\n    N P N\n"
    + "  expect [3] + Nim[3] is P\n  expect same value as Bash(3) on 0..50\n  expect with m = 5, S = {1}: SG(4..7) == 4 5 0 1\n  expect SG（0..1） == 0 1\n  claim period 4\n}\n";
  assert.deepEqual([3, 4, 5, 7, 8, 9, 10].map((line) => covered(rules, line)), [4, 1, 6, 1, undefined, 4, 2]);
  assert.equal(covered("game T { state n in 0.. trap : n == 1 expect SG(0..1) == 0 trap }", 1), undefined, "undefined if the text does not show it");
});

test("the file of an error is the one in its message", () => {
  const files = [{ name: "a.game" }, { name: "aa.game" }, { name: "b c.game" }];
  const named = (message, line = 2, column = 3) => accused({ message }, { line, column }, files)?.name;
  assert.equal(named("error: x\n --> aa.game:2:3\n  |\n"), "aa.game");
  assert.equal(named("error: x `a.game`\n --> b c.game:2:3\n  |\n"), "b c.game");
  assert.equal(named("error: what b c.game holds is not known", 1, 1), "b c.game");
});

test("a text of others changes the direction of no other text", () => {
  assert.equal(isolated("take 3 颗"), "take 3 颗");
  assert.equal(isolated("\u202eabc"), "\\u{202e}abc");
  assert.equal(isolated("\u2069\u202eabc\u2067x\nשלום"), "\\u{2069}\\u{202e}abc\\u{2067}x\n\u2068שלום\u2069");
  assert.equal(isolated("\u001b[31m\u0085\u2028"), "\\u{1b}[31m\\u{85}\\u{2028}");
});

test("sheets: slices, folds, residues", () => {
  const cells = { game: "g", method: "m", status: { kind: "computed" }, slots: [{ name: "n", low: 3, high: 9 }], values: [3, 4, 5, 6, 7, 8, 9] };
  const folded = sheet(cells, [3], { fold: 4, modulo: 3 });
  assert.deepEqual([folded.columns, folded.rows, folded.shift], [4, 3, 3]);
  assert.equal(text(folded, "g[3..9], mod 3"), "g[3..9], mod 3\nn \\ mod 4 0 1 2 3\n        0 · · · 0\n        4 1 2 0 1\n        8 2 0 · ·\n");
  const drawn = svg(folded, "p", "<g>");
  assert.match(drawn, /^<svg [^>]*role="img".*<title>&#60;g&#62;<\/title>/s);
  assert.equal(drawn.match(/fill="rgb\(222,32,32\)"/g)?.length, undefined, "no cell is 0 before it is reduced");
  assert.equal(sheet(cells, [3], { fold: 0, modulo: 0 }).rowName(0), "");
});

describe("details", { concurrency: 2 }, () => {
  // Records the requests to the workers, their limits, and the times of the replies.
  const watch = () => {
    const { postMessage } = Worker.prototype;
    globalThis.asked = [];
    Worker.prototype.postMessage = function post(job, ...more) {
      if (job.ask) {
        const one = { ask: job.ask, seconds: job.seconds, from: performance.now(), to: undefined, worker: this };
        globalThis.asked.push(one);
        this.addEventListener("message", ({ data }) => { if (data.id === job.id && data.reply) one.to ??= performance.now(); });
      }
      return postMessage.call(this, job, ...more);
    };
  };
  /** Returns the jobs with a time limit. Each job has the part of the link's second that had elapsed at the start of the job. */
  const spent = () => globalThis.asked.filter(({ seconds }) => seconds !== undefined).map(({ ask, seconds, from, to }, at, all) => {
    const spans = all.slice(0, at).filter((one) => one.seconds !== undefined).map((one) => [one.from, Math.min(one.to ?? Infinity, from)]).sort(([a], [b]) => a - b);
    let [over, end] = [0, 0];
    for (const [begin, stop] of spans) {
      over += Math.max(0, stop - Math.max(begin, end));
      end = Math.max(end, stop);
    }
    return { ask, seconds, over: over / 1000, answered: to !== undefined };
  });

  on("the automatic queries of a link take at most one second in total", "#q=kayles[7]+nim[3]", async (page) => {
    await page.addInitScript(watch);
    await page.reload();
    await answered(page);
    // Both workers load the whole core first, so that replacing a first core does not change the measured times.
    await page.evaluate(async () => {
      const { long, quick } = await import(new URL("page/core.mjs", document.baseURI).href);
      await Promise.all([long, quick].map((ask) => ask({ ask: "theorem" })));
    });
    const views = [["table", ["legal", "table"], "nim[3]"], ["graph", ["legal"]], ["why", ["legal"]]];
    for (const [at, [view, asks, question = `slow[40, 40, 40, ${40 + at}]`]] of [...views.entries()].slice(0, ALL ? 3 : 2)) {
      await page.evaluate(() => { globalThis.asked.length = 0; });
      await go(page, { ...slow, question, view, table: "slow[0..30, 0..30, 0..30, 0..30]" });
      await page.locator(`main[data-screen=${view}]`).locator(".unfinished button").first().waitFor();
      // Waits longer than all queries that the link may start together. After this time, no query runs.
      await page.waitForTimeout(1500);
      await page.waitForFunction(() => globalThis.asked.every(({ seconds, to }) => seconds === undefined || to !== undefined), undefined, { timeout: 2000 }).catch(() => {});
      const jobs = await page.evaluate(spent);
      for (const ask of asks) assert(jobs.some((job) => job.ask === ask), `${view}: ${ask} of ${JSON.stringify(jobs)}`);
      for (const { ask, seconds, over, answered } of jobs) {
        assert(answered, `${view}: ${ask} still runs`);
        assert(seconds <= Math.max(0, 1 - over) + 0.1, `${view}: ${ask} has ${seconds} s after ${over} s`);
      }
      // Queries that the reader starts may take longer.
      await page.evaluate(() => { globalThis.asked.length = 0; });
      await page.locator(".unfinished button").first().click();
      await page.waitForFunction(() => globalThis.asked.some(({ seconds }) => seconds === undefined || seconds > 1));
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector("progress"));
    }
  });

  on("a link does not make the computer think", "#q=nim[3]+nim[4]&view=play", async (page) => {
    await page.getByText("Your move.").waitFor();
    await page.getByLabel("Moves first").selectOption("first");
    await page.getByText(/The computer:.*Your move/s).waitFor();
    await page.evaluate(() => { location.hash = "q=nim[5]+nim[6]&view=play"; });
    await page.getByText("It is the computer's turn.").waitFor();
    await page.getByRole("button", { name: "Continue the game" }).click();
    await page.getByText(/The computer:.*Your move/s).waitFor();
  }, { goesOn: true });

  on("errors in several files: each shows its file, moves the cursor there and fixes it", "", async (page) => {
    const other = { name: "other.game", text: "game Other {\n  state n in 0..\n  move k in 1..2 when k = 2 : [n - k]\n}\n" };
    await go(page, { question: "take[5]", files: [take, other] });
    const place = page.locator(".problems button", { hasText: "other.game:3:25" });
    await place.waitFor();
    assert.equal(await page.locator("#rules h2 code").textContent(), "take.game");
    await plain(page);
    await place.click();
    await page.locator("#rules h2 code", { hasText: "other.game" }).waitFor();
    await page.waitForFunction(() => document.activeElement.value?.slice(document.activeElement.selectionStart).startsWith("= 2"));
    await page.getByRole("button", { name: "take.game", exact: true }).click();
    await page.locator(".problems button", { hasText: "==" }).click();
    await answered(page);
    assert.equal(await page.inputValue("textarea.plain-editor"), other.text.replace("k = 2", "k == 2"));
    await page.getByRole("button", { name: "take.game", exact: true }).click();
    assert.equal(await page.inputValue("textarea.plain-editor"), take.text);
  });

  on("the list of keys is complete on every screen", "#q=nim[3]&view=help", async (page) => {
    await page.locator("table.keys").first().waitFor();
    const listed = await page.locator("table.keys kbd").allTextContents();
    for (const key of ["Ctrl+K", "/", "1", "8", "?", "F1", "Ctrl+Enter", "Esc", "h", "w", "u", "←", "→", "Enter", "Home", "End", "PageUp", "PageDown", "Alt+←", "Tab"]) assert(listed.includes(key), key);
    const all = await page.evaluate(async () => (await import(new URL("page/keys.mjs", document.baseURI).href)).KEYS.flatMap(({ keys }) => keys).length);
    assert.equal(listed.length, all);
    for (const row of await page.locator("table.keys tr").all()) assert.match((await row.locator("td").last().textContent()) ?? "", /\w/);
    await page.getByRole("button", { name: "中文" }).click();
    for (const row of await page.locator("table.keys tr").all()) assert.match((await row.locator("td").last().textContent()) ?? "", /\p{Script=Han}/u);
  });

  on("commands: share, language, colours, new file, format, save, conventions", "#q=nim[3]", async (page) => {
    await answered(page);
    const command = async (words) => {
      await page.keyboard.press("Control+k");
      await page.locator("dialog input:focus").waitFor();
      await page.keyboard.type(words);
      await page.locator("dialog li", { hasText: /command|命令/ }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !document.querySelector("dialog"));
    };
    await command("share");
    await page.getByText(/The link is copied|Link to this view/).waitFor();
    await command("dark colours");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await command("conventions");
    await page.waitForFunction(() => document.activeElement.closest(".verdict details")?.open);
    await command("new file");
    await page.locator("#rules h2 code", { hasText: "my.game" }).waitFor();
    await plain(page);
    await page.fill("textarea.plain-editor", take.text.replaceAll("\n", " "));
    await page.keyboard.press("Tab");
    await command("format the rules");
    await page.waitForFunction((text) => document.querySelector("textarea").value === text, take.text);
    const [download] = await Promise.all([page.waitForEvent("download"), command("save the rules")]);
    assert.equal(download.suggestedFilename(), "my.game");
    await page.fill("#position", "take[4]");
    await command("save the graph");
    await page.waitForFunction(() => document.activeElement.textContent === "SVG" && document.querySelector("main").dataset.screen === "graph");
    await command("save the table");
    await page.waitForFunction(() => document.activeElement.textContent === "SVG" && document.querySelector("main").dataset.screen === "table");
    await command("language");
    await page.getByText("先手必败", { exact: true }).waitFor();
  });

  on("touch targets of each screen", "#q=kayles[5]+nim[3]", async (page) => {
    await answered(page);
    const wrong = [];
    const there = { board: ".picture .target", play: "ol.course", table: "canvas.heat", graph: ".picture .target", why: "section.law", home: ".classic .thumb svg", learn: ".learn-list button", exercises: ".exercise-list button", gallery: ".thumb svg", tools: "main button", help: ".reference h3", rules: ".code-place" };
    for (const view of ["home", "board", "play", "table", "graph", "why", "gallery", "learn", "exercises", "tools", "help", "rules"]) {
      await page.evaluate((view) => { location.hash = `q=kayles[5]+nim[3]&view=${view}${view === "play" ? "&moves=1.1.1,1.1.0" : ""}`; }, view);
      await page.waitForSelector(`main[data-screen=${view}]`);
      await page.locator(there[view]).first().waitFor();
      await page.evaluate(() => { for (const one of document.querySelectorAll("main details")) one.open = true; });
      wrong.push(...(await page.evaluate((view) => {
        const found = [];
        const shown = [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [data-part][role=button]")].filter((one) => one.checkVisibility() && !one.closest(".skip"));
        const box = (one) => (one.closest(".check") ?? one).getBoundingClientRect();
        const parts = shown.filter((one) => one.matches("[data-part]"));
        for (const one of shown) {
          const { width, height, x, y } = box(one);
          // Adjacent pieces may be nearer to each other than the size of a touch target. A reader who cannot hit a small piece can choose
          // its moves in the list of moves.
          const near = !parts.includes(one) ? Infinity : Math.min(...parts.filter((other) => other !== one).map(box).map((other) =>
            Math.max(Math.abs(other.x + other.width / 2 - x - width / 2), Math.abs(other.y + other.height / 2 - y - height / 2))));
          const least = Math.min(44, near) - 0.5;
          if (Math.min(width, height) < least) found.push(`${view}: ${one.localName}.${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 30)} ${Math.round(width)} × ${Math.round(height)}`);
        }
        return found;
      }, view)));
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is wider than the screen`);
    }
    assert.deepEqual([...new Set(wrong)], []);
  }, { goesOn: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  on("a certificate for selected conventions", "#q=nim[1]+nim[2]&play=misere", async (page) => {
    await answered(page);
    await page.locator(".details summary").first().click();
    await page.getByRole("button", { name: "Check it here" }).click();
    await page.getByText(/The certificate is valid: .*misère/).waitFor();
    assert.match(String(await downloaded(page, "Download the certificate")), /misere|misère/);
  });

  on("tests show their number of positions; a counterexample among sets, words and graphs is a link", "", async (page) => {
    const text = "game S(N = 3) {\n  state s set of 1..N\n  move \"take {k}\" k in s : { s -= {k} }\n  expect [] is N\n  claim P iff size(s) == 1\n}\n"
      + "game W {\n  state w word of \"x.\"\n  move \"flip {i}\" i in 1..size(w) when w[i] == \"x\" : { w[i] = \".\" }\n  claim P iff size(w) == 3\n}\n"
      + "game G(G = graph(a-b b-c c-d)) {\n  state free set of vertices(G)\n  move \"take {v}\" v in free : { free -= around(G, v) }\n  claim P iff size(free) == 2\n}\n"
      + "game T {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n  expect SG(0..4) == 0 1 2 3 0\n}\n";
    await go(page, { question: "t[4]", files: [{ name: "many.game", text }] });
    const checks = page.getByRole("region", { name: "Tests and claims" });
    for (const [position, game] of [["s[{}]", "s"], ['w[""]', "w"], ["g[{}]", "g"]]) {
      await checks.getByRole("button", { name: position, exact: true }).click();
      await page.waitForFunction((game) => document.querySelector("#position").value.startsWith(`${game}[`), game);
      await page.waitForFunction(() => document.querySelector(".verdict .said:not(.old)"));
      assert.equal(await page.locator(".verdict .bad").count(), 0, position);
    }
    await checks.getByRole("button", { name: /^Tests and claims: 5/ }).click();
    await checks.getByText("on 5 positions").waitFor();
    await checks.getByText("on 1 position", { exact: false }).first().waitFor();
    const marks = await page.evaluate(() => [...document.querySelector(".code-place").shadowRoot.querySelectorAll(".mark")].map((mark) => mark.textContent.trim()));
    assert.deepEqual(marks, ["✓ 1", "✗", "✗", "✗", "✓ 5"]);
  });

  on("each position of a course has an address", "#q=nim[3]+nim[5]&view=play&moves=1.1.1,2.1.2", async (page) => {
    const shows = (position) => page.waitForFunction((title) => document.querySelector(".picture svg title")?.textContent === title, `the position ${position}`);
    // The picture is above the course. When the picture appears, the course moves away from the pointer.
    await page.locator(".picture svg title").waitFor({ state: "attached" });
    await page.locator("ol.course li").nth(1).waitFor();
    await page.locator("ol.course button").first().click();
    await page.waitForURL(/&at=1/);
    await shows("nim[2] + nim[5]");
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/&at=0/);
    assert.equal(await page.evaluate(() => history.length), entries, "stepping adds no history entries");
    await page.goBack();
    await page.waitForURL((url) => !url.hash.includes("at="));
    const address = page.url().split("#")[0];
    await page.goto("about:blank");
    await page.goto(`${address}#q=nim[3]+nim[5]&view=play&moves=1.1.1,2.1.2&at=1`);
    await shows("nim[2] + nim[5]");
    assert.match(await page.locator("ol.course [aria-current=step]").getAttribute("title"), /nim\[3\]/);
    await page.getByRole("button", { name: "Continue from here" }).click();
    await page.waitForURL((url) => url.hash.includes("moves=1.1.1,") && !url.hash.includes("at="));
  }, { goesOn: true });

  on("amounts that are too large to draw have a field", "#q=nim[1000000000000]%2Bnim[100]%2Bnim[3]", async (page) => {
    await answered(page);
    assert.equal(await page.getByLabel(/^Amount to leave in/).count(), 2);
    await page.locator("[data-part='2.h1']").click();
    await page.waitForFunction(() => document.activeElement.id === "amount-2.h1");
    await page.keyboard.type("100");
    await page.keyboard.press("Enter");
    await page.locator("form .bad", { hasText: /not a legal move/ }).waitFor();
    await page.getByLabel(/^Amount to leave in nim\[1000000000000\]/).fill("103");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#position").value === "nim[103] + nim[100] + nim[3]");
  });

  on("saved tables: a PNG with axes and cells of one size, SVG and text folded and modulo, a b-file with an offset", "#q=kayles[7]&view=table&table=kayles[0..47]", async (page) => {
    await page.waitForFunction(() => document.querySelector("canvas.heat")?.width === 20);
    await page.getByLabel("Fold after").fill("12");
    await page.getByLabel("modulo").fill("4");
    await page.waitForFunction(() => document.querySelector("canvas.heat").width === 12);
    const png = await downloaded(page, "PNG");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert(width >= 12 * 28 + 40 && width < 500 && height > 4 * 28 + 30 && height < 200, `${width} × ${height}`);
    // The download is read in another page without the policy, because the policy forbids this page to fetch it.
    const other = await page.context().newPage();
    const image = await other.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
      context.drawImage(image, 0, 0);
      const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3).join();
      const left = image.width - 10 - 12 * 28;
      const top = image.height - 10 - 4 * 28;
      return { paper: at(2, 2), zero: at(left + 2, top + 2), three: at(left + 3 * 28 + 2, top + 2), fourth: at(left + 4 * 28 + 2, top + 2) };
    }, png.toString("base64"));
    await other.close();
    // The values of Kayles begin 0 1 2 3 1 4. Modulo 4, the value 0 is dark, and 3 is the largest value.
    assert.deepEqual({ paper: image.paper, zero: image.zero, three: image.three }, { paper: "255,255,255", zero: "22,48,92", three: "255,241,133" });
    assert.match(String(await downloaded(page, "SVG")), /<title>kayles\[0\.\.47\], mod 4<\/title>/);
    assert.match(String(await downloaded(page, "Text")), /^kayles\[0\.\.47\], mod 4\nn \\ mod 12 +0 +1 +2 .* 11\n +0 +0 +1 +2 +3 +1 +0 /);
    await page.getByLabel("modulo").fill("0");
    assert.match(String(await downloaded(page, "Text")), /n mod 12/);
    assert.match(String(await downloaded(page, "SVG")), /n mod 12/);
    await page.getByLabel("Offset").fill("5");
    assert.match(String(await downloaded(page, "OEIS b-file")), /^5 0\n6 1\n7 2\n8 3\n/);
  }, { goesOn: true });

  on("the editor uses the language of the page", "#q=nim[3]", async (page) => {
    await unfold(page);
    const label = () => page.evaluate(() => document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-content")?.getAttribute("aria-label"));
    await page.waitForFunction(() => document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-content"));
    assert.equal(await label(), "Rules of the game");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# x\n");
    await page.getByRole("button", { name: "中文" }).click();
    await page.waitForFunction(() => document.querySelector(".code-place").shadowRoot.querySelector(".cm-content").getAttribute("aria-label") === "游戏规则");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Space");
    await page.waitForFunction(() => document.querySelector(".code-place").shadowRoot.querySelector("[role=listbox]")?.getAttribute("aria-label") === "补全");
    await page.keyboard.press("Escape");
    // The edit can still be undone.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("Control+z");
    await page.waitForFunction(() => !document.querySelector(".code-place").shadowRoot.querySelector(".cm-content").textContent.startsWith("# x"));
  });

  on("labels and names do not change the direction of neighbouring words", "", async (page) => {
    const turned = "\u2069\u202eabc";
    const text = `game Turned {\n  state n in 0..\n  move "\u05d0\u05d1abc" k in 1..2 : [n - k]\n}\n`;
    await go(page, { question: "turned[3]", files: [{ name: `${turned}.game`, text }], lang: "en" });
    await page.locator("ul.moves button.lose", { hasText: "turned" }).first().waitFor();
    /** Returns whether words appear from left to right in the elements that contain them. */
    const inOrder = (selector, ...words) => page.evaluate(([selector, words]) => {
      const whole = document.querySelector(selector);
      const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
      const places = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of words) {
          const at = node.data.indexOf(word);
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          places[words.indexOf(word)] ??= range.getBoundingClientRect();
        }
      }
      if (words.some((_, at) => !places[at])) throw new Error(`${words} in ${whole.textContent}`);
      return places.every((place, at) => at === 0 || place.x >= places[at - 1].right || place.y >= places[at - 1].bottom);
    }, [selector, words]);
    assert(await inOrder("ul.moves li:first-child button", "loses", "leaving", "turned", "value"), "a move");
    assert(await inOrder("#rules h2", "Rules", "yours"), "the name of a file");
    await go(page, { question: "turned[3]", files: [{ name: `${turned}.game`, text }], view: "play", moves: "1.1.1", lang: "en" });
    await page.locator("ol.course li").first().waitFor();
    assert(await inOrder(".course-card .now p", "you", "leaving", "turned"), "the course");
    await go(page, { question: "turned[3]", files: [{ name: `${turned}.game`, text: text.replace("[n - k]", "[n - k") }, take], lang: "en" });
    await page.locator(".problems li").first().waitFor();
    assert(await inOrder(".problems li", "34", "expected"), "a problem");
  }, { goesOn: true });
});
