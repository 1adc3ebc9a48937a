// Games in which the players, Left and Right, have different moves: the verdict, the thermograph, and the choice of the player whose moves
// the board shows.

import { html, signal, useLayoutEffect, useRef } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { Prose } from "../page/prose.mjs";
import { picture } from "../page/svg.mjs";
import { Term } from "../page/terms.mjs";
import { words } from "../page/words.mjs";

/** @import { Look, Player } from "../page/types.mjs" */

/** The player whose moves the board shows. */
export const side = signal(/** @type {Player} */ ("left"));

/** Returns whether the players have different moves. @param {{ conventions: { play: string } } | undefined} answer */
export const isTwoPlayer = (answer) => answer?.conventions.play === "partizan";

/** @param {Player} player @returns {Player} */
export const opponent = (player) => (player === "left" ? "right" : "left");

/** The winner, the value, and what the value is worth. @param {{ answer: Look }} props */
export function TwoPlayerVerdict({ answer }) {
  const w = words.value;
  const { outcome, value, stops } = answer;
  const [says, mark] = /** @type {Record<string, [string, string]>} */ (w.twoPlayerOutcomes)[outcome] ?? [outcome, ""];
  const hot = stops && stops.left !== stops.right;
  return html`<b class=${`who ${mark}`}>${says}</b> <${Term} name=${outcome}>${w.letter(outcome)}</${Term}>
    ${value !== null && html` · ${w.value} <b class="breakable">${isolated(String(value))}</b>`}
    ${hot && html`<span class="quiet"> · ${w.stopsSaid(stops.left, stops.right)} · ${w.heatSaid(answer.mean ?? "", answer.temperature ?? "")}</span>`}
    ${answer.value_stopped && html`<span class="quiet"> · ${w.valueUnknown} <${Prose} text=${answer.value_stopped} /></span>`}`;
}

/** The thermograph. It is closed at first on small screens, so that the board stays in view, and if it is only a vertical line.
 *  @param {{ answer: Look }} props */
export function Thermograph({ answer: { thermograph_picture: svg, stops } }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const drawn = picture(svg ?? null);
    place.current?.replaceChildren(...(drawn ? [drawn] : []));
  }, [svg]);
  if (!svg) return null;
  return html`<details class="details" open=${stops?.left !== stops?.right && matchMedia("(min-width: 60rem)").matches}><summary>${words.value.thermograph}</summary>
    <div class="picture thermograph" ref=${place}></div></details>`;
}

/** Select field for the player whose moves the board shows. */
export function SideChoice() {
  const w = words.value;
  const choose = (/** @type {Event} */ event) => { side.value = /** @type {Player} */ (/** @type {HTMLSelectElement} */ (event.target).value); };
  return html`<p class="row"><label>${w.movesOf} <select value=${side.value} onChange=${choose}>
    ${(/** @type {Player[]} */ (["left", "right"])).map((player) => html`<option value=${player} selected=${player === side.value}>${w.playerName(player)}</option>`)}</select></label></p>`;
}
