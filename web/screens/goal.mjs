// The goal of the games on the board, in one sentence for each game, and the winning condition.

import { html, useEffect } from "../vendor/ui.mjs";
import { isolated } from "../page/bidi.mjs";
import { firstGame } from "../page/places.mjs";
import { lang, words } from "../page/words.mjs";
import { ending } from "./conventions.mjs";
import { fetchLibrary, library } from "./gallery.mjs";

/** @import { Look } from "../page/types.mjs" */

/** The moves of each library game on the board, and who loses. @param {{ answer: Look }} props */
export function Goal({ answer }) {
  const w = words.value;
  useEffect(() => { fetchLibrary(); }, [lang.value]);
  const names = [...new Set(answer.components.map(({ position }) => firstGame(position).toLowerCase()))];
  const found = names.flatMap((name) => library.value.find(({ game, structure }) => (game ?? structure)?.toLowerCase() === name) ?? []);
  const says = found.map(({ game, structure, about, note }) => w.goalOf(found.length > 1 ? `${game ?? structure}` : "", isolated(about ?? note ?? "")));
  return html`<p class="quiet goal">${says.map((one) => html`${one} `)}${w.goalEnds(ending(answer.conventions.play))}</p>`;
}
