// How questions reach a core. A lane is one worker that answers one job after the other. What a keystroke asks goes through a quick lane,
// where a new job takes the place of a stale one of the same kind; tables, graphs and searches go through another, so that they hold up
// nothing. There is no shared memory, so Stop ends the worker and starts another from the same compiled module. A worker begins with the best
// core that there is; where that is the first one and lacks what a job needs, it is handed the whole one and keeps it.

import { allowed } from "./spell.mjs";

/** @import { Spell } from "./spell.mjs" */
/** @import { File } from "./types.mjs" */
/** @typedef {(done: number, whole: number | undefined) => void} Progress */
/** @typedef {object} Job
 *  @property {string} ask
 *  @property {object} [given]      what the request takes beside its options
 *  @property {object} [options]    its options
 *  @property {File[]} [files]      the rules it is about; without them it is about none, and what is open stays
 *  @property {number} [seconds]    its limit
 *  @property {Spell | undefined} [spell]  what it shares its time with, where nobody asks for it but a link
 *  @property {string} [instead]    jobs with the same word that were not yet answered are stale now
 *  @property {boolean} [patient]   when it is stale it is not ended: with its worker the matches would be lost
 *  @property {Progress} [progress] told now and then */
/** Where cores come from: the best that there is, and the whole one, fetched where it is not there yet.
 *  @typedef {{ best: () => Promise<{ module: WebAssembly.Module, first: boolean }>, whole: () => Promise<WebAssembly.Module> }} Cores */
/** @typedef {Job & { id: number, done: (reply: any) => void, started?: number, ended?: (lost?: boolean) => void }} Waiting */

/** A stale job that has run for so many milliseconds is ended; a younger one will soon be done. */
const PATIENCE = 300;
/** Seconds after its limit at which a worker that does not answer is taken for broken. */
const GRACE = 5;

/** What a job is answered that is no longer wanted. */
export const DROPPED = Object.freeze({ dropped: true });
/** What a job is answered that was stopped. */
export const STOPPED = Object.freeze({ stopped: true });

export class Lane {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Waiting[]} */ #waiting = [];
  /** @type {Waiting | undefined} */ #running;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #alarm;
  #last = 0;
  /** Whether the worker has its core. */ #ready = false;
  /** Why no core can be had at all. */ #dead = "";
  #start;
  #cores;

  /** @param {() => Worker} start @param {Cores} cores */
  constructor(start, cores) {
    this.#start = start;
    this.#cores = cores;
    this.#renew();
  }

  /** Whether nothing is asked. */
  get idle() {
    return !this.#running && this.#waiting.length === 0;
  }

  /** Asks; the promise is always kept: with a reply, an `error`, `DROPPED` or `STOPPED`. @param {Job} job @returns {Promise<any>} */
  ask(job) {
    return new Promise((done) => {
      if (job.instead) this.#outdate(job.instead);
      this.#last += 1;
      this.#waiting.push({ ...job, id: this.#last, done });
      if (this.#dead) this.#refuse();
      else this.#next();
    });
  }

  /** Ends what runs and drops what waits. */
  stop() {
    const ended = [this.#running, ...this.#waiting];
    const running = this.#running;
    this.#running = undefined;
    this.#waiting = [];
    if (running) this.#renew();
    for (const job of ended) settle(job, STOPPED);
  }

  /** @param {string} kind */
  #outdate(kind) {
    const stale = this.#waiting.filter((job) => job.instead === kind);
    this.#waiting = this.#waiting.filter((job) => job.instead !== kind);
    for (const job of stale) settle(job, DROPPED);
    const running = this.#running;
    if (running?.instead !== kind) return;
    running.done(DROPPED);
    if (this.#ready && !running.patient && performance.now() - (running.started ?? 0) > PATIENCE) {
      running.ended?.();
      this.#running = undefined;
      this.#renew();
    }
  }

  #next() {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    const { id, ask, given = {}, options = {}, files } = job;
    this.#worker?.postMessage({ id, ask, given, options, files, seconds: allowed(job) });
    this.#begin(job);
  }

  /** The worker is at a job, or will be once it has its core. @param {Waiting} job */
  #begin(job) {
    job.started = performance.now();
    if (this.#ready) job.ended = job.spell?.begin();
    this.#watch();
  }

  /** Gives up the running job where a worker does not keep its limit; on a slow line the core itself may take long to come. */
  #watch() {
    const seconds = this.#running?.seconds;
    if (!this.#ready || seconds === undefined) return;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#broken("it does not answer"), (seconds + GRACE) * 1000);
  }

  /** @param {string} why */
  #broken(why) {
    const job = this.#running;
    this.#running = undefined;
    this.#renew();
    settle(job, { error: { kind: "bug", message: why, diagnostics: [] } });
    this.#next();
  }

  #renew() {
    clearTimeout(this.#alarm);
    this.#ready = false;
    this.#worker?.terminate();
    const worker = this.#start();
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#broken(event.message ?? "the worker ended");
    };
    this.#cores.best().then(
      (core) => worker.postMessage(core),
      (error) => {
        this.#dead = String(error);
        this.#refuse();
      },
    );
  }

  /** Hands the whole core to the worker, which then does its job again. */
  #complete() {
    clearTimeout(this.#alarm);
    this.#ready = false;
    const worker = this.#worker;
    const job = this.#running;
    job?.ended?.(true);
    this.#cores.whole().then(
      (module) => worker?.postMessage({ module, first: false, ...(job?.spell && { seconds: allowed(job) }) }),
      (error) => { if (this.#worker === worker) this.#broken(String(error)); },
    );
  }

  /** Answers everything with what is wrong. */
  #refuse() {
    clearTimeout(this.#alarm);
    const jobs = [this.#running, ...this.#waiting];
    [this.#running, this.#waiting] = [undefined, []];
    for (const job of jobs) settle(job, { error: { kind: "bug", message: this.#dead, diagnostics: [] } });
  }

  /** @param {any} data */
  #heard(data) {
    const job = this.#running;
    if (data.ready) {
      this.#ready = true;
      if (job) this.#begin(job);
      return;
    }
    if (data.broken) {
      this.#dead = data.broken;
      return this.#refuse();
    }
    if (!job || data.id !== job.id) return;
    if (data.lacking) return this.#complete();
    if (data.progress) return job.progress?.(data.progress[0], data.progress[1]);
    clearTimeout(this.#alarm);
    this.#running = undefined;
    settle(job, data.reply);
    this.#next();
  }
}

/** A job is over. @param {Waiting | undefined} job @param {any} reply */
function settle(job, reply) {
  job?.ended?.();
  job?.done(reply);
}
