// The list of moves can do everything that the board can. The result of a move is shown by symbol, word and line style, never by colour
// only, and can be hidden for fair play.

import { html, signal, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { written } from "../page/match.mjs";
import { said, tag, worth } from "../page/moves.mjs";
import { set, settings } from "../page/store.mjs";
import { words } from "../page/words.mjs";

/** @import { Move } from "../page/types.mjs" */

/** Maximum number of listed moves; the filter also finds moves that are not listed. */
const SHOWN = 300;

/** Whether the last move was made by keyboard. */
let pressed = false;

const filter = signal("");
const sorted = signal(false);
/** Whether the reader has unfolded the list. */
const unfolded = signal(false);

/** Field for any move, if the position has too many moves to list. @param {{ position: string, make: (move: Move) => void }} props */
function Field({ position, make }) {
  const w = words.value;
  const [text, type] = useState("");
  const [wrong, say] = useState("");
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { move, error } = await written(position, text);
    say(error);
    if (move) make(move);
  };
  return html`<form class="row" onSubmit=${enter}><label class="ranges">${w.writeMove} <input class="code" value=${text} onInput=${(/** @type {InputEvent} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)} spellcheck=${false} autocapitalize="off" autocomplete="off" /></label>
      <button>${w.makeMove}</button></form><p class="bad" role="status">${wrong}</p>`;
}

/** @param {{ position: string, moves: Move[], all: Move[], complete: boolean, components: number, make: (move: Move) => void, fair?: boolean, disabled?: boolean,
 *    folded?: boolean }} props */
export function Moves({ position, moves, all, complete, components, make, fair = false, disabled = false, folded = false }) {
  const w = words.value;
  const coloured = !fair && settings.value.colours !== false;
  const known = all.every((move) => move.outcome !== null);
  const wins = all.filter((move) => move.outcome === "P").length;
  const wanted = filter.value.trim().toLowerCase();
  const order = { win: 0, draw: 1, unknown: 2, lose: 3 };
  let list = moves.map((move) => ({ move, text: said(move, components, w), worth: worth(move.outcome) }));
  if (wanted) list = list.filter(({ text, worth }) => `${text} ${coloured ? tag(worth, w) : ""}`.toLowerCase().includes(wanted));
  if (sorted.value && coloured) list.sort((a, b) => order[a.worth] - order[b.worth]);
  const count = coloured && known ? w.movesCount(all.length, wins) : w.movesPlain(all.length);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    // After a move by keyboard, the focus goes to the list immediately, because the pressed button no longer exists.
    if (!pressed || disabled || document.activeElement !== document.body) return;
    pressed = false;
    place.current?.querySelector("button")?.focus();
  }, [all, disabled]);
  const press = (/** @type {Move} */ move) => (/** @type {MouseEvent} */ event) => {
    pressed = event.detail === 0;
    make(move);
  };
  const title = html`${w.moves} <span class="quiet">${all.length > 0 && count}</span>`;
  const toggle = (/** @type {Event} */ event) => { unfolded.value = /** @type {HTMLDetailsElement} */ (event.currentTarget).open; };
  const content = html`${all.length === 0 ? html`<p>${w.noMoves}</p>` : html`<div class="row">
      ${all.length > 6 && html`<input type="search" aria-label=${w.filter} placeholder=${w.filter} value=${filter.value} onInput=${typed} />`}
      ${!fair && html`<label class="check"><input type="checkbox" checked=${coloured} onChange=${(/** @type {Event} */ event) => set({ colours: /** @type {HTMLInputElement} */ (event.target).checked })} /> ${w.showWho}</label>`}
      ${coloured && html`<label class="check"><input type="checkbox" checked=${sorted.value} onChange=${() => { sorted.value = !sorted.value; }} /> ${w.winningFirst}</label>`}
    </div>`}
    <ul class="moves" ref=${place} onKeyDown=${walk}>
      ${list.slice(0, SHOWN).map(({ move, text, worth }) => html`<li key=${JSON.stringify(move.steps.map(({ component, rule, choices }) => [component, rule, choices]))}>
        <button class=${coloured ? worth : "plain"} onClick=${press(move)} disabled=${disabled}>
          ${coloured && html`<span class="tag">${tag(worth, w)}</span>`}<span>${text}</span>
          ${coloured && move.value !== null && html`<span class="quiet">${w.value} ${move.value}</span>`}</button></li>`)}
    </ul>
    ${list.length === 0 && all.length > 0 && html`<p class="quiet">${w.noneFits}</p>`}
    ${!complete && !disabled && html`<${Field} position=${position} make=${make} />`}
    ${(list.length > SHOWN || !complete) && html`<p class="quiet">${w.movesMore}</p>`}`;
  return folded ? html`<details class="card list" aria-label=${w.moves} open=${unfolded.value} onToggle=${toggle}><summary>${title}</summary>${content}</details>`
    : html`<section class="card" aria-label=${w.moves}><h2>${title}</h2>${content}</section>`;
}

/** @param {InputEvent} event */
function typed(event) {
  filter.value = /** @type {HTMLInputElement} */ (event.target).value;
}

/** Moves the focus between moves with the arrow keys. @param {KeyboardEvent} event */
function walk(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  if (!by) return;
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[at + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
