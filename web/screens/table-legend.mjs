// The legend of a table: what its colours and lines mean. Only colours that occur are listed.

import { html } from "../vendor/ui.mjs";
import { MARK, colour, contents, list } from "../page/heat.mjs";
import { legible } from "../page/sheet.mjs";
import { dark } from "../page/theme.mjs";
import { number, words } from "../page/words.mjs";

/** @import { Cells, Colour, Mark } from "../page/heat.mjs" */
/** @import { Sheet } from "../page/sheet.mjs" */

/** Colours in the scale of numbers. */
const STEPS = 12;

/** @param {Colour} rgb */
const css = (rgb) => `rgb(${rgb.join()})`;

/** @param {{ cells: Cells, what: Sheet, modulo: number, mark: Mark, grundy: boolean, here: string | undefined, line: boolean }} props
 *  `grundy`: whether the cells are values that no option changes; `line`: whether a line shows where the period begins */
export function Legend({ cells, what, modulo, mark, grundy, here, line }) {
  const w = words.value;
  const isDark = dark.value;
  const { most, zero, negative, absent, symbols } = contents(list(cells), modulo);
  const meanings = /** @type {Record<string, string>} */ (w.outcomeMeans);
  const swatch = (/** @type {string | number} */ cell, /** @type {string} */ means) => {
    const rgb = colour(cell, what.most, isDark);
    return html`<li><b class="swatch" style=${{ background: css(rgb), color: legible(rgb) }}>${cell}</b> ${means}</li>`;
  };
  const scale = (/** @type {number} */ sign) => {
    const count = Math.min(STEPS, most);
    const values = Array.from({ length: count }, (_, at) => Math.max(1, Math.round(1 + ((most - 1) * at) / Math.max(1, count - 1))));
    return html`<li><span>${sign < 0 ? -1 : 1}</span><span class="scale" aria-hidden="true">${values.map((n) => html`<i style=${{ background: css(colour(sign * n, most, isDark)) }}></i>`)}</span><span>${most > 1 && number(sign * most)}</span></li>`;
  };
  const names = /** @type {Record<string, string>} */ (w.markNames);
  return html`<ul class="plain legend" aria-label=${w.legend}>
    ${[..."PNDLR"].filter((letter) => symbols.has(letter)).map((letter) => swatch(letter, meanings[letter] ?? ""))}
    ${zero && swatch(0, grundy && modulo === 0 && !cells.measure ? meanings.P ?? "" : "")}
    ${most > 0 && scale(1)} ${negative && scale(-1)}
    ${[...symbols].filter((symbol) => !"PNDLR".includes(symbol)).slice(0, 6).map((symbol) => swatch(symbol, ""))}
    ${absent && html`<li><b class="swatch" style=${{ background: css(colour(null, 1, isDark)) }}></b> ${w.noPosition}</li>`}
    ${mark && html`<li><b class="swatch" style=${{ background: css(MARK) }}></b> ${names[mark]}</li>`}
    ${line && html`<li><svg width="26" height="20" aria-hidden="true"><path class="period-edge" d="M1 17H13V3H25" /></svg> ${w.periodBegins}</li>`}
    ${here && html`<li class="shows-here"><b class="swatch"><span class="here"></span></b> ${w.hereIs} <code>${here}</code></li>`}</ul>`;
}
