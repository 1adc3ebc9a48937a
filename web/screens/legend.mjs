// The colours of positions and moves: good for the player to move, bad, draw. Words, symbols and line styles repeat them.

import { html } from "../vendor/ui.mjs";
import { words } from "../page/words.mjs";

/** The legend. */
export function Legend() {
  const w = words.value;
  return html`<p class="legend quiet"><span class="who won">✓</span> ${w.legendGood} <span class="who lost">✗</span> ${w.legendBad} <span class="who drawn">=</span> ${w.legendDraw}</p>`;
}
