// Tests the table with its axes, values, legend, marks and period; the window of the graph; and saved pictures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { Grundy } from "../grundy.mjs";
import { answered } from "./browser.mjs";
import { on } from "./paged.mjs";
import { wholeCore } from "./site.mjs";

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } };
let core;
/** Returns a reply of the core. */
const ask = async (...request) => (core ??= await Grundy.load(wholeCore())).ask(...request);

/** Returns the file that a button downloads, as bytes. */
async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Checks that each shape and text of an SVG has a colour of its own or of its group, and no class is needed. Returns its texts. */
async function selfContained(page, text) {
  assert(!/var\(|currentColor|\sstyle=/.test(text));
  return page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (root.localName !== "svg" || root.querySelector("parsererror")) throw new Error("not an SVG");
    const colour = (one, name) => one?.closest(`[${name}]`)?.getAttribute(name) ?? "";
    for (const one of root.querySelectorAll("rect, circle, ellipse, polygon, path, line, text")) {
      const [fill, stroke] = [colour(one, "fill"), colour(one, "stroke")];
      if (!/^(#|rgb)/.test(fill) && !/^(#|rgb)/.test(stroke)) throw new Error(`no colour: ${one.outerHTML}`);
    }
    return { texts: [...root.querySelectorAll("text")].map((one) => one.textContent), width: Number(root.getAttribute("width")), height: Number(root.getAttribute("height")) };
  }, text);
}

/** Returns the width and the height of a PNG file. */
function sizeOf(bytes) {
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe("tables", { concurrency: 2 }, () => {
  on("axes, values, the legend and the current position", "#q=wythoff[5,3]&view=table&table=wythoff[0..12,%200..12]", async (page) => {
    await page.locator(".heat-values text").first().waitFor();
    const shown = await page.evaluate(() => [...document.querySelectorAll(".heat-values text")].map((one) => [one.dataset.at, one.textContent]));
    const { values } = await ask("table", "wythoff[0..12, 0..12]");
    assert.equal(shown.length, 169);
    assert.deepEqual(shown, values.map((value, at) => [`${at % 13},${Math.floor(at / 13)}`, String(value)]));
    const numbers = Array.from({ length: 13 }, (_, n) => String(n));
    for (const axis of ["columns", "rows"]) assert.deepEqual(await page.locator(`.heat-${axis} text`).allTextContents(), numbers);
    assert.match(await page.locator(".heat-corner").textContent(), /a/);
    assert.match(await page.locator(".heat-top i").textContent(), /b/);
    assert.match(await page.locator("ul.legend").textContent(), /0 the player to move loses.*1.*19.*the current position wythoff\[5, 3\]/s);
    assert.deepEqual(await page.locator(".heat-sheet .here").evaluate(({ dataset }) => [dataset.column, dataset.row]), ["3", "5"]);
    // The ring is around the cell [5, 3].
    const [ring, text] = await Promise.all([".heat-sheet .here", ".heat-values [data-at='3,5']"].map((one) => page.locator(one).boundingBox()));
    assert(ring.x < text.x && ring.y < text.y && ring.x + ring.width > text.x + text.width && ring.y + ring.height > text.y + text.height);
    await page.locator("#table-controls select").first().selectOption("outcomes");
    await page.locator("ul.legend", { hasText: "the player to move wins" }).waitFor();
    assert.equal(await page.locator(".heat-values [data-at='3,5']").textContent(), "P");
  }, { goesOn: true });

  on("hover shows a cell, a click selects it", "#q=wythoff[5,3]&view=table&table=wythoff[0..12,%200..12]", async (page) => {
    await answered(page);
    await page.locator(".heat-values [data-at='7,4']").waitFor();
    const box = await page.locator(".heat-values [data-at='7,4']").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator(".heat-tip", { hasText: "a = 4, b = 7: 0" }).waitFor();
    await page.getByText("a = 5, b = 3: 0").waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await page.locator("[role=status]", { hasText: "a = 4, b = 7: 0" }).waitFor();
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => !document.querySelector(".heat-tip"));
  }, { goesOn: true });

  on("on a phone: a tap shows a cell; the controls are folded behind a button", "#q=kayles[30]&view=table", async (page) => {
    await answered(page);
    await page.locator(".heat-values [data-at='5,2']").waitFor();
    assert.equal(await page.getByLabel("Ranges").isVisible(), false);
    assert.equal(await page.locator("#save").isVisible(), false);
    await page.locator(".heat-values [data-at='5,2']").scrollIntoViewIfNeeded();
    const box = await page.locator(".heat-values [data-at='5,2']").boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator(".heat-tip", { hasText: "n = 29: 4" }).waitFor();
    const fold = page.getByRole("button", { name: "Ranges, options and saving" });
    assert.equal(await fold.getAttribute("aria-expanded"), "false");
    await fold.tap();
    assert.equal(await fold.getAttribute("aria-expanded"), "true");
    for (const label of ["Ranges", "modulo", "Fold after", "Offset"]) await page.getByLabel(label).waitFor();
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await fold.tap();
    await page.getByLabel("Ranges").waitFor({ state: "hidden" });
  }, { ...PHONE, goesOn: true });

  on("one range is folded at its period, which is described", "#q=kayles[30]&view=table", async (page) => {
    await page.locator(".heat-values text").first().waitFor();
    const { values, period } = await ask("chart", "kayles[0..99]", { format: "none" });
    assert.equal(await page.locator("canvas.heat").evaluate(({ width }) => width), period.period);
    assert.deepEqual(await page.locator(".heat-rows text").allTextContents(), ["0", "12", "24", "36", "48", "60", "72", "84", "96"]);
    assert.deepEqual(await page.locator(".heat-values text").allTextContents(), values.map(String));
    assert.equal(await page.locator("p.period").textContent(),
      `Period ${period.period} from n = ${period.from}. The pre-period is n = 0 to ${period.from - 1}. The pre-period has ${period.exceptions.length} exceptions to the period. The rules claim this period, and all values up to n = 99 agree.`);
    await page.locator("ul.legend", { hasText: "the period begins" }).waitFor();
    await page.evaluate(() => { location.hash = "q=nim[9]&view=table"; });
    await page.locator("p.period", { hasText: "No period is visible in this range." }).waitFor();
    assert.deepEqual(await page.locator(".heat-rows text").allTextContents(), ["0", "20", "40", "60", "80"]);
    await page.evaluate(() => { location.hash = "q=bash[9]&view=table"; });
    await page.locator("p.period", { hasText: "Period 4 from n = 0. There is no pre-period. It was observed in 25 repetitions up to n = 99; this is not a proof." }).waitFor();
    assert.equal(await page.locator("canvas.heat").evaluate(({ width }) => width), 12);
  }, { goesOn: true });

  on("a large table: small cells at first, values after zooming, axes in view", "#q=wythoff[5,3]&view=table&table=wythoff[0..200,%200..200]", async (page) => {
    await page.waitForFunction(() => document.querySelector("canvas.heat")?.width === 201);
    assert.equal(await page.locator(".heat-values text").count(), 0);
    await page.waitForFunction(() => Number(document.querySelectorAll(".heat-columns text")[1]?.textContent) > 1);
    await page.evaluate(() => { location.hash = "q=wythoff[90,50]&view=table&table=wythoff[0..200,%200..59]"; });
    await page.waitForFunction(() => document.querySelector(".heat-values [data-at='50,90']"));
    const inView = await page.evaluate(() => {
      const place = document.querySelector(".heat-place").getBoundingClientRect();
      return [".heat-sheet .here", ".heat-rows text[y]", ".heat-corner"].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ x, y, right, bottom }) => x >= place.x - 1 && right <= place.right + 1 && bottom <= place.bottom + 1 && y >= place.y - 400);
    });
    assert.deepEqual(inView, [true, true, true]);
    assert((await page.locator(".heat-values text").count()) < 60 * 201, "texts only for the cells in view");
  }, { goesOn: true });
});

describe("graphs", { concurrency: 2 }, () => {
  /** Returns the least height of a text, whether the root is in the window, and the width of the picture. */
  const seen = (page) => page.evaluate(() => {
    const place = document.querySelector(".graph-place");
    const svg = place.querySelector("svg");
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const [root, box] = [svg.querySelector("[data-part=n1]"), place].map((one) => one.getBoundingClientRect());
    return {
      letters: scale * Math.min(...[...svg.querySelectorAll("[data-part] text")].map((one) => parseFloat(getComputedStyle(one).fontSize))),
      root: root.x >= box.x && root.right <= box.right && root.y >= box.y && root.bottom <= box.bottom, scale, left: place.scrollLeft, top: place.scrollTop,
    };
  });
  const scaled = async (page, change, grows) => {
    const { scale } = await seen(page);
    await change();
    await page.waitForFunction(([before, grows]) => {
      const svg = document.querySelector(".graph-place svg");
      const now = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return grows ? now > before * 1.05 : now < before * 0.95;
    }, [scale, grows]);
  };

  for (const [kind, options] of [["a wide window", {}], ["a phone", PHONE]]) {
    on(`in ${kind}, the texts are legible and the root is in view`, "#q=kayles[5]%2Bnim[3]&view=graph", async (page) => {
      await page.locator(".graph-place [data-part=n44]").waitFor();
      const { letters, root } = await seen(page);
      assert(letters >= 11, `${letters} px`);
      assert(root);
    }, { goesOn: true, ...options });
  }

  on("zoom by buttons, keys and the wheel; moving by keys, the wheel and dragging", "#q=kayles[5]%20%2B%20nim[3]&view=graph", async (page) => {
    await page.locator(".graph-place [data-part=n44]").waitFor();
    const button = (name) => page.getByRole("button", { name, exact: true });
    await scaled(page, () => button("Zoom in").click(), true);
    await scaled(page, () => button("Zoom out").click(), false);
    await scaled(page, () => button("Fit all").click(), false);
    assert(await page.evaluate(() => document.querySelector(".graph-place svg").getBoundingClientRect().width <= document.querySelector(".graph-place").clientWidth));
    await scaled(page, () => button("Default size").click(), true);
    assert((await seen(page)).root);
    const place = page.locator(".graph-place");
    await place.focus();
    await scaled(page, () => page.keyboard.press("+"), true);
    await scaled(page, () => page.keyboard.press("-"), false);
    await page.keyboard.press("-");
    await scaled(page, () => page.keyboard.press("0"), true);
    const box = await place.boundingBox();
    await page.mouse.move(box.x + 40, box.y + 300);
    await page.keyboard.down("Control");
    await scaled(page, () => page.mouse.wheel(0, -120), true);
    await scaled(page, () => page.mouse.wheel(0, 120), false);
    await page.keyboard.up("Control");
    await page.keyboard.press("0");
    const from = await seen(page);
    const moved = (axis, more) => page.waitForFunction(([axis, before, more]) => (document.querySelector(".graph-place")[axis] - before) * more > 20, [axis, axis === "scrollLeft" ? from.left : from.top, more]);
    await page.keyboard.press("ArrowDown");
    await moved("scrollTop", 1);
    await page.keyboard.press("ArrowRight");
    await moved("scrollLeft", 1);
    await page.keyboard.press("0");
    await page.mouse.wheel(0, 200);
    await moved("scrollTop", 1);
    await page.keyboard.press("0");
    await page.waitForFunction((top) => Math.abs(document.querySelector(".graph-place").scrollTop - top) < 2, from.top);
    // Dragging moves the picture and opens no position.
    await page.mouse.move(box.x + box.width / 2, box.y + ABOVE);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, box.y + ABOVE, { steps: 5 });
    await page.mouse.up();
    await moved("scrollLeft", 1);
    assert.equal(await page.inputValue("#position"), "kayles[5] + nim[3]");
    await page.locator(".graph-place [data-part=n1]").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#position").value !== "kayles[5] + nim[3]");
  }, { goesOn: true });
  const ABOVE = 80;

  on("two fingers zoom", "#q=kayles[5]%2Bnim[3]&view=graph", async (page, context) => {
    await page.locator(".graph-place [data-part=n44]").waitFor();
    await page.locator(".graph-place").scrollIntoViewIfNeeded();
    const { x, y } = await page.locator(".graph-place").boundingBox();
    const session = await context.newCDPSession(page);
    const touch = (type, far) => session.send("Input.dispatchTouchEvent", { type, touchPoints: far ? [{ x: x + 150 - far, y: y + 100, id: 1 }, { x: x + 150 + far, y: y + 100, id: 2 }] : [] });
    await scaled(page, async () => {
      await touch("touchStart", 30);
      for (const far of [40, 60, 80]) await touch("touchMove", far);
      await touch("touchEnd");
    }, true);
    await session.detach();
  }, { ...PHONE, goesOn: true });

  on("a large graph: the first 300 positions, and more", "#q=kayles[20]&view=graph", async (page) => {
    await answered(page);
    await page.getByText(/more than 300 positions/).waitFor();
    await page.locator(".graph-place [data-part=n300]").waitFor();
    assert.equal(await page.locator(".graph-place [data-part]").count(), 300);
    const { letters, root } = await seen(page);
    assert(letters >= 11 && root);
    // Each node has the outcome of its position.
    const { nodes } = await ask("graph", "kayles[20]", { format: "none", limit: 5000 });
    const key = (position) => position.split(" + ").sort().join(" + ");
    const right = new Map(nodes.map(({ position, outcome, value }) => [key(position), `${outcome}${value === null ? "" : ` · ${value}`}`]));
    await page.locator("summary", { hasText: "As a list" }).click();
    const listed = await page.evaluate(() => [...document.querySelectorAll("ul.nodes li")].map((one) => [one.querySelector("button").textContent, one.textContent.replace(one.querySelector("button").textContent, "").trim()]));
    assert.equal(new Set(listed.map(([position]) => key(position))).size, 300, "without duplicates");
    for (const [position, says] of listed) assert.equal(says, right.get(key(position)), position);
    await page.getByRole("button", { name: "Show 300 more" }).click();
    await page.locator(".graph-place [data-part=n600]").waitFor();
    const svg = await downloaded(page, page.locator("#save").getByRole("button", { name: "SVG" }));
    const { texts } = await selfContained(page, String(svg.bytes));
    assert(texts.includes("kayles[20]") && texts.length > 1200);
    await page.locator(".graph-place [data-part=n2]").click();
    await page.waitForFunction(() => document.querySelector("#position").value === "kayles[19]");
  }, { goesOn: true });

  on("a graph that is not solved is drawn without values", "#q=chomp(8,8)", async (page) => {
    await page.locator(".verdict .unfinished button").waitFor();
    await page.locator("nav.screens").getByRole("button", { name: "Graph" }).click();
    await page.locator(".graph-place [data-part=n300]").waitFor();
    await page.locator(".graph-place text", { hasText: "not solved" }).waitFor();
  });
});

describe("saved pictures", { concurrency: 2 }, () => {
  for (const colorScheme of ["light", "dark"]) {
    on(`a board as SVG and PNG, ${colorScheme}`, "#q=kayles[7]%2Bnim[3]", async (page) => {
      await answered(page);
      await page.locator("[data-part].wins").first().waitFor();
      await page.locator("summary", { hasText: "Save the picture" }).click();
      const menu = page.locator(".save-picture");
      const { name, bytes } = await downloaded(page, menu.getByRole("button", { name: "SVG" }));
      assert.equal(name, "board.svg");
      const text = String(bytes);
      const { texts, width, height } = await selfContained(page, text);
      assert(texts.includes("kayles[7]") && texts.includes("nim[3]"));
      assert.match(text, /<title>kayles\[7\] \+ nim\[3\]<\/title>/);
      assert.doesNotMatch(text, /class=|data-part|tabindex/);
      // The colours are those on the screen: the background, and a piece of a winning move.
      const [paper, piece] = await page.evaluate(() => [getComputedStyle(document.querySelector("section.board")).backgroundColor, getComputedStyle(document.querySelector("[data-part].wins > :not(.target)")).stroke]);
      assert.match(text, new RegExp(`<rect [^>]*fill="${paper.replace(/[()]/g, "\\$&")}"`));
      assert(text.includes(`stroke="${piece}"`));
      const png = await downloaded(page, menu.getByRole("button", { name: "PNG" }));
      assert.equal(png.name, "board.png");
      assert.deepEqual(sizeOf(png.bytes), [2 * width, 2 * height]);
    }, { goesOn: true, colorScheme });
  }

  on("a table and a graph as SVG and PNG", "#q=kayles[5]%2Bnim[3]&view=graph", async (page) => {
    for (const view of ["graph", "table"]) {
      await page.evaluate((view) => { location.hash = `q=kayles[5]%2Bnim[3]&view=${view}`; }, view);
      const button = (name) => page.locator(`main[data-screen=${view}] #save`).getByRole("button", { name, exact: true });
      const { bytes } = await downloaded(page, button("SVG"));
      const { texts, width, height } = await selfContained(page, String(bytes));
      assert(view === "graph" ? texts.includes("kayles[5] + nim[3]") : texts.some((text) => text.includes("period 12")), texts.join());
      const png = await downloaded(page, button("PNG"));
      assert.equal(png.name, `${view}.png`);
      const [wide, high] = sizeOf(png.bytes);
      // A large picture is reduced to the limit of a canvas.
      assert(Math.abs(wide / high - width / height) < 0.02 && wide >= width && wide * high <= 16_100_000, `${wide} × ${high} of ${width} × ${height}`);
    }
  }, { goesOn: true });
});
