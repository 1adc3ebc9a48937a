// A worker with one core: it receives a compiled module, then runs jobs one after the other. A job contains its files; the core reads
// them again only if they changed. A worker receives no messages while it computes, so a computation is stopped by ending its worker. If
// the worker has the first core and a job needs missing code, the worker requests the whole core, rebuilds the matches in the whole core,
// and repeats the job.

import { Grundy, Lacking } from "../grundy.mjs";

/** @import { File } from "./types.mjs" */
/** @typedef {{ id: number, files: File[] | undefined, ask: string, given: { match?: number, act?: string }, options: object, seconds: number | undefined }} Job */

/** Milliseconds between progress messages. */
const BEAT = 100;

/** @type {PromiseWithResolvers<Grundy>} */
let core = Promise.withResolvers();
let opened = "[]";
/** The last refused files and their error, so that further queries about these files get the same reply. */
let refused = { files: "", reply: /** @type {any} */ (undefined) };
/** Seconds for a repeated job in the whole core; undefined if the limit of the job did not change. @type {number | undefined} */
let again;
/** The requests about the matches of the open files, with the numbers of the matches. @type {{ job: Job, match: number }[]} */
let played = [];
/** Difference between the number of a match in requests and its number in the whole core that replaced the first core. */
let ahead = 0;

/** Cells are transferred without a copy. @param {any} reply @param {number} id */
const send = (reply, id) => postMessage({ id, reply }, { transfer: reply.cells?.bytes ? [reply.cells.bytes] : [] });

onmessage = ({ data }) => {
  // An error in `answer` would be an unhandled rejection, which the owner of the worker would not receive.
  if (!data.module) return answer(data).catch((error) => reportError(error));
  again = data.seconds;
  Grundy.load(data.module, { first: data.first }).then(
    (grundy) => {
      core.resolve(grundy);
      postMessage({ ready: true });
    },
    (error) => postMessage({ broken: String(error) }),
  );
};

/** @param {Job} job */
async function answer(job) {
  // Jobs may arrive before the module.
  const grundy = await core.promise;
  try {
    send(reply(grundy, job), job.id);
  } catch (error) {
    if (!(error instanceof Lacking)) throw error;
    core = Promise.withResolvers();
    postMessage({ id: job.id, lacking: true });
    const whole = await core.promise;
    if (opened !== "[]") whole.open(JSON.parse(opened));
    ahead = (played[0]?.match ?? 1) - 1;
    for (const { job } of played) ask(whole, job);
    send(reply(whole, { ...job, seconds: again ?? job.seconds }), job.id);
  }
}

/** @param {Grundy} grundy @param {Job} job */
function reply(grundy, job) {
  const { id, files, options } = job;
  let told = performance.now();
  grundy.progress = (done, whole) => {
    if (performance.now() - told < BEAT) return;
    told = performance.now();
    postMessage({ id, progress: [done, whole] });
  };
  // The reply to `open` lists the opened files or reports the error of a file. Valid files stay open; if a file is invalid, the previous
  // files stay open.
  const wanted = files ? JSON.stringify(files) : opened;
  const { lang } = /** @type {{ lang?: string }} */ (options);
  if (files && wanted + lang === refused.files) return refused.reply;
  if (wanted !== opened || job.ask === "open") {
    const reply = grundy.open(files ?? [], { lang });
    if (reply.error) {
      refused = { files: wanted + lang, reply: { ...reply, stage: "open" } };
      return refused.reply;
    }
    opened = wanted;
    played = [];
    if (job.ask === "open") return reply;
  }
  const reply = ask(grundy, job);
  if (job.ask === "play" && !reply.error) {
    // Only the number of a closed match is needed, so the requests of the match are removed.
    if (job.given.act === "leave") played = played.filter(({ job: { given } }) => given.match !== job.given.match);
    played.push({ job, match: reply.match });
  }
  return reply;
}

/** @param {Grundy} grundy @param {Job} job */
function ask(grundy, { ask, given, options, seconds }) {
  const { match } = given;
  const reply = grundy.ask(ask, match === undefined ? given : { ...given, match: match - ahead }, { ...options, ...(seconds === undefined ? {} : { seconds }) });
  return reply.match === undefined ? reply : { ...reply, match: reply.match + ahead };
}
