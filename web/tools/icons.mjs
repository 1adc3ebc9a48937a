// Draws the icons and the preview for other sites as PNG, from `icons/icon.svg` and from numbers of stones. Needs Chromium. The files are
// in the repository; run this script after a change: node web/tools/icons.mjs

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "../tests/browser.mjs";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const icon = readFileSync(path("icons/icon.svg"), "utf8");
/** The icon without rounded corners and with a margin, because systems cut a maskable icon into a shape. */
const maskable = icon.replace(' rx="14"', "").replace("<g fill", '<g transform="translate(10.2 10.2) scale(0.68)"><g fill').replace("</svg>", "</g></svg>");
const [NAVY, SAND, AMBER, QUIET] = ["#16305c", "#fce2ac", "#ffb454", "#c3cbd9"];

/** Heaps whose nim-sum is 0. */
const HEAPS = [3, 5, 6];
if (HEAPS.reduce((sum, heap) => sum ^ heap) !== 0) throw new Error("the heaps of the preview must have the nim-sum 0");
const heaps = HEAPS.map((heap, at) => {
  const x = 770 + 140 * at;
  const stones = Array.from({ length: heap }, (_, n) => `<circle cx="${x}" cy="${425 - 64 * n}" r="28" fill="${n === heap - 1 ? AMBER : SAND}"/>`);
  const bits = heap.toString(2).padStart(3, "0");
  return `${stones.join("")}<text x="${x}" y="505" font-family="DejaVu Sans Mono" font-size="40" fill="${SAND}" text-anchor="middle">${bits}</text>
    <text x="${x + 70}" y="505" font-family="DejaVu Sans" font-size="36" fill="${QUIET}" text-anchor="middle">${at < HEAPS.length - 1 ? "⊕" : ""}</text>`;
}).join("");
const preview = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${NAVY}"/>
  <g font-family="DejaVu Sans, Noto Sans CJK SC" fill="#ffffff"><text x="80" y="250" font-size="104" font-weight="700">Grundy</text>
  <text x="84" y="330" font-size="40">Play, solve and learn</text><text x="84" y="384" font-size="40">combinatorial games</text>
  <text x="84" y="456" font-size="38" font-family="Noto Sans CJK SC" fill="${SAND}">玩、求解和学习组合游戏</text></g>
  ${heaps}<text x="910" y="570" font-family="DejaVu Sans Mono" font-size="40" fill="${AMBER}" text-anchor="middle">= 000</text></svg>`;

const browser = await launch();
for (const [name, svg, width, height] of /** @type {[string, string, number, number][]} */ ([
  ["icons/icon-192.png", icon, 192, 192], ["icons/icon-512.png", icon, 512, 512], ["icons/maskable-512.png", maskable, 512, 512], ["preview.png", preview, 1200, 630],
])) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${width}px; height: ${height}px }</style>${svg}`);
  await page.screenshot({ path: path(name), omitBackground: true });
  await page.close();
}
await browser.close();
