// What is on the screen, as signals, and the link that means the same. Typing replaces the entry of the history, a position or a screen makes
// one. A link opened in this tab (Back, Forward, or pasted into the address) sets them all.

import { batch, computed, effect, signal } from "../vendor/ui.mjs";
import { read, write } from "./link.mjs";
import { firstGame } from "./places.mjs";
import { follow } from "./words.mjs";

/** @import { Asked, File } from "./types.mjs" */
/** @import { Place, Trouble } from "./link.mjs" */

/** The screens, in their order. */
export const SCREENS = /** @type {const} */ (["board", "play", "table", "graph", "why", "gallery", "tools", "help"]);
/** @typedef {(typeof SCREENS)[number] | "rules"} Screen */

const FIRST = "kayles[7] + nim[3]";

/** The position, as it stands in its box. */
export const question = signal(FIRST);
/** The screen; `rules` is one where there is room for one column only. */
export const screen = signal(/** @type {Screen} */ ("board"));
/** Rules of one's own. */
export const files = signal(/** @type {File[]} */ ([]));
/** Conventions other than the rules' own. */
export const asked = signal(/** @type {Asked} */ ({}));
/** The ranges of the table; empty for those that suit the position. */
export const ranges = signal("");
/** The course of play up to here, as in the link. */
export const course = signal("");
/** How positions are drawn; empty for as the game draws itself. */
export const drawing = signal("");
/** What was wrong with the link. */
export const trouble = signal(/** @type {Trouble | undefined} */ (undefined));

/** The place. */
const place = computed(/** @returns {Place} */ () => ({
  question: question.value, view: screen.value, files: files.value, ...asked.value, table: ranges.value, moves: course.value, drawing: drawing.value,
}));

/** The fragment of what is on the screen, without `#`. */
export const link = () => write(place.value);

/** The key of `grundy serve`, which stands in the printed link and is not shown again. */
export const key = takeKey();

function takeKey() {
  const found = location.hash.match(/[#&]key=([\w-]+)/)?.[1];
  if (found) history.replaceState(null, "", location.hash.replace(/&?key=[\w-]+/, "").replace(/^#&/, "#") || "#");
  try {
    if (found) sessionStorage.setItem("grundy.key", found);
    return found ?? sessionStorage.getItem("grundy.key") ?? undefined;
  } catch {
    return found;
  }
}

let shown = "";
let entry = false;
let turn = 0;
/** How long typing rests before the link is written anew, in milliseconds. */
const REST = 150;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;

/** Changes what is on the screen and makes an entry of the history of it. @param {() => void} change */
export function go(change) {
  entry = true;
  batch(change);
}

/** Another position. @param {string} position @param {Screen} [view] */
export function open(position, view) {
  go(() => {
    // Another game draws itself.
    if (view && firstGame(position) !== firstGame(question.value)) drawing.value = "";
    question.value = position;
    course.value = "";
    if (view) screen.value = view;
  });
}

/** Opens a link. @param {string} hash */
async function arrive(hash) {
  clearTimeout(alarm);
  turn += 1;
  const mine = turn;
  const { place, trouble: wrong } = await read(hash);
  if (mine !== turn) return;
  batch(() => {
    trouble.value = wrong;
    question.value = place.question ?? FIRST;
    screen.value = /** @type {Screen} */ ([...SCREENS, "rules"].find((name) => name === place.view) ?? "board");
    files.value = place.files ?? [];
    const { play, sum, until } = place;
    asked.value = { ...(play && { play }), ...(sum && { sum }), ...(until && { until }) };
    ranges.value = place.table ?? "";
    course.value = place.moves ?? "";
    drawing.value = place.drawing ?? "";
    follow(place.lang);
  });
}

/** Reads the link of this tab, and keeps both alike from now on. */
export async function begin() {
  await arrive(location.hash);
  shown = location.hash;
  addEventListener("hashchange", () => {
    if (location.hash === shown) return;
    shown = location.hash;
    arrive(location.hash);
  });
  let first = true;
  effect(() => {
    place.value;
    if (first) {
      first = false;
      return;
    }
    clearTimeout(alarm);
    // An entry is there at once, for who goes back at once.
    if (entry) save();
    else alarm = setTimeout(save, REST);
  });
}

/** Writes the link of what is on the screen, unless more has changed meanwhile. */
async function save() {
  turn += 1;
  const mine = turn;
  const hash = `#${await link()}`;
  if (mine !== turn) return;
  const makes = entry;
  entry = false;
  // Where the tab has gone elsewhere, that place is on its way here, and is not to be written over.
  if (hash === shown || location.hash !== shown) return;
  history[makes ? "pushState" : "replaceState"](null, "", hash);
  shown = location.hash;
}
