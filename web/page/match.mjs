// A game against the computer. What is true of it stands in the link: the position that it began with, and its course. The core is told the
// same as a match of two persons, so that the match can be built again wherever it was lost (a core that was replaced, another file); what
// the computer plays is asked of the core beside it, at the strength and seed that were chosen.

import { batch, signal } from "../vendor/ui.mjs";
import { options, plain } from "./asking.mjs";
import { quick } from "./core.mjs";
import { brief, steps } from "./moves.mjs";
import { acted, course, files, go, play, question, unasked, viewed } from "./state.mjs";

/** @import { Move, Step } from "./types.mjs" */
/** @typedef {"first" | "second"} Side */
/** @typedef {{ position: string, components: { position: string }[], to_move: Side, turns: number, match: number,
 *    over: null | { winner: Side | null, reason: string }, conventions: object }} Standing */
/** @typedef {{ before: Standing, move: { steps: Step[], leaves: string }, by: Side }} Turn */

/** How long the computer seems to think, in milliseconds. */
const PAUSE = 350;
/** Seconds that it may think. */
const THINKS = 10;

/** How it stands now, after the whole course. */
export const standing = signal(/** @type {Standing | undefined} */ (undefined));
/** What was played. */
export const turns = signal(/** @type {Turn[]} */ ([]));
/** What is wrong. */
export const wrong = signal("");
/** The side of the computer; empty for two persons. */
export const computer = signal(/** @type {Side | ""} */ ("second"));
/** The chance in percent that a move of the computer is perfect. */
export const strength = signal(100);
/** Whether the computer moves by itself: not in a game that a link brought, until somebody plays on. */
export const live = signal(true);
/** Whether the computer is at it. */
export const thinking = signal(false);

/** Whether the match is not built: what a link starts by itself may take a second. */
export const unbuilt = signal(false);

let start = "";
let how = "";
let seed = Math.floor(Math.random() * 1e9);
/** What is done last. @type {Promise<unknown>} */
let working = Promise.resolve();

/** What decides which match it is. */
const rules = () => JSON.stringify([options(), files.value]);

/** One thing after the other: what was asked first is done first. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function then(work) {
  const done = working.then(work);
  working = done.catch(() => {});
  return done;
}

/** Follows the link: builds the match whose start and course it tells, if that is another one. @returns {Promise<void>} */
export function follow() {
  return then(async () => {
    const now = courseTo();
    if (standing.value && start === question.value && how === rules() && now === course.value) return;
    const fresh = start !== question.value || how !== rules();
    // Somebody else's game is looked at first; and no link lets the computer think.
    live.value = fresh ? course.value === "" && !(unasked() && computer.value === "first") : live.value && (!unasked() || course.value.length >= now.length);
    await build(course.value === "" ? [] : course.value.split(",").map(steps));
  });
}

/** Builds it however long it takes, for the reader asks for it. */
export function buildOn() {
  acted();
  unbuilt.value = false;
  return follow();
}

/** Begins the match and makes these moves. @param {{ component: number, rule: number, choices: (number | string)[] }[][]} moves */
async function build(moves) {
  [start, how] = [question.value, rules()];
  const spell = unasked();
  const begun = await quick({ ask: "play", given: { question: start }, options: { ...options(), computer: "none", seed: 1 }, files: files.value, seconds: 5, spell });
  if (begun.dropped || begun.stopped) return;
  /** @type {Turn[]} */
  const made = [];
  let [state, error] = [begun, begun.error];
  for (const one of moves) {
    if (error || state.over) break;
    const next = await ask(state.match, "move", { steps: one }, spell);
    error = next.error;
    if (error) break;
    made.push({ before: state, move: next.made, by: state.to_move });
    state = next;
  }
  const late = spell !== undefined && error?.kind === "stopped";
  batch(() => {
    unbuilt.value = late;
    wrong.value = error && !late ? plain(error) : "";
    standing.value = late || begun.error ? undefined : state;
    turns.value = late ? [] : made;
  });
}

/** @param {number} match @param {string} act @param {object} [given] @param {import("./spell.mjs").Spell} [spell] */
function ask(match, act, given = {}, spell) {
  const { lang } = options();
  return quick({ ask: "play", given: { match, act, ...given }, options: { lang }, files: files.value, seconds: THINKS, spell });
}

/** The course as in the link, up to a place. @param {number} [place] */
const courseTo = (place) => turns.value.slice(0, place).map(({ move }) => brief(/** @type {Move} */ (move))).join(",");

/** Which place of which course it is: a match that was built again stands at the same one. */
const place = () => `${turns.value.length} ${standing.value?.position}`;

/** Asks something of the match, after what was asked of it before. @param {string} act @param {object} [given] @returns {Promise<any>} */
export const tell = (act, given) => then(() => told(act, given));

/** The same at once; the match is built again if it was lost. @param {string} act @param {object} [given] @returns {Promise<any>} */
async function told(act, given) {
  const now = standing.value;
  if (!now) return { error: { kind: "usage", message: "", diagnostics: [] } };
  const reply = await ask(now.match, act, given);
  if (reply.error?.kind !== "usage") return reply;
  await build(turns.value.map(({ move }) => move.steps));
  return standing.value ? ask(standing.value.match, act, given) : reply;
}

/** The move of the match that is the same as one of its position asked for itself: a graph counts its edges anew there, so that what is left
 *  and the words tell which it is. @param {{ steps: Step[], leaves: string }} move @returns {Promise<{ steps: Step[] }>} */
async function same(move) {
  const reply = await told("legal", { count: 2000 });
  /** @type {{ steps: Step[], leaves: string }[]} */
  const list = (reply.legal?.moves ?? []).filter((/** @type {{ leaves: string }} */ one) => one.leaves === move.leaves);
  const words = (/** @type {{ steps: Step[] }} */ one) => one.steps.map((step) => `${step.component} ${step.words}`).join();
  return list.find((one) => words(one) === words(move)) ?? list[0] ?? move;
}

/** Makes a move, of whoever's turn it is, and lets the computer answer. @param {{ steps: Step[], leaves: string }} move */
export function make(move) {
  live.value = true;
  const from = place();
  return then(async () => {
    const before = standing.value;
    if (!before || before.over || place() !== from) return;
    const { steps: ours } = await same(move);
    const reply = await told("move", { steps: ours.map(({ component, rule, choices }) => ({ component, rule, choices })) });
    if (reply.error || !reply.made) {
      wrong.value = reply.error ? plain(reply.error) : "";
      return;
    }
    go(() => {
      wrong.value = "";
      turns.value = [...turns.value, { before, move: reply.made, by: before.to_move }];
      standing.value = reply;
      play(courseTo());
    });
  });
}

/** Lets the computer move, if it is its turn. Where somebody goes back or begins anew meanwhile, it thinks again about what is there then. */
export async function answer() {
  const turn = () => (standing.value && !standing.value.over && live.value && standing.value.to_move === computer.value ? standing.value : undefined);
  if (thinking.value) return;
  for (let now = turn(); now; now = turn()) {
    const at = place();
    thinking.value = true;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await new Promise((done) => setTimeout(done, still ? 0 : PAUSE));
    const move = await choose(now.position, strength.value) ?? await choose(now.position, 0);
    const wanted = turn() && place() === at;
    if (move && wanted) await make(move);
    thinking.value = false;
    if (wanted) return;
  }
}

/** The computer's move in a position; undefined if it finds none in its time. @param {string} position @param {number} perfect
 *  @returns {Promise<{ steps: Step[], leaves: string } | undefined>} */
async function choose(position, perfect) {
  seed += 1;
  const job = { files: files.value, seconds: THINKS };
  const begun = await quick({ ...job, ask: "play", given: { question: position }, options: { ...options(), computer: "first", strength: perfect, seed } });
  if (begun.error || begun.match === undefined) return undefined;
  const reply = await ask(begun.match, "computer");
  await ask(begun.match, "leave");
  return reply.made ?? undefined;
}

/** A move as a person writes it, in words or by what it leaves, where there are too many to be listed. @param {string} position
 *  @param {string} text @returns {Promise<{ move?: Move, error: string }>} */
export async function written(position, text) {
  const job = { files: files.value, seconds: THINKS };
  const begun = await quick({ ...job, ask: "play", given: { question: position }, options: { ...options(), computer: "none", seed: 1 } });
  if (begun.match === undefined) return { error: begun.error ? plain(begun.error) : "" };
  const reply = await ask(begun.match, "move", { text });
  await ask(begun.match, "leave");
  const move = reply.made ?? reply.fits?.[0];
  return move ? { move, error: "" } : { error: reply.error ? plain(reply.error) : "" };
}

/** Begins anew. @param {string} position */
export function anew(position) {
  go(() => {
    question.value = position;
    play("");
    standing.value = undefined;
    turns.value = [];
    live.value = true;
  });
  return follow().then(answer);
}

/** Takes back the last move of the person and what followed it. */
export function undo() {
  const mine = (/** @type {Turn} */ turn) => turn.by !== computer.value;
  const last = turns.value.findLastIndex(mine);
  if (last < 0) return;
  go(() => play(courseTo(last)));
}

/** Gives up. */
export function resign() {
  return then(async () => {
    const reply = await told("resign");
    if (reply.error) return;
    viewed.value = undefined;
    standing.value = reply;
  });
}

/** Plays on from a place of the course. @param {number} place */
export function playOn(place) {
  go(() => play(courseTo(place)));
  live.value = true;
}
