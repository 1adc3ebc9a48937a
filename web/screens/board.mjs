// The board: the picture of a position, whose parts can be selected. A part that determines a move makes this move. Otherwise only the moves
// that touch the selected parts remain, and the parts that complete a move are marked; Enter or a second click makes the move that is shown;
// Esc clears the selection. One part of the board is in the Tab order; the arrow keys move the focus to other parts.

import { html, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { add } from "../page/keys.mjs";
import { meant, point, said, standsFor, touching } from "../page/moves.mjs";
import { named, naming, shownNames } from "../page/part-names.mjs";
import { drawing, go } from "../page/state.mjs";
import { settings } from "../page/store.mjs";
import { picture } from "../page/svg.mjs";
import { words } from "../page/words.mjs";
import { Amount, amounts } from "./amounts.mjs";
import { Moves } from "./moves.mjs";
import { SavePicture } from "./save-picture.mjs";
import { isTwoPlayer, opponent, side, SideChoice } from "./two-players.mjs";

/** @import { Look, Move, Player } from "../page/types.mjs" */

/** The board with its list of moves. If the players have different moves, the board shows the moves of `player`, or if no player is given,
 *  the moves of the player whom the reader selects. `withBoard` and `withMoves` select the parts that are shown, `hinted` are parts to mark,
 *  `over` says that play is over, and `arrange` places a large board and the folded list of moves. The component of the last selected part
 *  is passed to `make`.
 *  @param {{ answer: Look, make: (move: Move, look?: number) => void, fair?: boolean, disabled?: boolean, player?: Player | undefined,
 *    withBoard?: boolean, withMoves?: boolean, hinted?: string[], over?: boolean, arrange?: (board: unknown, moves: unknown) => unknown }} props */
export function Board({
  answer: given, make: makeGiven, fair = false, disabled = false, player, withBoard = true, withMoves = true, hinted = [], over = false, arrange,
}) {
  const w = words.value;
  const chosenSide = isTwoPlayer(given) && !player;
  const shownSide = player ?? side.value;
  const answer = isTwoPlayer(given) ? { ...given, legal: given.legal.filter((move) => move.player === shownSide) } : given;
  const make = (/** @type {Move} */ move, /** @type {number | undefined} */ look) => {
    if (chosenSide) side.value = opponent(shownSide);
    makeGiven(move, look);
  };
  const [chosen, choose] = useState(/** @type {string[]} */ ([]));
  const position = answer.position;
  // The selection is cleared in the layout effect, so that a selection that the reader makes in the new picture is not reset.
  useLayoutEffect(() => choose([]), [position, answer.picture, shownSide]);
  const left = touching(answer.legal, chosen);
  const names = useRef(/** @type {Map<string, string>} */ (new Map()));
  const byName = (/** @type {Move[]} */ moves, /** @type {string} */ part) => naming(moves, /^\d+\.v/.test(part) ? names.current.get(part) : undefined);
  const only = meant(answer.legal, chosen, byName);
  const pointable = answer.legal.some((move) => move.parts.length > 0);
  useLayoutEffect(() => {
    if (chosen.length === 0) return;
    return add({ stop: () => choose([]) });
  }, [chosen]);
  const fields = amounts(answer);
  const pointed = (/** @type {string} */ part) => {
    const { chosen: next, made } = point(answer.legal, chosen, standsFor(part, answer), byName);
    choose(next);
    if (made) make(made, parseInt(part, 10));
    else document.getElementById(`amount-${part}`)?.focus();
  };
  const board = withBoard && html`<section class="card board" aria-label=${w.board}>
      ${chosenSide && html`<${SideChoice} />`}
      <${Picture} answer=${answer} chosen=${chosen} pointed=${disabled ? () => {} : pointed} disabled=${disabled} fair=${fair || settings.value.colours === false} hinted=${hinted} large=${arrange !== undefined} names=${names} />
      ${pointable && (arrange ? html`<details class="quiet"><summary>${w.boardHow}</summary><p>${w.boardHelp}</p></details>` : html`<p class="quiet">${w.boardHelp}</p>`)}
      <p aria-live="polite" class="row">${only && html`${w.makeIt} <button class="main" onClick=${() => { choose([]); make(only, parseInt(chosen[0] ?? "", 10)); }} disabled=${disabled}>${said(only, answer.components.length, w)}</button>`}
        ${chosen.length > 0 && html`${!only && w.chooseOn} <button onClick=${() => choose([])}>${w.chooseAgain}</button>`}</p>
      ${fields.map((amount) => html`<${Amount} key=${`${position} ${amount.part}`} answer=${answer} amount=${amount} name=${named(amount.part, answer, w, names.current)} make=${make} disabled=${disabled} />`)}
      <${Drawing} fitting=${answer.drawings} />
      <${SavePicture} title=${answer.position} />
    </section>`;
  const moves = withMoves && html`<${Moves} position=${position} moves=${left} all=${answer.legal} complete=${answer.complete} components=${answer.components.length} make=${make} fair=${fair} disabled=${disabled} folded=${arrange !== undefined && pointable} />`;
  return arrange ? arrange(board, !over && moves) : html`${board}${!withBoard && chosenSide && html`<${SideChoice} />`}${moves}`;
}

/** Select field for the drawings that fit the position. @param {{ fitting: string[] }} props */
function Drawing({ fitting }) {
  const w = words.value;
  const now = drawing.value;
  if (fitting.length === 0) return null;
  const names = /** @type {Record<string, string>} */ (w.drawings);
  const draw = (/** @type {Event} */ event) => go(() => { drawing.value = /** @type {HTMLSelectElement} */ (event.target).value; });
  return html`<p class="row"><label>${w.drawnAs} <select value=${now} onChange=${draw}>
    <option value="" selected=${now === ""}>${w.asItself}</option>
    ${fitting.map((name) => html`<option value=${name} selected=${now === name}>${names[name] ?? name}</option>`)}</select></label></p>`;
}

/** @param {{ answer: Look, chosen: string[], pointed: (part: string) => void, fair: boolean, disabled: boolean, hinted: string[],
 *    large: boolean, names: { current: Map<string, string> } }} props */
function Picture({ answer, chosen, pointed, fair, disabled, hinted, large, names }) {
  const w = words.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const held = useRef(false);
  useLayoutEffect(() => {
    const svg = picture(answer.picture);
    held.current = place.current?.contains(document.activeElement) ?? false;
    place.current?.replaceChildren(...(svg ? [svg] : []));
    if (svg) enlarge(svg, place.current?.clientWidth ?? 0, large);
    names.current = shownNames(svg);
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
      const own = standsFor(id, answer);
      const moves = touching(left, [own]);
      const wins = moves.filter((move) => move.outcome === "P").length;
      part.setAttribute("role", "button");
      part.setAttribute("aria-pressed", String(chosen.includes(own)));
      part.setAttribute("aria-disabled", String(disabled || moves.length === 0));
      const name = named(id, answer, w, names.current);
      const says = fair ? w.partFair(name, moves.length) : w.partSays(name, moves.length, wins);
      const marks = [...(hinted.includes(id) ? [w.partHinted] : []), ...(part.classList.contains("last") ? [w.partChanged] : [])];
      part.setAttribute("aria-label", [says, ...marks].join(w.wordBetween));
      part.classList.toggle("hinted", hinted.includes(id));
      part.classList.toggle("next", chosen.length > 0 && moves.length > 0 && !chosen.includes(own));
      part.classList.toggle("chosen", chosen.includes(own));
      part.classList.toggle("open", !disabled && moves.length > 0);
      part.classList.toggle("wins", !fair && wins > 0);
      first ??= moves.length > 0 ? part : undefined;
    }
    first ??= parts[0];
    for (const part of parts) part.setAttribute("tabindex", part === first ? "0" : "-1");
    // After a move, the focus stays within the board.
    if (held.current) first?.focus();
    held.current = false;
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

/** Scale of pictures relative to the core's, so that parts can be touched with a finger. */
const SCALE = 1.4;
/** Margin of a picture, in its own units. */
const EDGE = 5;
/** Side of a touch target, in pixels. */
export const FINGER = 44;
/** Maximum number of parts to which separate touch targets are added. In a picture with more parts, each part is its own target. */
const MAX_TARGETS = 600;

/** Maximum scale of a large picture, and the part of the window's height that it may fill. */
const MAX_SCALE = 3.5;
const HIGH = 0.55;
/** Size of the names of components in a large picture, in pixels. */
const TITLE = 20;

/** Part of its size to which a picture is reduced, so that all of it is in view. A larger picture scrolls. */
const MIN_REDUCTION = 0.75;

/** Enlarges a picture, removes its margin, and adds a target around each small part. A large picture fills the width, if it is not larger
 *  than a part of the window's height. @param {SVGSVGElement} svg @param {number} wide  the available width @param {boolean} large */
function enlarge(svg, wide, large) {
  // The page is the background of the picture, so the margin and the background of the picture are removed.
  svg.querySelector(":scope > rect.fill-paper")?.remove();
  const box = svg.getBBox();
  svg.setAttribute("viewBox", [box.x - EDGE, box.y - EDGE, box.width + 2 * EDGE, box.height + 2 * EDGE].join(" "));
  const whole = (wide - 8) / (box.width + 2 * EDGE);
  const fits = large ? Math.min(MAX_SCALE, whole, (HIGH * innerHeight) / (box.height + 2 * EDGE)) : 0;
  const scale = Math.max(whole < SCALE && whole >= SCALE * MIN_REDUCTION ? whole : SCALE, fits);
  svg.setAttribute("width", String(Math.floor((box.width + 2 * EDGE) * scale)));
  svg.removeAttribute("height");
  // Names of components stay as large as in other pictures.
  if (scale > SCALE) for (const title of svg.querySelectorAll("text[font-weight=bold]")) title.setAttribute("font-size", String(TITLE / scale));
  targets(/** @type {SVGGElement[]} */ (partsOf(svg)), FINGER / scale);
}

/** Adds a target around each part, as wide as its neighbours allow. @param {SVGGElement[]} parts @param {number} wide  in units of the picture */
export function targets(parts, wide) {
  if (parts.length > MAX_TARGETS) return;
  const boxes = parts.map((part) => part.getBBox());
  const centres = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  parts.forEach((part, at) => {
    const [x = 0, y = 0] = centres[at] ?? [];
    const away = Math.min(...centres.map(([u = 0, v = 0], other) => (other === at ? Infinity : Math.max(Math.abs(u - x), Math.abs(v - y)))));
    const side = Math.min(wide, away);
    const target = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const [w, h] = [Math.max(boxes[at]?.width ?? 0, side), Math.max(boxes[at]?.height ?? 0, side)];
    for (const [name, value] of Object.entries({ x: x - w / 2, y: y - h / 2, width: w, height: h, class: "target" })) target.setAttribute(name, String(value));
    part.prepend(target);
  });
}

/** @param {Element | null} root @returns {SVGElement[]} */
function partsOf(root) {
  return /** @type {SVGElement[]} */ ([...(root?.querySelectorAll("[data-part]") ?? [])]);
}

/** Returns the next part in the direction of an arrow key: a near part, preferably straight ahead.
 *  @param {SVGElement[]} parts @param {SVGElement} from @param {string} key */
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
