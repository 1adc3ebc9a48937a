// One worker with one core: it is handed the compiled module once, then answers jobs one after the other. A job brings the files that it
// is about; the core reads them again only where they changed. While it computes it hears nothing: who wants it to stop ends it.

import { Grundy } from "../grundy.mjs";

/** @import { File } from "./types.mjs" */
/** @typedef {{ id: number, files: File[] | undefined, ask: string, given: object, options: object, seconds: number | undefined }} Job */

/** How often progress is told, in milliseconds. */
const BEAT = 100;

/** @type {PromiseWithResolvers<Grundy>} */
const core = Promise.withResolvers();
let opened = "[]";
/** Files that were refused last, and how: several questions about them are answered alike. */
let refused = { files: "", reply: /** @type {any} */ (undefined) };

/** Cells go over without being copied. @param {any} reply @param {number} id */
const send = (reply, id) => postMessage({ id, reply }, { transfer: reply.cells ? [reply.cells.bytes] : [] });

onmessage = async ({ data }) => {
  if (data.module) {
    Grundy.load(data.module).then(
      (grundy) => {
        core.resolve(grundy);
        postMessage({ ready: true });
      },
      (error) => postMessage({ broken: String(error) }),
    );
    return;
  }
  const { id, files, ask, given, options, seconds } = /** @type {Job} */ (data);
  // Questions may come before the module does.
  const grundy = await core.promise;
  let told = performance.now();
  grundy.progress = (done, whole) => {
    if (performance.now() - told < BEAT) return;
    told = performance.now();
    postMessage({ id, progress: [done, whole] });
  };
  // `open` answers for its files itself: they stay open if they are good, else those that were open before do.
  const wanted = files ? JSON.stringify(files) : opened;
  const { lang } = /** @type {{ lang?: string }} */ (options);
  if (files && wanted + lang === refused.files) return send(refused.reply, id);
  if (wanted !== opened || ask === "open") {
    const reply = grundy.open(files ?? [], { lang });
    if (reply.error) {
      refused = { files: wanted + lang, reply: { ...reply, stage: "open" } };
      return send(refused.reply, id);
    }
    opened = wanted;
    if (ask === "open") return send(reply, id);
  }
  const limits = { ...options, ...(seconds === undefined ? {} : { seconds }) };
  send(grundy.ask(ask, given, limits), id);
};
