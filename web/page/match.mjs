// A game against the computer. The link contains the state of the game: the start position and the course (the moves made so far). In the
// core, the game is a match of two people. A match that is lost because of a new core or another file can be rebuilt. The page requests
// the computer's moves separately, with the selected strength and seed.

import { batch, signal } from "../vendor/ui.mjs";
import { options, plain } from "./asking.mjs";
import { quick } from "./core.mjs";
import { brief, steps } from "./moves.mjs";
import { acted, course, files, first, go, play, question, unasked, viewed } from "./state.mjs";

/** @import { Move, Player, Step } from "./types.mjs" */
/** @typedef {"first" | "second"} Side */
/** @typedef {{ position: string, components: { position: string }[], to_move: Side, player?: Player, turns: number, match: number,
 *    over: null | { winner: Side | null, reason: string }, conventions: object }} Standing */
/** A move of the course. `look` is the number of the component in which the reader selected a piece, if the move was made on the board.
 *  @typedef {{ before: Standing, move: { steps: Step[], leaves: string }, by: Side, look?: number | undefined }} Turn */

/** Milliseconds for which the page delays a move of the computer. */
const PAUSE = 350;
/** Seconds in which the computer must move. */
const THINKS = 10;

/** The current state, after the complete course. */
export const standing = signal(/** @type {Standing | undefined} */ (undefined));
/** The moves of the course. */
export const turns = signal(/** @type {Turn[]} */ ([]));
/** The error of the last request about the match; empty if the request succeeded. */
export const wrong = signal("");
/** The side of the computer; empty for two people. */
export const computer = signal(/** @type {Side | ""} */ ("second"));
/** Probability in percent that a move of the computer is perfect. */
export const strength = signal(100);
/** Whether the computer moves automatically. In a game from a link, this is false until the reader continues the game. */
export const live = signal(true);
/** Whether the computer is thinking. */
export const thinking = signal(false);

/** Whether the match could not be built within the second of compute time that a link may use automatically. */
export const unbuilt = signal(false);

let start = "";
let how = "";
let seed = Math.floor(Math.random() * 1e9);
/** The promise of the last task in the queue. @type {Promise<unknown>} */
let working = Promise.resolve();

/** Returns the settings and the files that the match depends on, as a key. */
const rules = () => JSON.stringify([options(), files.value, first.value]);

/** Runs tasks one after the other, in order. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function then(work) {
  const done = working.then(work);
  working = done.catch(() => {});
  return done;
}

/** Follows the link: builds the match of its start and course, unless this match is already built. @returns {Promise<void>} */
export function follow() {
  return then(async () => {
    const now = courseTo();
    if (standing.value && start === question.value && how === rules() && now === course.value) return;
    const fresh = start !== question.value || how !== rules();
    // A game from a link is only shown at first: opening a link must not start a computation of the computer's move.
    live.value = fresh ? course.value === "" && !(unasked() && computer.value === "first") : live.value && (!unasked() || course.value.length >= now.length);
    await build(course.value === "" ? [] : course.value.split(",").map(steps));
  });
}

/** Builds the match without a time limit, because the reader requested it. */
export function buildOn() {
  acted();
  unbuilt.value = false;
  return follow();
}

/** Starts the match and makes these moves. @param {{ component: number, rule: number, choices: (number | string)[] }[][]} moves */
async function build(moves) {
  [start, how] = [question.value, rules()];
  const spell = unasked();
  const begun = await quick({ ask: "play", given: { question: start }, options: { ...options(), computer: "none", seed: 1, first: first.value }, files: files.value, seconds: 5, spell });
  if (begun.dropped || begun.stopped) return;
  /** @type {Turn[]} */
  const made = [];
  let [state, error] = [begun, begun.error];
  for (const one of moves) {
    if (error || state.over) break;
    const next = await ask(state.match, "move", { steps: one }, spell);
    error = next.error;
    if (error) break;
    made.push({ before: state, move: next.move, by: state.to_move });
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

/** Returns the course in the format of a link, up to an index. @param {number} [place] */
const courseTo = (place) => turns.value.slice(0, place).map(({ move }) => brief(/** @type {Move} */ (move))).join(",");

/** Returns a key of the state. A rebuilt match has the same key. */
const place = () => `${turns.value.length} ${standing.value?.position}`;

/** Sends a request about the match, after all earlier requests are answered.
 *  @param {string} act @param {object} [given] @returns {Promise<any>} */
export const tell = (act, given) => then(() => told(act, given));

/** Sends a request about the match immediately. If the match was lost, it is rebuilt. @param {string} act @param {object} [given]
 *  @returns {Promise<any>} */
async function told(act, given) {
  const now = standing.value;
  if (!now) return { error: { kind: "usage", message: "", diagnostics: [] } };
  const reply = await ask(now.match, act, given);
  if (reply.error?.kind !== "usage") return reply;
  await build(turns.value.map(({ move }) => move.steps));
  return standing.value ? ask(standing.value.match, act, given) : reply;
}

/** Returns the move of the match that corresponds to a move from the list of moves of the position. The list of the position may number
 *  the edges of a graph differently, so the resulting position and the label identify the move.
 *  @param {{ steps: Step[], leaves: string }} move @returns {Promise<{ steps: Step[] }>} */
async function same(move) {
  const reply = await told("legal", { count: 2000 });
  /** @type {{ steps: Step[], leaves: string }[]} */
  const list = (reply.legal?.moves ?? []).filter((/** @type {{ leaves: string }} */ one) => one.leaves === move.leaves);
  const words = (/** @type {{ steps: Step[] }} */ one) => one.steps.map((step) => `${step.component} ${step.label}`).join();
  return list.find((one) => words(one) === words(move)) ?? list[0] ?? move;
}

/** Makes a move for the side to move, and lets the computer reply. @param {{ steps: Step[], leaves: string }} move
 *  @param {number} [look]  component in which the reader selected a piece */
export function make(move, look) {
  live.value = true;
  const from = place();
  return then(async () => {
    const before = standing.value;
    if (!before || before.over || place() !== from) return;
    const { steps: ours } = await same(move);
    const reply = await told("move", { steps: ours.map(({ component, rule, choices }) => ({ component, rule, choices })) });
    if (reply.error || !reply.move) {
      wrong.value = reply.error ? plain(reply.error) : "";
      return;
    }
    go(() => {
      wrong.value = "";
      turns.value = [...turns.value, { before, move: reply.move, by: before.to_move, look }];
      standing.value = reply;
      play(courseTo());
    });
  });
}

/** Lets the computer move if the computer is to move. If the reader goes back or restarts meanwhile, the computer chooses a move in the new
 *  position. */
export async function answer() {
  const turn = () => (standing.value && !standing.value.over && live.value && standing.value.to_move === computer.value ? standing.value : undefined);
  if (thinking.value) return;
  for (let now = turn(); now; now = turn()) {
    const at = place();
    thinking.value = true;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await new Promise((done) => setTimeout(done, still ? 0 : PAUSE));
    const move = await choose(now, strength.value) ?? await choose(now, 0);
    const wanted = turn() && place() === at;
    if (move && wanted) await make(move);
    thinking.value = false;
    if (wanted) return;
  }
}

/** Returns the computer's move in a state; undefined if no move is found in time. @param {Standing} state @param {number} perfect
 *  @returns {Promise<{ steps: Step[], leaves: string } | undefined>} */
async function choose({ position, player }, perfect) {
  seed += 1;
  const job = { files: files.value, seconds: THINKS };
  const begun = await quick({ ...job, ask: "play", given: { question: position }, options: { ...options(), computer: "first", strength: perfect, seed, ...(player && { first: player }) } });
  if (begun.error || begun.match === undefined) return undefined;
  const reply = await ask(begun.match, "computer");
  await ask(begun.match, "leave");
  return reply.move ?? undefined;
}

/** Finds a move that a person typed, in words or as the resulting position, in a position with too many moves to list.
 *  @param {string} position @param {string} text @returns {Promise<{ move?: Move, error: string }>} */
export async function written(position, text) {
  const job = { files: files.value, seconds: THINKS };
  const begun = await quick({ ...job, ask: "play", given: { question: position }, options: { ...options(), computer: "none", seed: 1 } });
  if (begun.match === undefined) return { error: begun.error ? plain(begun.error) : "" };
  const reply = await ask(begun.match, "move", { text });
  await ask(begun.match, "leave");
  const move = reply.move ?? reply.candidates?.[0];
  return move ? { move, error: "" } : { error: reply.error ? plain(reply.error) : "" };
}

/** Starts a new match. @param {string} position */
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

/** Takes back the last move of the reader and all later moves. */
export function undo() {
  const mine = (/** @type {Turn} */ turn) => turn.by !== computer.value;
  const last = turns.value.findLastIndex(mine);
  if (last < 0) return;
  go(() => play(courseTo(last)));
}

/** Returns the player of a side, if the players have different moves. @param {Side} side @returns {Player | undefined} */
export function playerOf(side) {
  if (!standing.value?.player) return undefined;
  return (side === "first") === (first.value === "left") ? "left" : "right";
}

/** Resigns. */
export function resign() {
  return then(async () => {
    const reply = await told("resign");
    if (reply.error) return;
    viewed.value = undefined;
    standing.value = reply;
  });
}

/** Continues from an index of the course. @param {number} place */
export function playOn(place) {
  go(() => play(courseTo(place)));
  live.value = true;
}
