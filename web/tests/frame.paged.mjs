// Tests the other screens, and properties of all screens: links, history, storage, hostile names, and use without a network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { write } from "../page/link.mjs";
import { answered } from "./browser.mjs";
import { on, plain, take, unfold } from "./paged.mjs";

describe("the other screens", { concurrency: 2 }, () => {
  on("heat map: the cursor shows its cell, and every pixel has the colour of its value", "#q=wythoff[5,3]&view=table&table=wythoff[0..40,%200..300]", async (page) => {
    await page.waitForSelector("canvas.heat");
    await page.waitForFunction(() => document.querySelector("canvas.heat").width === 301);
    // The cursor begins at the current position.
    await page.getByText("a = 5, b = 3: 0").waitFor();
    await page.focus("canvas.heat");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "Home", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    await page.getByText("a = 1, b = 2: 0").waitFor();
    const wrong = await page.evaluate(async () => {
      const { Grundy } = await import(new URL("grundy.mjs", document.baseURI).href);
      const { colour, largest } = await import(new URL("page/heat.mjs", document.baseURI).href);
      const { joined } = await import(new URL("page/whole.mjs", document.baseURI).href);
      const [first, rest] = await Promise.all(["first.wasm", "rest.bin"].map(async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer())));
      const grundy = await Grundy.load(joined(first, rest));
      const { values } = grundy.ask("table", "wythoff[0..40, 0..300]");
      const most = largest({ count: values.length, at: (index) => values[index] }, 0);
      const { data } = document.querySelector("canvas.heat").getContext("2d").getImageData(0, 0, 301, 41);
      if (most < 256) return "no value above 255";
      return values.findIndex((value, at) => colour(value, most, false).some((part, i) => part !== data[4 * at + i]));
    });
    assert.equal(wrong, -1);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#position").value === "wythoff[1, 2]");
  }, { goesOn: true });

  on("table: folded at its period, as CSV and as a b-file", "#q=kayles[7]&view=table&table=kayles[0..200]", async (page) => {
    await page.waitForFunction(() => document.querySelector("canvas.heat")?.width === 12);
    await page.getByLabel("Fold after").fill("20");
    await page.waitForFunction(() => document.querySelector("canvas.heat").width === 20);
    await page.getByRole("button", { name: /Fold at the period 12/ }).click();
    await page.waitForFunction(() => document.querySelector("canvas.heat").width === 12);
    const text = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
      const stream = await download.createReadStream();
      let all = "";
      for await (const chunk of stream) all += chunk;
      return all;
    };
    assert.match(await text("CSV"), /^n,value\n0,0\n1,1\n2,2\n3,3\n4,1\n/);
    assert.match(await text("OEIS b-file"), /^0 0\n1 1\n2 2\n3 3\n4 1\n/);
    assert.match(await text("SVG"), /^<svg /);
    await page.getByLabel("n 0..").fill("60");
    await page.waitForFunction(() => location.hash.includes("table=kayles[0..60]"));
  }, { goesOn: true });

  on("graph: a node opens its position; a large graph is shown in part; formats of other programs", "#q=nim[1]+nim[2]&view=graph", async (page) => {
    for (const [button, name, begins] of [["GraphML", "graph.graphml", "<?xml"], ["CGSuite", "position.cgs", "// nim[1] + nim[2]\n"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
      assert.equal(download.suggestedFilename(), name);
      assert.ok(readFileSync(await download.path(), "utf8").startsWith(begins));
    }
    await page.locator("[data-part=n3]").click();
    await page.waitForFunction(() => document.querySelector("#position").value === "nim[1] + nim[1]");
    await page.fill("#position", "nim[30] + nim[30]");
    await page.getByText(/more than 300 positions/).waitFor();
    await page.locator("[data-part=n300]").waitFor();
  }, { goesOn: true });

  on("why: a theorem's page, and the same query without it", "#q=bash[7]&view=why", async (page) => {
    await page.getByRole("button", { name: "bachet" }).first().click();
    await page.locator(".theorem h2").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Repeat without bachet" }).click();
    await page.getByText("Switched off:").waitFor();
    await page.getByRole("button", { name: /Repeat without (?!bachet)/ }).waitFor();
  }, { goesOn: true });

  /** Returns the name and the content of the file that a button downloads. */
  const downloaded = async (page, name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    let all = "";
    for await (const chunk of await download.createReadStream()) all += chunk;
    return { name: download.suggestedFilename(), text: all };
  };

  on("why: the law of Kayles is found and proved, solves a position of 30 digits, and is downloaded", "#q=kayles[7]%2Bnim[3]%2Bkayles[2]&view=why", async (page) => {
    // Kayles, computed from its rules only: a move removes one pin or two adjacent pins, which splits the row. From n = 71, the values
    // have the period 12.
    const values = [];
    for (let n = 0; n <= 200; n += 1) {
      const options = new Set();
      for (const taken of [1, 2]) for (let left = 0; left + taken <= n; left += 1) options.add(values[left] ^ values[n - taken - left]);
      let mex = 0;
      while (options.has(mex)) mex += 1;
      values.push(mex);
    }
    for (let n = 71; n + 12 <= 200; n += 1) assert.equal(values[n + 12], values[n]);
    const far = 123_456_789_012_345_678_901_234_567_890n;
    const value = values[Number(72n + ((far - 72n) % 12n))];
    const card = page.getByRole("region", { name: "Law: kayles", exact: true });
    await card.getByRole("button", { name: "Search for a law" }).click();
    await card.getByText("period 12 from 71").waitFor();
    assert.equal(await page.locator("section.law").count(), 2, "each game appears once");
    assert.match(await card.textContent(), /✔ proved.*For all positions:.*An automaton with 49 states gives the Grundy value of every position.*base 2.*973 rows.*2,205 cells.*0 guesses refuted/s);
    await card.getByLabel("A position of any size").fill(`[10**29 + ${far - 10n ** 29n}]`);
    await page.keyboard.press("Enter");
    await card.locator(".law-at .who").waitFor();
    const said = await card.locator(".law-at").textContent();
    assert.match(said, new RegExp(`^\\[${far}\\]: The player to move ${value ? "wins" : "loses"}.*value ${value}A winning move: move [12] of the rules, i = \\d+, leaving Kayles\\[\\d+\\]`, "s"));
    // The shown move must be legal and must leave components with equal values.
    const [, rule, ...left] = said.match(/move ([12]) of.*leaving Kayles\[(\d+)\] \+ Kayles\[(\d+)\]/).map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
    assert.equal(left[0] + left[1] + rule, far);
    const of = (n) => values[n < 72n ? Number(n) : Number(72n + ((n - 72n) % 12n))];
    assert.equal(of(left[0]), of(left[1]));
    await card.getByLabel("A position of any size").fill("[1, 2]");
    await page.keyboard.press("Enter");
    await card.getByText("at: Kayles expects the numbers [n], found 2 numbers").waitFor();
    await card.getByRole("button", { name: "Python", exact: true }).click();
    await card.locator("pre").waitFor();
    const code = await card.locator("pre").textContent();
    assert.match(code, /^def grundy\(n\)/m);
    assert.match(await card.textContent(), /does not compare the code with the law.*grundy law 'kayles' --emit python/s);
    assert.deepEqual(await downloaded(page, "Download kayles.py"), { name: "kayles.py", text: code });
    await card.getByRole("button", { name: "SVG", exact: true }).click();
    await card.locator(".picture svg text", { hasText: "The law of Kayles" }).waitFor();
    assert.equal(await card.locator(".picture [data-part]").count(), 48, "a part for each state except the one without results");
    const certificate = await downloaded(page, "Download the certificate");
    assert.equal(certificate.name, "kayles.cert");
    assert.match(certificate.text, /Kayles/);
    await card.getByRole("button", { name: "Check it here" }).click();
    await card.getByText(/The certificate is valid: \d+ rows/).waitFor();
  });

  on("why: a game without a law lists the attempts and what fits; a law for every size of the board", "#q=euclid[5,3]&view=why&lang=zh", async (page) => {
    const law = (name) => page.getByRole("region", { name, exact: true });
    let card = law("规律：euclid");
    await card.getByRole("button", { name: "寻找规律" }).click();
    await card.getByText("未找到规律。").waitFor();
    assert.match(await card.textContent(), /规律 Euclid \? 未知.*不适用该方法：第 1 条 move.*各值出现的次数： 0 ×138/s);
    await page.evaluate(() => { location.hash = "q=wythoff[5,3]&view=why&lang=zh"; });
    card = law("规律：wythoff");
    await card.getByRole("button", { name: "寻找规律" }).click();
    await card.getByText("P iff b == floor(phi * (a - b))").waitFor();
    assert.match(await card.textContent(), /✔ 已证明.*给出每个局面的胜负，各数以斐波那契（齐肯多夫）数位读入/s);
    await page.getByRole("button", { name: "English", exact: true }).click();
    await page.evaluate(() => { location.hash = "q=multiples[5]&view=why&lang=en"; });
    card = law("Law: multiples");
    await card.getByRole("button", { name: "Search for a law" }).click();
    await card.getByText("No law was found.").waitFor();
    const rows = await card.locator("ul.tried li").allTextContents();
    assert.match(rows[0], /^the Grundy value in base 2: no sum of the numbers with fixed weights/);
    assert.match(rows[2], /^who wins in base 2, Fibonacci digits, Pell digits, .*: a move leaves several components/);
    await page.evaluate(() => { location.hash = "q=knights[2,3]&view=why"; });
    card = law("Law: knights");
    await card.getByRole("button", { name: "Search for a law" }).click();
    await card.getByText("(y - 1) % 4 <= 1 and (x - 1) % 4 <= 1").waitFor();
    await card.getByRole("button", { name: "every N at once" }).click();
    await card.getByRole("heading", { name: /KnightsForEveryN ✔ proved/ }).waitFor();
    assert.equal(await card.getByLabel("A position of any size").inputValue(), "[2, 3, 7]");
    await card.getByRole("button", { name: "Solve", exact: true }).click();
    await card.locator(".law-at .who").waitFor();
    assert.match(await card.locator(".law-at").textContent(), /^\[2, 3, 7\]: The player to move wins \(N\)/);
  }, { goesOn: true, slow: true });

  on("why: a long search for a law is stopped, and the page answers meanwhile", "#q=grundyrecurrence[9]&view=why", async (page) => {
    const card = page.locator("section.law");
    await card.getByRole("button", { name: "Search for a law" }).click();
    await card.locator("progress").waitFor();
    await page.waitForTimeout(500);
    await page.keyboard.press("Escape");
    await card.getByText("Stopped.").waitFor();
    assert.equal(await page.locator("progress").count(), 0);
    await card.getByRole("button", { name: "Search for a law" }).isEnabled();
  }, { goesOn: true });

  on("games and tools; each game has a picture", "#q=nim[3]&view=gallery", async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("article").length > 90);
    await page.evaluate(async () => {
      for (const one of document.querySelectorAll("article")) {
        one.scrollIntoView();
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    const without = () => [...document.querySelectorAll("article")].filter((one) => !one.querySelector(".thumb svg")).map((one) => one.querySelector("button").textContent);
    await page.waitForFunction(() => [...document.querySelectorAll("article")].every((one) => one.querySelector(".thumb svg"))).catch(() => {});
    assert.deepEqual(await page.evaluate(without), []);
    await page.getByLabel("Search the games").fill("knight");
    await page.waitForFunction(() => document.querySelectorAll("article").length < 10);
    await page.getByRole("button", { name: "Knights", exact: true }).click();
    await answered(page);
    await page.keyboard.press("9");
    await page.getByRole("button", { name: "Compute" }).first().click();
    await page.getByText("none proved among").or(page.getByText("12 from 71")).waitFor();
    await page.getByRole("button", { name: "Compute" }).nth(1).click();
    await page.locator(".code.breakable").last().waitFor();
  });

  on("tools: the law of a pasted table; whether two games are the same", "#q=nim[3]&view=tools", async (page) => {
    const fit = page.getByRole("region", { name: "Law of a table", exact: true });
    await fit.getByLabel("Table", { exact: true }).fill(Array.from({ length: 14 }, (_, a) => Array.from({ length: 14 }, (_, b) => a ^ b).join(" ")).join("\n"));
    await fit.getByRole("button", { name: "Search for a law" }).click();
    await fit.getByText("SG == a xor b").waitFor();
    assert.match(await fit.textContent(), /conjectured/);
    await fit.getByLabel("Table", { exact: true }).fill("1 2\n3 x");
    await fit.getByRole("button", { name: "Search for a law" }).click();
    await fit.getByText(/line 2, column 3: expected an integer/).waitFor();
    const same = page.getByRole("region", { name: "Are two games the same?", exact: true });
    await same.getByRole("button", { name: "Compare" }).click();
    await same.getByText("They differ: [4] is 0 in Bash(m = 3), 4 in Bash(m = 4).").waitFor();
    await same.getByLabel("Game 2").fill("Bash(3)");
    await page.keyboard.press("Enter");
    await same.getByText(/both games have the same moves.*proved/).waitFor();
  });

  on("one search: Ctrl+K finds games, problems, theorems and words", "#q=nim[3]", async (page) => {
    await answered(page);
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("wythoff game");
    await page.locator("dialog li", { hasText: /^Wythoff game/ }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^wythoff\[/.test(document.querySelector("#position").value));
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("poj2960");
    await page.locator("dialog li", { hasText: /S-Nim/ }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
  });
});

describe("the frame", { concurrency: 3 }, () => {
  /** Requests the names of all theorems, which no first core contains. */
  const LIST = `import(new URL("page/core.mjs", document.baseURI).href).then(({ quick }) => quick({ ask: "theorem" })).then((reply) => JSON.stringify(reply))`;

  on("the rest of the core is fetched once, after the first answer, or earlier if it is needed", "#q=nim[3]", async (page) => {
    await answered(page);
    const [one, other] = await page.evaluate(`Promise.all([${LIST}, ${LIST}])`);
    assert.match(one, /octal-periodicity/);
    assert.equal(one, other);
    await page.waitForTimeout(1000);
    assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("rest.bin")).length), 1);
  }, { fresh: true });

  on("works without a network after loading", "#q=nim[3]", async (page, context) => {
    await answered(page);
    await unfold(page);
    await page.waitForFunction(() => document.querySelector(".code-place")?.shadowRoot?.querySelector(".cm-content"));
    for (const file of ["judge.md", "rest.bin"]) await page.waitForFunction((file) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(file)), file);
    await context.setOffline(true);
    // The theorem list is available offline although the first core lacks the functions for this list.
    assert.match(await page.evaluate(LIST), /laws-of-games|octal-periodicity/);
    await page.fill("#position", "kayles[9] + nim[4]");
    await page.waitForFunction(() => /value 0/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    await page.keyboard.press("Escape");
    for (const key of ["Play", "Table", "Graph", "Why", "Games", "Tools", "Help"]) {
      await page.locator("nav.screens").getByRole("button", { name: key, exact: true }).click();
      await page.waitForTimeout(150);
    }
    await page.locator(".reference h3").first().waitFor();
  }, { fresh: true });

  on("everything else works without storage", "#q=nim[3]", async (page) => {
    await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }));
    await page.reload();
    await answered(page);
    await plain(page);
    await page.fill("textarea.plain-editor", take.text);
    await page.fill("#position", "take[5]");
    await page.waitForFunction(() => /value 1/.test(document.querySelector(".verdict .said:not(.old)")?.textContent ?? ""));
    await page.getByText("This browser cannot store files").waitFor();
  });

  on("200 % zoom: nothing is wider than the screen, on any screen", "#q=kayles[7]+nim[3]", async (page) => {
    await answered(page);
    for (const view of ["home", "board", "play", "table", "graph", "why", "gallery", "learn", "exercises", "tools", "help", "rules"]) {
      await page.evaluate((view) => { location.hash = `q=kayles[7]+nim[3]&view=${view}`; }, view);
      await page.waitForSelector(`main[data-screen=${view}]`);
      await page.waitForTimeout(100);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
    }
  }, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2, slow: true });

  on("the quick reference in Chinese: the page of F1, for the word at the cursor, and the description of a function", "#q=nim[3]", async (page) => {
    const text = "game Low {\n  state n in 0..\n  move k in 1..popcount(n) : [n - k]\n}\n";
    await page.evaluate((hash) => { location.hash = hash; }, await write({ question: "low[3]", files: [{ name: "low.game", text }], lang: "zh" }));
    const at = await page.waitForFunction(() => {
      const line = [...document.querySelector(".code-place")?.shadowRoot?.querySelectorAll(".cm-line") ?? []].find((line) => line.textContent.includes("popcount"));
      const node = [...line?.childNodes ?? []].find((node) => node.textContent.includes("popcount"));
      if (!node) return undefined;
      const range = document.createRange();
      range.setStart(node, node.textContent.indexOf("popcount"));
      range.setEnd(node, node.textContent.indexOf("popcount") + 8);
      const { x, y, width, height } = range.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    const [x, y] = await at.jsonValue();
    await page.mouse.move(x, y);
    await page.locator(".cm-tooltip .hint", { hasText: "二进制中 1 的个数" }).waitFor();
    await page.mouse.click(x, y);
    await page.keyboard.press("F1");
    await page.locator(".reference h3", { hasText: "内置函数" }).waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll(".reference td code")].find((code) => code.textContent === "popcount(x)").getBoundingClientRect().top < innerHeight);
    assert.equal(await page.evaluate(() => document.querySelector(".reference h3").closest("[lang]").lang), "zh");
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".reference p, .reference li")].map((one) => one.innerText).filter((text) => /[a-z]+ [a-z]+ [a-z]+/.test(text) && !/\p{Script=Han}/u.test(text)).filter((text) => !/^about /.test(text))), []);
    await page.getByRole("button", { name: "English", exact: true }).click();
    await page.locator(".reference h3", { hasText: "Built-in functions" }).waitFor();
  });
});
