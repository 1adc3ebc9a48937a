// A lane that uses `grundy serve` on this machine instead of a core in a worker. A job is sent as `POST /ask` with the key of the printed
// link. The reply consists of lines of JSON: progress lines `{"progress": [done, whole]}`, then the answer. After the answer come the
// cells of a table as bytes. Closing the connection ends the computation.

import { DROPPED, STOPPED } from "./carrier.mjs";
import { allowed } from "./spell.mjs";

/** @import { Job } from "./carrier.mjs" */

/** A lane of requests over HTTP, with the methods of `Lane`. The lane runs one job at a time, so outdated jobs are never sent. */
export class Line {
  /** @type {Map<AbortController, { job: Job, answer: (reply: any) => void }>} */ #open = new Map();
  #key;
  #lane;
  #refused;

  /** @param {string} key @param {string} lane @param {() => void} refused  called if the server has another key */
  constructor(key, lane, refused) {
    this.#key = key;
    this.#lane = lane;
    this.#refused = refused;
  }

  /** Whether no job is running or waiting. */
  get idle() {
    return this.#open.size === 0;
  }

  /** Sends a job; the promise always resolves. @param {Job} job @returns {Promise<any>} */
  ask(job) {
    if (job.instead) this.#end(DROPPED, job.instead);
    const ender = new AbortController();
    return new Promise((done) => {
      this.#open.set(ender, { job, answer: done });
      const ended = job.spell?.begin();
      this.#send(job, ender.signal)
        .catch((error) => ({ error: { kind: "bug", message: String(error), diagnostics: [] } }))
        .then((reply) => {
          this.#open.delete(ender);
          ended?.();
          done(reply);
        });
    });
  }

  /** Ends all jobs. */
  stop() {
    this.#end(STOPPED);
  }

  /** @param {object} reply @param {string} [kind] */
  #end(reply, kind) {
    for (const [ender, { job, answer }] of this.#open) {
      if (kind && job.instead !== kind) continue;
      this.#open.delete(ender);
      answer(reply);
      ender.abort();
    }
  }

  /** @param {Job} job @param {AbortSignal} signal */
  async #send({ ask, given = {}, options = {}, files = [], progress, ...time }, signal) {
    const body = JSON.stringify({ files, seconds: allowed(time), lane: this.#lane, request: ask === "files" ? { ask } : { ...given, ask, options } });
    const headers = { "content-type": "application/json", "x-grundy-key": this.#key };
    const response = await fetch("ask", { method: "POST", headers, body, signal });
    if (response.status === 403) {
      this.#refused();
      return STOPPED;
    }
    if (!response.body) throw new Error(`HTTP ${response.status}`);
    const reader = response.body.getReader();
    let [rest, reply] = [new Uint8Array(), /** @type {any} */ (undefined)];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const all = new Uint8Array(rest.length + value.length);
      all.set(rest);
      all.set(value, rest.length);
      rest = all;
      // The bytes after the reply are the cells of a table, not lines.
      for (let end = rest.indexOf(10); end >= 0 && reply === undefined; end = rest.indexOf(10)) {
        const told = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)));
        rest = rest.slice(end + 1);
        if (told.progress) progress?.(told.progress[0], told.progress[1] ?? undefined);
        else reply = told;
      }
    }
    if (typeof reply?.cells === "object" && reply.cells) reply.cells.bytes = rest.buffer;
    if (reply === undefined) throw new Error(`HTTP ${response.status}`);
    return reply;
  }
}
