// The parameters of the game on the board: sliders for numbers, text fields for sets. Changing a parameter changes the position.

import { html } from "../vendor/ui.mjs";
import { changed, given } from "../page/parameters.mjs";
import { firstGame } from "../page/places.mjs";
import { question } from "../page/state.mjs";
import { words } from "../page/words.mjs";

/** @param {{ text: string }} props */
export function Parameters({ text }) {
  const w = words.value;
  const game = firstGame(question.value);
  const list = given(text, game, question.value);
  if (list.length === 0) return null;
  const set = (/** @type {string} */ name) => (/** @type {InputEvent} */ event) => {
    const value = /** @type {HTMLInputElement} */ (event.target).value.trim();
    if (value !== "") question.value = changed(text, game, question.value, name, value);
  };
  return html`<section class="card" aria-label=${w.parameters}><h2>${w.parameters}</h2>
    ${list.map(({ name, value, preset }) => {
      const whole = /^\d+$/.test(value) && Number.isSafeInteger(Number(value));
      const most = Math.max(12, 3 * Number(preset) || 0, Number(value) || 0);
      return html`<p class="row" key=${name}><label>${name}
        ${whole && html` <input type="range" min="0" max=${most} value=${value} onInput=${set(name)} />`}
        ${!whole && html` <input class="code" value=${value} onChange=${set(name)} />`}</label> ${whole && html`<b>${value}</b>`}</p>`;
    })}</section>`;
}
