// What is on the screen, as signals, and the link that means the same. Typing replaces the entry of the history, a position or a screen makes
// one. A link opened in this tab (Back, Forward, or pasted into the address) sets them all.

import { batch, computed, effect, signal } from "../vendor/ui.mjs";
import { read, write } from "./link.mjs";
import { firstGame } from "./places.mjs";
import { Spell } from "./spell.mjs";
import { follow, words } from "./words.mjs";

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
/** The place of the course that is looked at, so many moves after its beginning; the end where it is undefined. */
export const viewed = signal(/** @type {number | undefined} */ (undefined));
/** How positions are drawn; empty for as the game draws itself. */
export const drawing = signal("");
/** What was wrong with the link. */
export const trouble = signal(/** @type {Trouble | undefined} */ (undefined));

/** The place. */
const place = computed(/** @returns {Place} */ () => ({
  question: question.value, view: screen.value, files: files.value, ...asked.value, table: ranges.value, moves: course.value, drawing: drawing.value,
  at: viewed.value === undefined ? "" : String(viewed.value),
}));

/** What the link on the screen starts by itself shares one spell. @type {Spell | undefined} */
let spell = new Spell();

/** The spell of what nobody but the link asks for; undefined once the reader has done something. */
export const unasked = () => spell;

/** The reader does something: what is asked from now on is asked by him. */
export function acted() {
  spell = undefined;
}

/** The fragment of what is on the screen, without `#`. */
const link = () => write(place.value);

/** What is said of the link for others: that it is copied, or the link itself where the browser does not allow that. */
export const sharing = signal("");

/** Copies the link of what is on the screen. */
export async function share() {
  const address = `${location.href.split("#")[0]}#${await link()}`;
  const copied = navigator.clipboard?.writeText(address).then(() => true, () => false);
  sharing.value = (await copied) ? words.value.copied : `${words.value.shareAsk} ${address}`;
}

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
  acted();
  batch(change);
}

/** The course of play from now on, looked at from its end. @param {string} moves */
export function play(moves) {
  course.value = moves;
  viewed.value = undefined;
}

/** Another position. @param {string} position @param {Screen} [view] */
export function open(position, view) {
  go(() => {
    // Another game draws itself.
    if (view && firstGame(position) !== firstGame(question.value)) drawing.value = "";
    question.value = position;
    play("");
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
  spell = new Spell();
  batch(() => {
    trouble.value = wrong;
    question.value = place.question ?? FIRST;
    screen.value = /** @type {Screen} */ ([...SCREENS, "rules"].find((name) => name === place.view) ?? "board");
    files.value = place.files ?? [];
    const { play, sum, until } = place;
    asked.value = { ...(play && { play }), ...(sum && { sum }), ...(until && { until }) };
    ranges.value = place.table ?? "";
    course.value = place.moves ?? "";
    viewed.value = /^\d{1,6}$/.test(place.at ?? "") ? Number(place.at) : undefined;
    drawing.value = place.drawing ?? "";
    follow(place.lang);
  });
}

/** Reads the link of this tab, and keeps both alike from now on. */
export async function begin() {
  await arrive(location.hash);
  // Presses of buttons by keys are clicks too; a touch that only scrolls is none.
  for (const kind of ["click", "input", "change"]) addEventListener(kind, acted, true);
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
