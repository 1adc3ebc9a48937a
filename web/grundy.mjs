// Grundy in JavaScript, for pages and for Node: loads the core (crates/web), sends requests to the core, and runs the code that the core
// generates. Replies are the objects of docs/json.md (numbers beyond 2^53 are strings); an error reply is an object with `error`. `ask`
// blocks until the reply is complete. A page should therefore call `ask` in a worker, which may also compile modules of any size.

const DONE = 0, TRAPPED = 3, UNABLE = 4;

/** Error that ends generated code if the host stops the request (1: time, 2: cancelled). */
class Stopped extends Error {
  /** @param {number} code */
  constructor(code) { super("stopped"); this.code = code; }
}

/** Error that ends generated code if a function of the rule language has no value. */
class NoValue extends Error {}

/** Error of a first core (page/whole.mjs) that cannot answer a request; the core then answers no further requests. */
export class Lacking extends Error {}

export class Grundy {
  /** Number of generated modules that were instantiated. */
  modules = 0;
  /** Callback that is called regularly; if it returns true, the request stops. */
  cancelled = () => false;
  /** Callback that is called regularly with the number of finished positions and the total (undefined if unknown). */
  progress = (/** @type {number} */ _done, /** @type {number | undefined} */ _whole) => {};

  /** @type {WebAssembly.Module} */ #compiled;
  /** Exports of the core. @type {any} */ #core;
  /** The loaded generated module, its memory, and the number of positions it fills. @type {any} */ #instance;
  /** @type {any} */ #memory;
  /** @type {number | undefined} */ #whole;
  /** The panic message of a crashed core. @type {string | undefined} */ #words;
  /** Whether the core is a first core. */ #first = false;
  /** Error in the core while generated code called it. @type {unknown} */ #fault;
  #deadline = Infinity;
  #reopens = false;
  /** @type {{ name: string, text: string }[]} */ #files = [];

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    this.#compiled = compiled;
  }

  /** Creates a core from its bytes or from a WebAssembly.Module. A first core throws `Lacking` if only the whole core can answer.
   *  @param {BufferSource | WebAssembly.Module} source @param {{ first?: boolean }} [how] */
  static async load(source, { first = false } = {}) {
    const grundy = new Grundy(source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source));
    grundy.#first = first;
    grundy.#core = (await WebAssembly.instantiate(grundy.#compiled, grundy.#imports())).exports;
    return grundy;
  }

  /** Resets the core to the library and these files: [{ name, text }]. A name ends in .game for rules, otherwise in the kind of graph or
   *  board (.hackenbush, .arcs, …); rules are also recognized by their first word. If a file is refused, the previous files stay open.
   *  @param {{ name: string, text: string }[]} files @param {object} [options] */
  open(files, options = {}) {
    this.#deadline = Infinity;
    const reply = this.#request({ ask: "open", files, options });
    if (!reply.error) this.#files = files;
    return reply;
  }

  /** Sends any request of crates/requests: "solve", "moves", "table", "explain", "chart", "graph", "stats", "heap", "nim", "value", "judge",
   *  "check", "verify", "format", "library" or "play". `given` is the question, or an object with the other inputs of the request, such
   *  as { file }. `options.seconds` limits the time; the other options go to the core: lang, without, play, sum, memory and the options
   *  of the request. Matches of "play" are lost when files are opened or the core crashes.
   *  @param {string} kind @param {string | object} [given] @param {{ seconds?: number, [option: string]: unknown }} [options]
   *  @returns {any} */
  ask(kind, given = {}, { seconds = Infinity, ...options } = {}) {
    this.#deadline = now() + seconds;
    const fields = typeof given === "string" ? { question: given } : given;
    return this.#request({ ...fields, ask: kind, options });
  }

  /** @param {{ [name: string]: any }} request @returns {any} */
  #request(request) {
    // Files are reopened without a time limit.
    this.#reopens = false;
    try {
      return this.#send(request);
    } catch (error) {
      if (this.#first) throw new Lacking(String(error));
      // The core crashed (stack, memory or a bug) and cannot continue. A new core replaces the crashed core.
      const message = this.#words ?? String(error);
      this.#words = this.#instance = this.#memory = this.#fault = undefined;
      this.#core = new WebAssembly.Instance(this.#compiled, this.#imports()).exports;
      this.#reopens = true;
      if (this.#files.length > 0) this.#send({ ask: "open", files: this.#files });
      return { error: { kind: "bug", message: `error: the core crashed: ${message}`, diagnostics: [] } };
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
    // If `cells` is a number, the reply is not a table.
    if (typeof answer.cells === "object" && answer.cells) answer.cells.bytes = this.#cells();
    return answer;
  }

  /** Returns the cells of the last reply, copied out of the core: an ArrayBuffer that may be transferred. */
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

  /** Returns the imports of the core. */
  #imports() {
    const page = {
      now,
      stop: () => this.#stop(),
      progress: (/** @type {number} */ done, /** @type {number} */ whole) => this.progress(done, whole < 0 ? undefined : whole),
      panicked: (/** @type {number} */ at, /** @type {number} */ length) => { this.#words = this.#text(at, length); },
      instantiate: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ pages, /** @type {number} */ whole) => {
        try {
          // The code is copied, because the core's memory may move while the module exists.
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

  /** Reports progress of generated code, and throws `Stopped` if the code must stop. @param {bigint} done */
  #poll(done) {
    this.progress(Number(done), this.#whole);
    const code = this.#stop();
    if (code !== DONE) throw new Stopped(code);
  }

  /** Calls a function of the language for generated code. @param {number} number @param {bigint} a @param {bigint} b */
  #call(number, a, b) {
    try {
      const value = this.#core.grundy_call(number, a, b);
      if (this.#core.grundy_called()) return value;
    } catch (error) {
      // Traps of generated code have a meaning; a trap of the core must not be mistaken for a trap of generated code.
      this.#fault = error;
      throw error;
    }
    throw new NoValue();
  }
}

/** Returns the time in seconds. */
function now() {
  return performance.now() / 1000;
}

/** Runs generated code and returns a code for how the run ended. @param {() => void} call */
function ended(call) {
  try {
    call();
    return DONE;
  } catch (error) {
    if (error instanceof Stopped) return error.code;
    return error instanceof WebAssembly.RuntimeError || error instanceof NoValue ? TRAPPED : UNABLE;
  }
}
