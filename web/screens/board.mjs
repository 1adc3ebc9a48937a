// The board: the picture of a position, in which parts can be pointed at. Pointing keeps the moves that touch the part; when one is left,
// Enter or a second click makes it; Esc begins again. One part of the board takes part in the order of Tab; arrow keys walk to the next one.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { add } from "../page/keys.mjs";
import { point, said, touching } from "../page/moves.mjs";
import { settings } from "../page/store.mjs";
import { picture } from "../page/svg.mjs";
import { words } from "../page/words.mjs";
import { Moves } from "./moves.mjs";

/** @import { Look, Move } from "../page/types.mjs" */

/** The board with its list of moves. @param {{ answer: Look, make: (move: Move) => void, fair?: boolean, disabled?: boolean }} props */
export function Board({ answer, make, fair = false, disabled = false }) {
  const w = words.value;
  const [chosen, choose] = useState(/** @type {string[]} */ ([]));
  const position = answer.position;
  useEffect(() => choose([]), [position, answer.picture]);
  const left = touching(answer.legal, chosen);
  const only = chosen.length > 0 && left.length === 1 ? left[0] : undefined;
  const pointable = answer.legal.some((move) => move.parts.length > 0);
  useEffect(() => {
    if (chosen.length === 0) return;
    return add([{ key: "Esc", says: (w) => w.chooseAgain, act: () => choose([]) }]);
  }, [chosen]);
  const pointed = (/** @type {string} */ part) => {
    const { chosen: next, made } = point(answer.legal, chosen, part);
    choose(next);
    if (made) make(made);
  };
  return html`<section class="card board" aria-label=${w.board}>
      <${Picture} answer=${answer} chosen=${chosen} pointed=${disabled ? () => {} : pointed} fair=${fair || settings.value.colours === false} />
      ${pointable && html`<p class="quiet">${w.boardHelp}</p>`}
      <p aria-live="polite" class="row">${only && html`${w.makeIt} <button class="main" onClick=${() => { choose([]); make(only); }} disabled=${disabled}>${said(only, answer.components.length, w)}</button>`}
        ${chosen.length > 0 && html`<button onClick=${() => choose([])}>${w.chooseAgain}</button>`}</p>
    </section>
    <${Moves} moves=${left} all=${answer.legal} complete=${answer.complete} components=${answer.components.length} make=${make} fair=${fair} disabled=${disabled} />`;
}

/** @param {{ answer: Look, chosen: string[], pointed: (part: string) => void, fair: boolean }} props */
function Picture({ answer, chosen, pointed, fair }) {
  const w = words.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const svg = picture(answer.picture);
    place.current?.replaceChildren(...(svg ? [svg] : []));
  }, [answer.picture]);
  useLayoutEffect(() => {
    const parts = partsOf(place.current);
    const svg = place.current?.querySelector("svg");
    svg?.setAttribute("role", parts.length > 0 ? "group" : "img");
    svg?.setAttribute("aria-label", w.boardLabel(answer.position));
    const left = touching(answer.legal, chosen);
    const focused = parts.find((part) => part === document.activeElement) ?? parts.find((part) => part.tabIndex === 0);
    let first = focused;
    for (const part of parts) {
      const id = part.dataset.part ?? "";
      const moves = touching(left, [id]);
      const wins = moves.filter((move) => move.outcome === "P").length;
      part.setAttribute("role", "button");
      part.setAttribute("aria-pressed", String(chosen.includes(id)));
      part.setAttribute("aria-disabled", String(moves.length === 0));
      const name = part.dataset.name ?? w.part(id);
      part.setAttribute("aria-label", fair ? w.partFair(name, moves.length) : w.partSays(name, moves.length, wins));
      part.classList.toggle("chosen", chosen.includes(id));
      part.classList.toggle("open", moves.length > 0);
      part.classList.toggle("wins", !fair && wins > 0);
      first ??= moves.length > 0 ? part : undefined;
    }
    first ??= parts[0];
    for (const part of parts) part.setAttribute("tabindex", part === first ? "0" : "-1");
  });
  /** @param {Event} event */
  const partOf = (event) => /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-part]"))?.dataset.part;
  /** @param {Event} event */
  const click = (event) => {
    const part = partOf(event);
    if (part) pointed(part);
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const part = partOf(event);
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pointed(part);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      nearest(partsOf(place.current), /** @type {SVGElement} */ (document.activeElement), event.key)?.focus();
    }
  };
  return html`<div class="picture" ref=${place} onClick=${click} onKeyDown=${key}></div>`;
}

/** @param {Element | null} root @returns {SVGElement[]} */
function partsOf(root) {
  return /** @type {SVGElement[]} */ ([...(root?.querySelectorAll("[data-part]") ?? [])]);
}

/** The next part in the direction of an arrow: near, and rather ahead than aside. @param {SVGElement[]} parts @param {SVGElement} from @param {string} key */
function nearest(parts, from, key) {
  const centre = (/** @type {SVGElement} */ part) => {
    const box = part.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const here = centre(from);
  const [dx = 0, dy = 0] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best;
  let least = Infinity;
  for (const part of parts) {
    const there = centre(part);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (part === from || ahead <= 0.5) continue;
    const far = ahead + 3 * aside;
    if (far < least) [best, least] = [part, far];
  }
  return best;
}
