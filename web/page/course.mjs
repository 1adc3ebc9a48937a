// The positions of a match: their moves, their pictures on one stage (stage.mjs), and the judgement of each move.

import { signal } from "../vendor/ui.mjs";
import { drawnOptions, options } from "./asking.mjs";
import { long, quick } from "./core.mjs";
import { listed } from "./moves.mjs";
import { inLook, moved, staged } from "./stage.mjs";
import { files, unasked } from "./state.mjs";

/** @import { Look, Move } from "./types.mjs" */
/** @import { Turn } from "./match.mjs" */

/** Maximum number of moves of a match whose pictures are kept on one stage. */
const STAGED = 60;
/** Maximum number of cached positions. */
const MAX_LOOKS = 500;

/** Positions without answers, by their options and their text. @type {Map<string, Look>} */
const looks = new Map();
/** Files of the cached positions. @type {unknown} */
let rules;

/** Returns the key of a position. @param {string} position */
function keyOf(position) {
  if (rules !== files.value || looks.size > MAX_LOOKS) looks.clear();
  rules = files.value;
  return JSON.stringify([position, drawnOptions()]);
}

/** Stores the moves and the picture of a position. @param {string} position @param {Look} look */
export const learn = (position, look) => looks.set(keyOf(position), look);

/** Returns the moves and the picture of a position; undefined if they are not found in a second. @param {string} position */
async function seen(position) {
  const key = keyOf(position);
  const known = looks.get(key);
  if (known) return known;
  const reply = await quick({ ask: "legal", given: { question: position }, files: files.value, options: { ...drawnOptions(), memory: 1 << 28, solve: false }, seconds: 1, spell: unasked(), patient: true });
  if (reply.error || reply.dropped || reply.stopped) return undefined;
  looks.set(key, reply);
  return /** @type {Look} */ (reply);
}

/** Returns the move of a turn as its position lists it. @param {Look} before @param {Turn} turn */
function moveOf(before, turn) {
  const move = listed(before.legal, turn.move);
  return move && (turn.look === undefined ? move : inLook(move, turn.look, before));
}

/** The pictures on the stage: one before each turn, and one after the last turn.
 *  @type {{ key: string, turns: Turn[], pictures: (string | null)[] }} */
let stage = { key: "", turns: [], pictures: [] };

/** Returns the picture of the position after some moves, in which the pieces keep their places. @param {Turn[]} turns  the moves before it
 *  @param {Look} now  the position */
export async function pictureAfter(turns, now) {
  const [first] = turns;
  if (turns.length > STAGED || !now.picture) return now.picture;
  const start = first ? await seen(first.before.position) : now;
  if (!start?.picture) return now.picture;
  const key = keyOf(start.position);
  const same = stage.key === key ? stage.turns.findIndex((turn, at) => turn !== turns[at]) : 0;
  const kept = Math.min(same < 0 ? stage.turns.length : same, turns.length);
  const made = { key, turns: turns.slice(0, kept), pictures: kept > 0 ? stage.pictures.slice(0, kept + 1) : [staged(start)] };
  for (const [at, turn] of turns.entries()) {
    if (at < kept) continue;
    const next = turns[at + 1];
    const [before, after] = [await seen(turn.before.position), next ? await seen(next.before.position) : now];
    const move = before && moveOf(before, turn);
    made.turns.push(turn);
    made.pictures.push(move && after ? moved(made.pictures[at] ?? null, before, move, after) : staged(after ?? now));
  }
  stage = made;
  return made.pictures[turns.length] ?? now.picture;
}

/** The judgement of a move: the best result that its player could reach, the result of the move, and a better move.
 *  @typedef {{ had: "N" | "D" | "P", got: "N" | "D" | "P", better?: Move | undefined }} Judged */

/** The judgements, by move. Moves that could not be judged in time are missing. */
export const judged = signal(/** @type {Map<Turn, Judged>} */ (new Map()));
/** Whether moves are being judged. */
export const judging = signal(false);

/** Limits of the judgement: seconds for one position, and for all positions of a call. */
const ONE = 5;
const ALL = 20;
const RANK = { N: 2, D: 1, P: 0 };
/** The result for the player of a move, from the outcome that it leaves. @type {Record<string, "N" | "D" | "P">} */
const RESULT = { P: "N", D: "D", N: "P" };

/** Returns whether the move of a turn is a mistake. @param {Judged | undefined} one */
export const isMistake = (one) => one !== undefined && RANK[one.got] < RANK[one.had];

/** Judges moves one after the other, until all are judged or the time is over. @param {Turn[]} turns */
export async function judge(turns) {
  if (judging.value) return;
  judging.value = true;
  const [end, with_] = [performance.now() + 1000 * ALL, files.value];
  for (const turn of turns) {
    if (judged.value.has(turn) || performance.now() > end || with_ !== files.value) continue;
    const reply = await long({ ask: "legal", given: { question: turn.before.position }, files: with_, options: { ...options(), memory: 1 << 28, picture: false }, seconds: ONE });
    if (reply.stopped) break;
    const one = reply.error || reply.dropped ? undefined : judgement(reply, turn);
    if (one) judged.value = new Map(judged.value).set(turn, one);
  }
  judging.value = false;
}

/** @param {Look} look @param {Turn} turn @returns {Judged | undefined} */
function judgement({ legal, complete }, turn) {
  const { player } = turn.before;
  const mine = player ? legal.filter((move) => move.player === player) : legal;
  const known = mine.filter(({ outcome }) => outcome !== null);
  const [best] = [...known].sort((a, b) => RANK[RESULT[b.outcome ?? "N"] ?? "P"] - RANK[RESULT[a.outcome ?? "N"] ?? "P"]);
  const made = listed(mine, turn.move);
  // The list begins with the winning moves, so a move that is not listed does not win.
  const outcome = made ? made.outcome : complete ? null : "N";
  const had = RESULT[best?.outcome ?? ""];
  const got = RESULT[outcome ?? ""];
  if (!had || !got || (known.length < mine.length && had !== "N")) return undefined;
  return { had, got, ...(RANK[got] < RANK[had] && { better: best }) };
}
