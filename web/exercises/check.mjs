// Compares the rules of the visitor with the game of an exercise: first the conventions of play, then the values or outcomes of positions.

import { atLength, diagnostics } from "../page/asking.mjs";
import { quick } from "../page/core.mjs";
import { lang } from "../page/words.mjs";
import { compared, openable, position } from "./problems.mjs";

/** @import { Conventions, Diagnostic, Failure, File, Look } from "../page/types.mjs" */
/** @import { Exercise } from "./problems.mjs" */

/** Seconds for the comparison of all positions, before only the positions of the box are compared. */
const SECONDS = 2;

/** A move that only one of the games has: its label, and the position that it leaves. @typedef {{ label: string | null, leaves: string }} Passage */
/** The difference at a position: the replies to `legal` for the rules of the visitor and for the game, and the results in words of the core.
 *  @typedef {{ position: string, yours: Look | undefined, game: Look | undefined, results: string[],
 *    missing: Passage[], extra: Passage[] }} Difference */
/** The compared positions agree: all positions, some, or those of the box. With `other`, the moves of a sample differ.
 *  @typedef {{ solved: "all" | "some" | "box", positions: number, other: Difference | undefined }} Solved */
/** @typedef {Solved | { problems: Diagnostic[] } | { failure: Failure } | { noGame: string } | { taken: string }
 *    | { conventions: Conventions[] } | { difference: Difference } | { stopped: true }} Result */

/** Returns the name of the file of an exercise. @param {Exercise} exercise */
export const fileName = ({ id }) => `${id}.game`;

/** Returns the files of the comparison. @param {Exercise} exercise @param {string} text @returns {File[]} */
const opened = (exercise, text) => [{ name: fileName(exercise), text }, ...(exercise.files ?? [])];

/** Reads the rules, and returns their errors and the names of their games. With `typed`, later text replaces an unfinished query. A check is
 *  never replaced.
 *  @param {Exercise} exercise @param {string} text @param {{ typed?: boolean }} [how]
 *  @returns {Promise<{ problems: Diagnostic[], games: string[] } | undefined>} */
export async function read(exercise, text, { typed = false } = {}) {
  const files = opened(exercise, openable(text));
  const reply = await quick({ ask: "open", files, options: { lang: lang.peek() }, ...(typed && { instead: "exercise" }) });
  if (reply.dropped || reply.stopped) return undefined;
  return { problems: diagnostics(reply.error, files), games: reply.opened?.[0]?.games ?? [] };
}

/** Returns the reply to `legal` for a position. @param {string} question @param {File[]} files @param {object} [options] @returns {Promise<any>} */
const legal = (question, files, options = {}) =>
  quick({ ask: "legal", given: { question }, files, options: { lang: lang.peek(), ...options }, seconds: 5 });

/** Returns the answer for a sample of an exercise. @param {Exercise} exercise @param {string} sample @returns {Promise<Look | undefined>} */
export async function sampled({ reference, drawn, drawing, files }, sample) {
  const reply = await legal(position(drawn ?? reference, sample), files ?? [], { drawing });
  return reply.position === undefined ? undefined : reply;
}

/** Returns why a query was not answered. @param {any} reply @param {File[]} files @returns {Result} */
function refused({ error }, files) {
  if (!error) return { stopped: true };
  const own = diagnostics(error, files).filter(({ file }) => file === files[0]?.name);
  return own.length > 0 && error.diagnostics.some((/** @type {Diagnostic} */ one) => one.file) ? { problems: own } : { failure: error };
}

/** Checks rules. @param {Exercise} exercise @param {string} text @returns {Promise<Result>} */
export async function check(exercise, text) {
  const { game, reference, samples } = exercise;
  const found = await read(exercise, text);
  if (!found) return { stopped: true };
  if (found.problems.length > 0) return { problems: found.problems };
  const names = found.games.map((name) => name.toLowerCase());
  if (!names.includes(game.toLowerCase())) return { noGame: game };
  const taken = reference.replace(/\(.*/, "");
  if (names.includes(taken)) return { taken: found.games[names.indexOf(taken)] ?? taken };
  const files = opened(exercise, openable(text));
  const first = samples[0] ?? "";
  /** @type {Conventions[]} */
  const conventions = [];
  for (const name of [game, reference]) {
    const reply = await legal(position(name, first), files, { solve: false });
    if (!reply.conventions) return refused(reply, files);
    conventions.push(reply.conventions);
  }
  const [one, other] = conventions.map(({ play, sum, until }) => JSON.stringify([play, sum, until]));
  return one === other ? compare(exercise, text, files) : { conventions };
}

/** @param {Exercise} exercise @param {string} text @param {File[]} files @returns {Promise<Result>} */
async function compare(exercise, text, files) {
  const { game, reference, box } = exercise;
  // The conventions are those of the rules, not those that the reader selected for the position on the board.
  const own = { play: undefined, sum: undefined, until: undefined, memory: 256 << 20 };
  const job = { ask: "same", given: { games: [game, reference] }, files, options: own };
  let reply = await atLength({ ...job, ...(box && { seconds: SECONDS }) }, game);
  if (reply.error?.kind === "stopped" && box) {
    const tested = { name: fileName(exercise), text: compared(exercise, text) };
    const { reports, stopped } = await atLength({ ask: "check", given: { file: tested }, files: [tested, ...files.slice(1)], options: own }, game);
    if (stopped) return { stopped: true };
    if (reports?.[0]?.findings?.at(-1)?.holds) return { solved: "box", positions: 0, other: await otherMoves(exercise, files) };
    reply = await atLength(job, game);
  }
  if (reply.error || reply.stopped || reply.dropped) return refused(reply, files);
  if (!reply.difference) {
    const other = reply.by === "moves" ? undefined : await otherMoves(exercise, files);
    return { solved: reply.same ? "all" : "some", positions: reply.positions ?? 0, other };
  }
  return { difference: await differing(exercise, files, reply.difference) };
}

/** Returns a sample whose moves differ, although its value agrees. @param {Exercise} exercise @param {File[]} files */
async function otherMoves(exercise, files) {
  for (const sample of exercise.samples.filter((sample) => !sample.includes("+"))) {
    const found = await differing(exercise, files, { position: sample.slice(1, -1).split(", "), results: [] });
    if (found.yours && found.missing.length + found.extra.length > 0) return found;
  }
  return undefined;
}

/** @param {Exercise} exercise @param {File[]} files @param {{ position: string[], results: string[] }} difference @returns {Promise<Difference>} */
async function differing({ game, reference, drawn, drawing }, files, { position: numbers, results }) {
  const at = `[${numbers.join(", ")}]`;
  const [yours, theirs, picture] = [await legal(game + at, files), await legal(reference + at, files, { drawing }), drawn && await legal(drawn + at, files)];
  const known = (/** @type {any} */ reply) => (reply.position === undefined ? undefined : reply);
  const moves = [[game, yours], [reference, theirs]].map(([name, reply]) => new Map((reply.legal ?? []).map((/** @type {any} */ move) => [plainly(move.leaves, name), move])));
  const [mine = new Map(), wanted = new Map()] = moves;
  const lacking = (/** @type {Map<string, any>} */ list, /** @type {Map<string, any>} */ other) =>
    [...list].filter(([leaves]) => !other.has(leaves)).map(([leaves, move]) => ({ label: move.steps[0]?.label ?? null, leaves: shown(leaves, game) }));
  return {
    position: game.toLowerCase() + at, yours: known(yours), game: drawn ? { ...theirs, picture: picture.picture } : known(theirs), results,
    missing: lacking(wanted, mine), extra: lacking(mine, wanted),
  };
}

/** Returns a position without the name of its game, with sorted components. @param {string} leaves @param {string} game */
function plainly(leaves, game) {
  const name = game.replace(/\(.*/, "");
  return leaves.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${name}(\\([^()[\\]]*\\))?(?=\\[)`, "giu"), "").split(" + ").sort().join(" + ");
}

/** Returns a position with the name of the visitor's game. @param {string} leaves @param {string} game */
const shown = (leaves, game) => leaves.replace(/(^| )\[/g, `$1${game.toLowerCase()}[`);

/** Returns a position of the reference with the name of the visitor's game. @param {string} text @param {Exercise} exercise */
export const renamed = (text, { game, reference, drawn }) => shown(plainly(text, drawn ?? reference), game);
