// Grundy in JavaScript, for pages and for Node: loads the core (crates/web), asks it questions, and runs the code that it
// generates. Answers are the objects of docs/json.md (numbers beyond 2^53 as strings); what goes wrong is such an object too, with
// `error`. A question is answered before `ask` returns: in a page let a worker ask, which may also compile modules of any size.

const DONE = 0, TRAPPED = 3, UNABLE = 4;

/** Thrown through generated code to end it: the host wants no more (1: time, 2: cancelled). */
class Stopped extends Error {
  /** @param {number} code */
  constructor(code) { super("stopped"); this.code = code; }
}

/** Thrown through generated code where a function of the language has no value. */
class NoValue extends Error {}

/** Thrown where a first core (page/whole.mjs) cannot answer; it answers nothing from then on. */
export class Lacking extends Error {}

export class Grundy {
  /** How many generated modules were instantiated. */
  modules = 0;
  /** Looked at now and then: return true to stop. */
  cancelled = () => false;
  /** Told now and then how many positions are done, and of how many (undefined if that is not known). */
  progress = (/** @type {number} */ _done, /** @type {number | undefined} */ _whole) => {};

  /** @type {WebAssembly.Module} */ #compiled;
  /** The exports of the core. @type {any} */ #core;
  /** The generated module that is loaded, its memory, and how many positions it fills. @type {any} */ #instance;
  /** @type {any} */ #memory;
  /** @type {number | undefined} */ #whole;
  /** The words of a core that broke off. @type {string | undefined} */ #words;
  /** Whether it is a first core. */ #first = false;
  /** What went wrong in the core while generated code called it. @type {unknown} */ #fault;
  #deadline = Infinity;
  #reopens = false;
  /** @type {{ name: string, text: string }[]} */ #files = [];

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    this.#compiled = compiled;
  }

  /** The core, from its bytes or from a WebAssembly.Module. A first core throws `Lacking` where the whole one would have to answer.
   *  @param {BufferSource | WebAssembly.Module} source @param {{ first?: boolean }} [how] */
  static async load(source, { first = false } = {}) {
    const grundy = new Grundy(source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source));
    grundy.#first = first;
    grundy.#core = (await WebAssembly.instantiate(grundy.#compiled, grundy.#imports())).exports;
    return grundy;
  }

  /** Begins anew with the library and these files: [{ name, text }]. A name ends in .game for rules, else in the kind of graph or board
   *  (.hackenbush, .arcs, …); rules are known by their first word too. Where one is refused nothing changes.
   *  @param {{ name: string, text: string }[]} files @param {object} [options] */
  open(files, options = {}) {
    this.#deadline = Infinity;
    const reply = this.#request({ ask: "open", files, options });
    if (!reply.error) this.#files = files;
    return reply;
  }

  /** Asks anything of crates/requests: "solve", "moves", "table", "explain", "chart", "graph", "stats", "heap", "nim", "judge", "check",
   *  "verify", "format", "library" or "play". `given` is the question, or an object with what else the request takes, such as { file }.
   *  `options.seconds` limits the time; the others go to the core: lang, without, play, sum, memory and those of the request.
   *  Matches of "play" are gone where files are opened, and where a core broke off.
   *  @param {string} kind @param {string | object} [given] @param {{ seconds?: number, [option: string]: unknown }} [options] @returns {any} */
  ask(kind, given = {}, { seconds = Infinity, ...options } = {}) {
    this.#deadline = now() + seconds;
    const fields = typeof given === "string" ? { question: given } : given;
    return this.#request({ ...fields, ask: kind, options });
  }

  /** @param {{ [name: string]: any }} request @returns {any} */
  #request(request) {
    // Opened files are opened again without a limit.
    this.#reopens = false;
    try {
      return this.#send(request);
    } catch (error) {
      if (this.#first) throw new Lacking(String(error));
      // The core broke off in the middle and cannot go on: stack or memory at an end, or a bug. A fresh one takes its place.
      const message = this.#words ?? String(error);
      this.#words = this.#instance = this.#memory = this.#fault = undefined;
      this.#core = new WebAssembly.Instance(this.#compiled, this.#imports()).exports;
      this.#reopens = true;
      if (this.#files.length > 0) this.#send({ ask: "open", files: this.#files });
      return { error: { kind: "bug", message: `error: the core broke off: ${message}`, diagnostics: [] } };
    }
  }

  /** @param {object} request @returns {any} */
  #send(request) {
    const core = this.#core;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = core.grundy_alloc(bytes.length) >>> 0;
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    const reply = BigInt.asUintN(64, core.grundy_request(at, bytes.length));
    if (this.#fault) throw this.#fault;
    const [start, length] = [Number(reply >> 32n), Number(reply & 0xffffffffn)];
    const text = this.#text(start, length);
    core.grundy_free(start, length);
    const answer = JSON.parse(text);
    // A count of cells is no table.
    if (typeof answer.cells === "object" && answer.cells) answer.cells.bytes = this.#cells();
    return answer;
  }

  /** The cells of the last reply, copied out of the core: an ArrayBuffer that may be transferred. */
  #cells() {
    const place = BigInt.asUintN(64, this.#core.grundy_cells());
    const [start, length] = [Number(place >> 32n), Number(place & 0xffffffffn)];
    return this.#core.memory.buffer.slice(start, start + length);
  }

  /** @param {number} start @param {number} length */
  #text(start, length) {
    return new TextDecoder().decode(new Uint8Array(this.#core.memory.buffer, start >>> 0, length));
  }

  #stop() {
    if (this.#reopens) return 0;
    if (this.cancelled()) return 2;
    return now() >= this.#deadline ? 1 : 0;
  }

  /** What the core imports. */
  #imports() {
    const page = {
      now,
      stop: () => this.#stop(),
      progress: (/** @type {number} */ done, /** @type {number} */ whole) => this.progress(done, whole < 0 ? undefined : whole),
      panicked: (/** @type {number} */ at, /** @type {number} */ length) => { this.#words = this.#text(at, length); },
      instantiate: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ pages, /** @type {number} */ whole) => {
        try {
          // A copy: the core's memory may move while the module lives.
          const code = new Uint8Array(this.#core.memory.buffer, at >>> 0, length).slice();
          this.#memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
          this.#whole = whole < 0 ? undefined : whole;
          const grundy = { memory: this.#memory, poll: (/** @type {bigint} */ done) => this.#poll(done), call: this.#call.bind(this) };
          this.#instance = new WebAssembly.Instance(new WebAssembly.Module(code), { grundy });
          this.modules += 1;
          return 1;
        } catch {
          this.#instance = this.#memory = undefined;
          return 0;
        }
      },
      clear: (/** @type {number} */ from, /** @type {number} */ length) => ended(() => this.#instance.exports.clear(from, length)),
      fill: (/** @type {unknown[]} */ ...task) => ended(() => this.#instance.exports.fill(...task)),
      read: (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ length) => {
        const bytes = new Uint8Array(this.#memory.buffer, from >>> 0, length);
        new Uint8Array(this.#core.memory.buffer, to >>> 0, length).set(bytes);
      },
      release: () => { this.#instance = this.#memory = undefined; },
    };
    return { page };
  }

  /** Generated code asks whether to go on. @param {bigint} done */
  #poll(done) {
    this.progress(Number(done), this.#whole);
    const code = this.#stop();
    if (code !== DONE) throw new Stopped(code);
  }

  /** Generated code calls a function of the language. @param {number} number @param {bigint} a @param {bigint} b */
  #call(number, a, b) {
    try {
      const value = this.#core.grundy_call(number, a, b);
      if (this.#core.grundy_called()) return value;
    } catch (error) {
      // Traps of generated code have a meaning; one of the core's must not be taken for them.
      this.#fault = error;
      throw error;
    }
    throw new NoValue();
  }
}

/** A clock, in seconds. */
function now() {
  return performance.now() / 1000;
}

/** How a call of generated code ended. @param {() => void} call */
function ended(call) {
  try {
    call();
    return DONE;
  } catch (error) {
    if (error instanceof Stopped) return error.code;
    return error instanceof WebAssembly.RuntimeError || error instanceof NoValue ? TRAPPED : UNABLE;
  }
}
