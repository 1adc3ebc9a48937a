// Fields for amounts that are drawn as a number, because they are too large for a picture of counters. The reader enters in a field the
// amount that a move leaves. Every move can therefore be made on the board, however many moves there are.

import { html, useState } from "../vendor/ui.mjs";
import { written } from "../page/match.mjs";
import { words } from "../page/words.mjs";

/** @import { Look, Move } from "../page/types.mjs" */
/** @typedef {{ part: string, component: number, at: number, amount: string }} Amount */

/** Maximum amount that is drawn as counters. */
const DRAWN = 40;
/** Maximum number of fields. */
const FIELDS = 6;

/** Returns the numbers of a component; empty if the component does not consist of numbers. @param {string | undefined} position */
const numbers = (position) => position?.match(/\[([-\d, ]*)\]$/)?.[1]?.split(", ") ?? [];

/** Returns the amounts that the picture shows as numbers. @param {Look} answer @returns {Amount[]} */
export function amounts({ picture, components }) {
  const parts = new Set([...(picture ?? "").matchAll(/data-part="([^"]*)"/g)].map(([, part = ""]) => part));
  // Coins of one game share a picture, so the first number in the id of a part is not the number of the component.
  if (new Set([...parts].map((part) => part.split(".")[0])).size !== components.length) return [];
  return [...parts].flatMap((part) => {
    const [, component = 0, at = 0] = part.match(/^(\d+)\.h(\d+)$/)?.map(Number) ?? [];
    const amount = numbers(components[component - 1]?.position)[at - 1] ?? "0";
    return Number(amount) > DRAWN && !parts.has(`${part}.1`) ? [{ part, component, at, amount }] : [];
  }).slice(0, FIELDS);
}

/** Returns the position in which the amount is replaced. @param {Look} answer @param {Amount} amount @param {string} left */
export function leaving({ components }, { component, at }, left) {
  return components.map(({ position }, index) => (index === component - 1
    ? position.replace(/\[[^[]*$/, `[${numbers(position).with(at - 1, left).join(", ")}]`) : position)).join(" + ");
}

/** Field for an amount. @param {{ answer: Look, amount: Amount, name: string, make: (move: Move) => void, disabled: boolean }} props */
export function Amount({ answer, amount, name, make, disabled }) {
  const w = words.value;
  const [text, type] = useState("");
  const [wrong, say] = useState("");
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const left = text.replace(/[\s,']/g, "");
    if (!/^-?\d+$/.test(left)) return say(w.wholeNumber);
    const { move, error } = await written(answer.position, leaving(answer, amount, left));
    say(error);
    if (move) make(move);
  };
  return html`<form class="row" onSubmit=${enter}><label>${w.leaveOf(name, amount.amount)} <input class="code" id=${`amount-${amount.part}`} size="14" inputmode="numeric" value=${text} autocomplete="off"
      onInput=${(/** @type {InputEvent} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <button aria-disabled=${disabled} onClick=${(/** @type {Event} */ event) => { if (disabled) event.preventDefault(); }}>${w.leaveIt}</button> <span class="bad" role="status">${wrong}</span></form>`;
}
