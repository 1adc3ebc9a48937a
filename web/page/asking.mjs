// The answer to the query about the position on the screen. Each change starts a query of at most one second, which the reader may
// continue beyond this time. The moves and the picture of the position are requested first, because they are known at once, and the board
// shows them until the position is solved. The last answer remains visible only for a moment, so that typing does not flicker.

import { batch, computed, effect, signal, untracked } from "../vendor/ui.mjs";
import { DROPPED, STOPPED } from "./carrier.mjs";
import { long, quick, soonest, stop } from "./core.mjs";
import { accused } from "./places.mjs";
import { prose } from "./prose.mjs";
import { asked, drawing, files, question, screen, unasked } from "./state.mjs";
import { lang } from "./words.mjs";

/** @import { Diagnostic, Failure, File, Look } from "./types.mjs" */

/** Milliseconds for which an old answer remains visible. */
const A_WHILE = 300;
/** Limits of a query that a keystroke starts. */
const SECONDS = 1;
const MEMORY = 256 << 20;
/** Seconds for which a query of the reader goes on by itself. */
const PATIENT = 20;
/** Whether a query of the position is continued, and whether it goes on by itself. */
let [continued, automatic] = [false, false];
/** Number of the position, rules and options on the screen: a reply to an earlier number is not shown. */
let turn = 0;
/** Whether the screen shows no verdict, as in play. */
const hidden = () => !document.getElementById("verdict");
/** Limits of a query that the reader continues. */
const MORE_MEMORY = 1 << 30;

/** The last valid answer. */
export const look = signal(/** @type {Look | undefined} */ (undefined));
/** The moves and the picture of the position on the screen, without an answer. */
export const unsolved = signal(/** @type {Look | undefined} */ (undefined));
/** Whether the last valid answer belongs to an earlier position or to earlier rules. */
export const old = signal(false);
/** Whether the answer has been old for a while. Many parts of the screen depend on this signal, so that they do not change at every
 *  keystroke. */
export const late = signal(false);
/** What the screen shows: the answer, or the position if it is not solved yet; never another position for more than a moment. */
export const shown = computed(() => (late.value ? unsolved.value : look.value ?? unsolved.value));
/** Whether a query is pending. */
export const busy = signal(false);
/** The errors that reading the rules finds, and those that the position finds. */
const [readingProblems, positionProblems] = [signal(/** @type {Diagnostic[]} */ ([])), signal(/** @type {Diagnostic[]} */ ([]))];
/** The errors in the rules. */
export const problems = computed(() => (readingProblems.value.length > 0 ? readingProblems.value : positionProblems.value));
/** The error for the position. */
export const failure = signal(/** @type {Failure | undefined} */ (undefined));
/** Whether the query exceeded the limits of a keystroke and can be continued. */
export const unfinished = signal(false);
/** The games of the files, by file. */
export const games = signal(/** @type {{ file: string, games: string[] }[]} */ ([]));
/** The long query that is running, with its progress. */
export const running = signal(/** @type {{ what: string, done: number, whole: number | undefined } | undefined} */ (undefined));

/** The conventions and the language, as options of a request. */
export const options = () => ({ ...asked.value, lang: lang.value });

/** The conventions, the language and the selected drawing, as options of a request that draws. */
export const drawnOptions = () => ({ ...options(), ...(drawing.value && { drawing: drawing.value }) });

/** Returns whether a reply refuses the selected drawing, which may be for another game. In this case, selects the default drawing.
 *  @param {{ error?: Failure }} reply */
export function misdrawn({ error }) {
  if (error?.kind !== "usage" || drawing.value === "") return false;
  drawing.value = "";
  return true;
}

/** Starts the queries. */
export function begin() {
  /** @type {File[] | undefined} */
  let before;
  effect(() => {
    if (!old.value) return void (late.value = false);
    const alarm = setTimeout(() => { late.value = true; }, A_WHILE);
    return () => clearTimeout(alarm);
  });
  effect(() => {
    screen.value;
    if (automatic) stop();
  });
  effect(() => {
    const [files_, text, how] = [files.value, question.value, drawnOptions()];
    untracked(() => {
      turn += 1;
      if (continued) stop();
      continued = false;
      old.value = look.value !== undefined;
      unsolved.value = undefined;
      if (files_ !== before) {
        before = files_;
        openFiles(files_, how.lang);
      }
      ask(text, files_, how);
    });
  });
}

/** Reads the rules: their errors and the names of their games. @param {File[]} list @param {string} lang */
async function openFiles(list, lang) {
  if (list.length === 0) return batch(() => { readingProblems.value = []; games.value = []; });
  const reply = await soonest({ ask: "open", files: list, options: { lang }, instead: "open" });
  if (reply === DROPPED || reply === STOPPED || list !== files.value) return;
  readingProblems.value = diagnostics(reply.error, list);
  if (reply.opened) games.value = reply.opened;
}

/** Returns the diagnostics of an error with their files; a diagnostic without a location gets the first line.
 *  @param {Failure | undefined} error @param {File[]} list @returns {Diagnostic[]} */
export function diagnostics(error, list) {
  if (!error) return [];
  const found = error.diagnostics.length > 0 ? error.diagnostics : [{ line: 1, column: 1, message: message(error), cause: null, help: null }];
  return found.map((one) => ({ ...one, file: one.file ?? accused(error, one, list)?.name }));
}

/** Returns the message of an error without its prefix and without the source, with code in backquotes. @param {Failure} error */
export function message(error) {
  const first = error.diagnostics[0]?.message ?? error.message.split("\n")[0] ?? "";
  return first.replace(/^(error: |错误：)/, "");
}

/** Returns the message of an error as text. @param {Failure} error */
export const plain = (error) => prose(message(error));

/** @param {string} text @param {File[]} list @param {object} how */
async function ask(text, list, how) {
  busy.value = true;
  const asks = (/** @type {boolean} */ solve) => quick({
    ask: "legal", given: { question: text }, files: list, options: { ...how, memory: MEMORY, solve }, seconds: SECONDS, spell: unasked(), instead: "legal",
  });
  const first = await asks(false);
  if (first.error || first === DROPPED || first === STOPPED) return hear(first, true);
  batch(() => {
    unsolved.value = first;
    failure.value = undefined;
    positionProblems.value = [];
  });
  const solved = await asks(true);
  hear(solved, true);
  // A link may compute for one second only. A query of the reader goes on, with its progress and a Stop button.
  if (solved.error?.kind === "stopped" && !unasked() && !running.value && !hidden() && text === question.value && list === files.value) {
    automatic = true;
    await goOn(PATIENT).finally(() => { automatic = false; });
  }
}

/** Continues the query of the position beyond one second. @param {number} [seconds]  without a limit if omitted */
export async function goOn(seconds) {
  const [text, mine] = [question.value, turn];
  continued = true;
  const reply = await atLength({ ask: "legal", given: { question: text }, files: files.value, options: drawnOptions(), ...(seconds && { seconds }) }, text);
  if (mine !== turn) return;
  continued = false;
  hear(reply, seconds !== undefined);
}

/** @param {any} reply @param {boolean} mayGoOn */
function hear(reply, mayGoOn) {
  if (reply === DROPPED || reply === STOPPED || misdrawn(reply)) return;
  batch(() => {
    busy.value = false;
    unfinished.value = mayGoOn && reply.error?.kind === "stopped";
    // Errors in the rules are shown next to the rules and not as errors of the position.
    const own = reply.error?.diagnostics.some((/** @type {Diagnostic} */ { file }) => files.value.some(({ name }) => name === file));
    positionProblems.value = own ? diagnostics(reply.error, files.value) : [];
    failure.value = reply.stage === "open" || own ? undefined : reply.error;
    if (reply.error) return;
    look.value = reply;
    old.value = false;
  });
}

/** Sends a query that may take long; its progress is shown, and Stop ends it. @param {import("./carrier.mjs").Job} job @param {string} what
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
