// What the position on the screen is worth: asked anew at each change, with a second at most. Beyond that the reader may let it go on.
// While rules or the position cannot be read, the last good answer stays and is marked as old.

import { batch, effect, signal, untracked } from "../vendor/ui.mjs";
import { isolated } from "./bidi.mjs";
import { DROPPED, STOPPED } from "./carrier.mjs";
import { long, quick, soonest, stop } from "./core.mjs";
import { accused } from "./places.mjs";
import { asked, drawing, files, question, unasked } from "./state.mjs";
import { lang } from "./words.mjs";

/** @import { Diagnostic, Failure, File, Look } from "./types.mjs" */

/** How long an answer may be old before moves are barred, in milliseconds. */
const A_WHILE = 300;
/** What a keystroke may cost. */
const SECONDS = 1;
const MEMORY = 256 << 20;
/** What the reader may let go on. */
const MORE_MEMORY = 1 << 30;

/** The last good answer. */
export const look = signal(/** @type {Look | undefined} */ (undefined));
/** Whether it is of an earlier position or of earlier rules. */
export const old = signal(false);
/** Whether it has been so for a while: what many parts of the screen show is not changed at every keystroke. */
export const late = signal(false);
/** Whether an answer is waited for. */
export const busy = signal(false);
/** What is wrong with the rules. */
export const problems = signal(/** @type {Diagnostic[]} */ ([]));
/** Why the position has no answer. */
export const failure = signal(/** @type {Failure | undefined} */ (undefined));
/** Whether the answer takes longer than a keystroke may: it can be let go on. */
export const unfinished = signal(false);
/** The games of the files, by file. */
export const games = signal(/** @type {{ file: string, games: string[] }[]} */ ([]));
/** What runs long: what it is, and how far it is. */
export const running = signal(/** @type {{ what: string, done: number, whole: number | undefined } | undefined} */ (undefined));

/** The conventions and the language, as options of a request. */
export const options = () => ({ ...asked.value, lang: lang.value });

/** The same for what is drawn. */
export const drawnOptions = () => ({ ...options(), ...(drawing.value && { drawing: drawing.value }) });

/** Whether a reply refuses the drawing that was chosen, perhaps for another game; then what is drawn draws itself from now on.
 *  @param {{ error?: Failure }} reply */
export function misdrawn({ error }) {
  if (error?.kind !== "usage" || drawing.value === "") return false;
  drawing.value = "";
  return true;
}

/** Starts to ask. */
export function begin() {
  /** @type {File[] | undefined} */
  let before;
  effect(() => {
    if (!old.value) return void (late.value = false);
    const alarm = setTimeout(() => { late.value = true; }, A_WHILE);
    return () => clearTimeout(alarm);
  });
  effect(() => {
    const [files_, text, how] = [files.value, question.value, drawnOptions()];
    untracked(() => {
      old.value = look.value !== undefined;
      if (files_ !== before) {
        before = files_;
        openFiles(files_, how.lang);
      }
      ask(text, files_, how);
    });
  });
}

/** Reads the rules, for their problems and the names of their games. @param {File[]} list @param {string} lang */
async function openFiles(list, lang) {
  if (list.length === 0) return batch(() => { problems.value = []; games.value = []; });
  const reply = await soonest({ ask: "open", files: list, options: { lang }, instead: "open" });
  if (reply === DROPPED || reply === STOPPED || list !== files.value) return;
  problems.value = diagnostics(reply.error, list);
  if (reply.opened) games.value = reply.opened;
}

/** The diagnostics of an error with their files; one without a place stands at the beginning. @param {Failure | undefined} error
 *  @param {File[]} list @returns {Diagnostic[]} */
export function diagnostics(error, list) {
  if (!error) return [];
  const found = error.diagnostics.length > 0 ? error.diagnostics : [{ line: 1, column: 1, message: plain(error), cause: null, help: null }];
  const shown = (/** @type {string | null} */ text) => text && isolated(text);
  return found.map((one) => ({
    ...one, message: isolated(one.message), cause: shown(one.cause), help: shown(one.help), file: one.file ?? accused(error, one, list)?.name,
  }));
}

/** The message of an error without the word before it and without the source. @param {Failure} error */
export function plain(error) {
  const first = error.diagnostics[0]?.message ?? error.message.split("\n")[0] ?? "";
  return isolated(first.replace(/^(error: |错误：)/, ""));
}

/** @param {string} text @param {File[]} list @param {object} how */
async function ask(text, list, how) {
  busy.value = true;
  const job = { ask: "look", given: { question: text }, files: list };
  hear(await quick({ ...job, options: { ...how, memory: MEMORY }, seconds: SECONDS, spell: unasked(), instead: "look" }), true);
}

/** Goes on beyond the second. */
export async function goOn() {
  const [text, list] = [question.value, files.value];
  const reply = await atLength({ ask: "look", given: { question: text }, files: list, options: drawnOptions() }, text);
  if (text === question.value && list === files.value) hear(reply, false);
}

/** @param {any} reply @param {boolean} mayGoOn */
function hear(reply, mayGoOn) {
  if (reply === DROPPED || reply === STOPPED || misdrawn(reply)) return;
  batch(() => {
    busy.value = false;
    unfinished.value = mayGoOn && reply.error?.kind === "stopped";
    // What is wrong with the rules is told at the rules.
    failure.value = reply.stage === "open" ? undefined : reply.error;
    if (reply.error) return;
    look.value = reply;
    old.value = false;
  });
}

/** Asks what may take long; its progress is shown, and Stop ends it. @param {import("./carrier.mjs").Job} job @param {string} what
 *  @returns {Promise<any>} */
export async function atLength(job, what) {
  if (running.value) stop();
  const mine = { what, done: 0, whole: /** @type {number | undefined} */ (undefined) };
  running.value = mine;
  const reply = await long({
    ...job,
    options: { ...options(), memory: MORE_MEMORY, ...job.options },
    progress: (done, whole) => { if (running.value?.what === what) running.value = { what, done, whole }; },
  });
  if (running.value?.what === what) running.value = undefined;
  return reply;
}
