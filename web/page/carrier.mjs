// Sends queries to a core. A lane is one worker that runs one job after the other. Queries of keystrokes use a quick lane, in which a new
// job replaces an outdated job of the same kind. Tables, graphs and searches use another lane, so they do not delay the quick lane.
// Workers share no memory, so Stop ends the worker and starts another worker from the same compiled module. A worker starts with the best
// available core. The best core may be the first core, which lacks rarely used code (whole.mjs). If a job needs the missing code, the
// worker receives the whole core.

import { allowed } from "./spell.mjs";

/** @import { Spell } from "./spell.mjs" */
/** @import { File } from "./types.mjs" */
/** @typedef {(done: number, whole: number | undefined) => void} Progress */
/** @typedef {object} Job
 *  @property {string} ask
 *  @property {object} [given]      inputs of the request other than options
 *  @property {object} [options]    options of the request
 *  @property {File[]} [files]      the rules; without them the open files stay
 *  @property {number} [seconds]    time limit
 *  @property {Spell | undefined} [spell]  shared time of the queries that a link starts
 *  @property {string} [instead]    replaces unfinished jobs with the same word
 *  @property {boolean} [patient]   is not ended if outdated, because ending the worker loses the matches
 *  @property {Progress} [progress] called regularly */
/** Sources of cores: the best available core, and the whole core, which is fetched if necessary.
 *  @typedef {{ best: () => Promise<{ module: WebAssembly.Module, first: boolean }>, whole: () => Promise<WebAssembly.Module> }} Cores */
/** @typedef {Job & { id: number, done: (reply: any) => void, started?: number, ended?: (lost?: boolean) => void }} Waiting */

/** Milliseconds after which an outdated job is ended; a job that has run for less time is left to finish. */
const PATIENCE = 300;
/** Seconds after the time limit of a job at which an unresponsive worker is replaced. */
const GRACE = 5;

/** The reply to an outdated job. */
export const DROPPED = Object.freeze({ dropped: true });
/** Why no core is available if `grundy serve` needs the key of its printed link. The page says so once, so jobs end without an error. */
export const LOCKED = "locked";
/** The reply to a stopped job. */
export const STOPPED = Object.freeze({ stopped: true });

export class Lane {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Waiting[]} */ #waiting = [];
  /** @type {Waiting | undefined} */ #running;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #alarm;
  #last = 0;
  /** Whether the worker has its core. */ #ready = false;
  /** Why no core is available. */ #dead = "";
  #start;
  #cores;

  /** @param {() => Worker} start @param {Cores} cores */
  constructor(start, cores) {
    this.#start = start;
    this.#cores = cores;
    this.#renew();
  }

  /** Whether no job is running or waiting. */
  get idle() {
    return !this.#running && this.#waiting.length === 0;
  }

  /** Sends a job. The promise always resolves: to a reply, an `error`, `DROPPED` or `STOPPED`.
   *  @param {Job} job @returns {Promise<any>} */
  ask(job) {
    return new Promise((done) => {
      if (job.instead) this.#outdate(job.instead);
      this.#last += 1;
      this.#waiting.push({ ...job, id: this.#last, done });
      if (this.#dead) this.#refuse();
      else this.#next();
    });
  }

  /** Ends the running job and drops the waiting jobs. */
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

  /** Starts a job. If the worker has no core yet, the job starts when the worker receives its core. @param {Waiting} job */
  #begin(job) {
    job.started = performance.now();
    if (this.#ready) job.ended = job.spell?.begin();
    this.#watch();
  }

  /** Replaces a worker that exceeds its limit. The limit does not include loading the core, which may take long on a slow connection. */
  #watch() {
    const seconds = this.#running?.seconds;
    if (!this.#ready || seconds === undefined) return;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#broken("the core does not respond"), (seconds + GRACE) * 1000);
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
      if (this.#worker === worker) this.#broken(event.message ?? "the worker crashed");
    };
    this.#cores.best().then(
      (core) => worker.postMessage(core),
      (error) => {
        this.#dead = String(error);
        this.#refuse();
      },
    );
  }

  /** Sends the whole core to the worker, which then repeats its job. */
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

  /** Fails all jobs. */
  #refuse() {
    clearTimeout(this.#alarm);
    const jobs = [this.#running, ...this.#waiting];
    [this.#running, this.#waiting] = [undefined, []];
    const reply = this.#dead === LOCKED ? STOPPED : { error: { kind: "bug", message: this.#dead, diagnostics: [] } };
    for (const job of jobs) settle(job, reply);
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

/** Finishes a job. @param {Waiting | undefined} job @param {any} reply */
function settle(job, reply) {
  job?.ended?.();
  job?.done(reply);
}
