// One worker with one core: it is handed a compiled module, then answers jobs one after the other. A job brings the files that it
// is about; the core reads them again only where they changed. While it computes it hears nothing: who wants it to stop ends it. Where it holds
// the first core, and that lacks what a job needs, it asks for the whole one, makes the matches anew there, and does the job again.

import { Grundy, Lacking } from "../grundy.mjs";

/** @import { File } from "./types.mjs" */
/** @typedef {{ id: number, files: File[] | undefined, ask: string, given: { match?: number, act?: string }, options: object, seconds: number | undefined }} Job */

/** How often progress is told, in milliseconds. */
const BEAT = 100;

/** @type {PromiseWithResolvers<Grundy>} */
let core = Promise.withResolvers();
let opened = "[]";
/** Files that were refused last, and how: several questions about them are answered alike. */
let refused = { files: "", reply: /** @type {any} */ (undefined) };
/** The seconds that the job which is done again may take in the whole core, if not as many as before. @type {number | undefined} */
let again;
/** What was asked of the matches of these files, and their numbers. @type {{ job: Job, match: number }[]} */
let played = [];
/** How much greater the numbers of matches are outside than in a core that took over. */
let ahead = 0;

/** Cells go over without being copied. @param {any} reply @param {number} id */
const send = (reply, id) => postMessage({ id, reply }, { transfer: reply.cells?.bytes ? [reply.cells.bytes] : [] });

onmessage = ({ data }) => {
  // What is thrown there would be a promise that nobody keeps: who started the worker would not hear of it.
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
  // Questions may come before the module does.
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
  // `open` answers for its files itself: they stay open if they are good, else those that were open before do.
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
    // Of a match that was left only its number counts.
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
