// Keeps the view as signals, and the link that is equivalent to the view. Typing replaces the current history entry; a new position or
// screen adds a history entry. A link opened in this tab (Back, Forward, or a new address) sets all signals.

import { batch, computed, effect, signal } from "../vendor/ui.mjs";
import { read, write } from "./link.mjs";
import { firstGame } from "./places.mjs";
import { Spell } from "./spell.mjs";
import { embedded } from "./store.mjs";
import { follow, words } from "./words.mjs";

/** @import { Asked, File } from "./types.mjs" */
/** @import { Place, Trouble } from "./link.mjs" */

/** The screens, in order. */
export const SCREENS = /** @type {const} */ (["board", "play", "table", "graph", "why", "gallery", "learn", "exercises", "tools", "help"]);
/** @typedef {(typeof SCREENS)[number] | "rules" | "home"} Screen */

/** The position on the first screen. */
export const FIRST = "kayles[7] + nim[3]";

/** The text of the position. */
export const question = signal(FIRST);
/** The screen; `rules` is a screen only in a window with one column, and `home` is the first screen. */
export const screen = signal(/** @type {Screen} */ ("home"));
/** The rules of the reader. */
export const files = signal(/** @type {File[]} */ ([]));
/** Conventions that differ from the conventions of the rules. */
export const asked = signal(/** @type {Asked} */ ({}));
/** The ranges of the table; empty for ranges that suit the position. */
export const ranges = signal("");
/** The course of play, as in the link. */
export const course = signal("");
/** Index of the shown position in the course: the number of moves before this position; undefined for the end of the course. */
export const viewed = signal(/** @type {number | undefined} */ (undefined));
/** The player who makes the first move, if the players have different moves. */
export const first = signal(/** @type {import("./types.mjs").Player} */ ("left"));
/** The drawing of positions; empty for the default. */
export const drawing = signal("");
/** The step of the Learn screen; empty for the first step that is not done. */
export const step = signal("");
/** The topic of the Help screen: a heading of the document, a keyword, or `judge NAME`. */
export const topic = signal("");
/** Name of the open page of a theorem; empty for none. */
export const theorem = signal("");
/** The exercise on the Exercises screen; empty for the list of exercises. */
export const exercise = signal("");
/** Whether the search dialog is open. */
export const searching = signal(false);
/** The problem with the link; undefined if the link was read completely. */
export const trouble = signal(/** @type {Trouble | undefined} */ (undefined));

/** The place that corresponds to the view (see link.mjs). */
const place = computed(/** @returns {Place} */ () => ({
  question: question.value, view: screen.value, files: files.value, ...asked.value, table: ranges.value, moves: course.value, drawing: drawing.value,
  step: screen.value === "learn" ? step.value : "",
  first: first.value === "left" ? "" : first.value, at: viewed.value === undefined ? "" : String(viewed.value),
  exercise: screen.value === "exercises" ? exercise.value : "",
}));

/** The spell of the queries that the link on the screen starts automatically. @type {Spell | undefined} */
let spell = new Spell();

/** Returns the spell of automatic queries; undefined once the reader has acted. */
export const unasked = () => spell;

/** Records that the reader has acted: later queries count as started by the reader. */
export function acted() {
  spell = undefined;
}

/** Returns the fragment of the view, without `#`, with other values for some parts. @param {Place} [others] */
export const link = (others) => write({ ...place.value, ...others });

/** Message after *Share*: that the link is copied, or the link itself if the browser does not allow copying. */
export const sharing = signal("");

/** Copies the link of the view. A link to `grundy serve` is useless on other computers, so the link leads to the public page if its address
 *  is configured. Otherwise the link contains the key, for other browsers on this computer. */
export async function share() {
  const fragment = await link();
  const page = location.href.split("#")[0];
  const elsewhere = await published();
  const address = elsewhere ? `${elsewhere}#${fragment}` : `${page}#key=${key}&${fragment}`;
  const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  const { copiedHere, copied: done, shareAsk } = words.value;
  sharing.value = copied ? (elsewhere ? done : copiedHere) : `${shareAsk} ${address}`;
}

/** Returns the address of the page for other computers: for `grundy serve`, the address that the server was given; empty without such an
 *  address. */
export const published = async () => (key ? fetch("public").then((reply) => (reply.ok ? reply.text() : ""), () => "") : location.href.split("#")[0] ?? "");

/** Opens the dialog that makes a frame for other pages (embed/builder.mjs). */
export function embed() {
  import("../embed/builder.mjs").then(({ open }) => open(), () => { sharing.value = words.value.noScreen; });
}

/** The key of `grundy serve`, which the printed link contains. It is kept, so that a bookmark of a view opens without it. */
export const key = takeKey();

function takeKey() {
  const found = location.hash.match(/[#&]key=([\w-]+)/)?.[1];
  if (found) history.replaceState(null, "", location.hash.replace(/&?key=[\w-]+/, "").replace(/^#&/, "#") || "#");
  if (embedded) return found;
  try {
    if (found) localStorage.setItem("grundy.key", found);
    return found ?? localStorage.getItem("grundy.key") ?? undefined;
  } catch {
    return found;
  }
}

let shown = "";
let entry = false;
let turn = 0;
/** Milliseconds without typing after which the link is written. */
const REST = 150;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;

/** Changes the view and adds a history entry. @param {() => void} change */
export function go(change) {
  entry = true;
  acted();
  batch(change);
}

/** Sets the course of play, and shows the position at the end of the course. @param {string} moves */
export function play(moves) {
  course.value = moves;
  viewed.value = undefined;
}

/** Opens another position. @param {string} position @param {Screen} [view] */
export function open(position, view) {
  go(() => {
    // A new game is shown with its default drawing.
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
    const begins = place.question === undefined && place.files === undefined && !wrong;
    screen.value = /** @type {Screen} */ ([...SCREENS, "rules", "home"].find((name) => name === place.view) ?? (begins ? "home" : "board"));
    files.value = place.files ?? [];
    const { play, sum, until } = place;
    asked.value = { ...(play && { play }), ...(sum && { sum }), ...(until && { until }) };
    ranges.value = place.table ?? "";
    course.value = place.moves ?? "";
    viewed.value = /^\d{1,6}$/.test(place.at ?? "") ? Number(place.at) : undefined;
    drawing.value = place.drawing ?? "";
    step.value = place.step ?? "";
    first.value = place.first === "right" ? "right" : "left";
    exercise.value = place.exercise ?? "";
    follow(place.lang);
  });
}

/** Reads the link of this tab, and keeps link and view in sync from then on. */
export async function begin() {
  await arrive(location.hash);
  // Pressing a button by key is also a click event, but a touch that only scrolls is not.
  for (const kind of ["click", "input", "change"]) addEventListener(kind, acted, true);
  shown = location.hash;
  addEventListener("hashchange", () => {
    if (location.hash === shown) return;
    shown = location.hash;
    arrive(location.hash);
  });
  // A frame does not change its address, because the containing page shares the history.
  if (embedded) return;
  let begun = false;
  effect(() => {
    place.value;
    if (!begun) {
      begun = true;
      return;
    }
    clearTimeout(alarm);
    // The entry is added immediately, because the reader may go back before the link is written.
    if (entry) save();
    else alarm = setTimeout(save, REST);
  });
}

/** Writes the link of the view, unless the view changed after the call. */
async function save() {
  turn += 1;
  const mine = turn;
  const hash = `#${await link()}`;
  if (mine !== turn) return;
  const makes = entry;
  entry = false;
  // If the tab has navigated to another link, the new link must not be overwritten before the page reads it.
  if (hash === shown || location.hash !== shown) return;
  history[makes ? "pushState" : "replaceState"](null, "", hash);
  shown = location.hash;
}
