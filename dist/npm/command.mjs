#!/usr/bin/env node
// The command of the npm package. The core runs in a worker (solver.mjs), so that a limit or Ctrl-C ends also a core that does not stop.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { COMMANDS, GLOBAL, NATIVE, OPTIONS, help, words } from "./help.mjs";

/** @import { Lang, Text } from "./help.mjs" */
/** @typedef {{ [name: string]: any }} Reply */

const INVALID = 2, UNSUPPORTED = 3, LIMIT = 4, BUG = 70, INTERRUPTED = 130;

/** Time that the core gets to stop on its own, in milliseconds. */
const GRACE = 250;

/** Maximum memory of the core in bytes. */
const MAX_MEMORY = 3 * 2 ** 30;

/** Error in the arguments or in a file. */
class UsageError extends Error {
  /** @param {Text} text */
  constructor(text) { super(text.en); this.text = text; }
}

/** Returns the language of a locale. @param {string} locale @returns {Lang} */
const languageOf = (locale) => (/^(zh|cn)/i.test(locale) ? "zh" : "en");

/** The language of messages, from the locale until `--lang` is read. @type {Lang} */
let lang = languageOf(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || "en");
let json = false;

/** Returns an error message. @param {Text} text */
const errorText = (text) => (lang === "zh" ? `错误：${text.zh}` : `error: ${text.en}`);

/** Returns a text in which hidden characters are visible. @param {string} text */
const escaped = (text) => text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);

/** Returns a reply as JSON in which hidden characters are escaped. @param {unknown} reply */
const toJson = (reply) => JSON.stringify(reply).replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Writes an error and returns its exit code. @param {Reply} error  The member `error` of a reply. */
function report(error) {
  if (json) process.stdout.write(`${toJson({ error })}\n`);
  else process.stderr.write(`${escaped(error.message)}\n`);
  switch (error.kind) {
    case "stopped": return interrupted() ? INTERRUPTED : LIMIT;
    case "unsupported": return UNSUPPORTED;
    case "bug": return BUG;
    default: return INVALID;
  }
}

/** @param {Text} text @param {string} [kind] */
const fail = (text, kind = "usage") => report({ kind, message: errorText(text), diagnostics: [] });

/** Set to 1 by Ctrl-C; the core reads it while it computes. */
const stop = new Int32Array(new SharedArrayBuffer(4));
const interrupted = () => Atomics.load(stop, 0) === 1;

/** The core in its worker. It answers one request at a time. */
class Core {
  #worker = new Worker(new URL("./solver.mjs", import.meta.url), { workerData: { stop } });
  /** @type {(reply: Reply) => void} */ #answer = () => {};
  #busy = false;
  #closed = false;
  #deadline;

  /** @param {number} seconds  Time limit of the command, Infinity for none. */
  constructor(seconds) {
    this.#deadline = performance.now() + 1000 * seconds;
    this.#worker.on("message", (reply) => this.#end(reply));
    this.#worker.on("error", (error) => this.#end({ error: { kind: "bug", message: errorText(words.crashed(String(error))), diagnostics: [] } }));
    if (seconds < Infinity) this.#endAfter(1000 * seconds + GRACE, words.time, LIMIT);
    process.on("SIGINT", () => {
      if (!this.#busy || interrupted()) this.#leave(words.interrupted, INTERRUPTED);
      Atomics.store(stop, 0, 1);
      this.#endAfter(GRACE, words.interrupted, INTERRUPTED);
    });
  }

  /** Sends a request to the worker. @param {object} message @returns {Promise<Reply>} */
  #send(message) {
    this.#busy = true;
    return new Promise((done) => {
      this.#answer = done;
      this.#worker.postMessage(message);
    });
  }

  /** @param {Reply} reply */
  #end(reply) {
    this.#busy = false;
    this.#answer(reply);
  }

  /** Ends the command with an error after some time. @param {number} milliseconds @param {Text} text @param {number} code */
  #endAfter(milliseconds, text, code) {
    // Longer delays do not fit into a timer.
    if (milliseconds < 2 ** 31) setTimeout(() => this.#closed || this.#leave(text, code), milliseconds).unref();
  }

  /** @param {Text} text @param {number} code @returns {never} */
  #leave(text, code) {
    fail(text, "stopped");
    process.exit(code);
  }

  /** Opens files. @param {{ name: string, text: string }[]} files @param {object} options */
  open(files, options) {
    return this.#send({ files, options });
  }

  /** Sends a request. @param {string} ask @param {object} given @param {object} options */
  ask(ask, given, options) {
    const seconds = (this.#deadline - performance.now()) / 1000;
    return this.#send({ ask, given, options: { ...options, seconds: Math.max(0, seconds) } });
  }

  /** Ends the worker. An answer has been printed, so no limit is reported any more. */
  close() {
    this.#closed = true;
    return this.#worker.terminate();
  }
}

/** Parses the arguments. Returns the positional arguments and the options. */
function read() {
  const options = Object.fromEntries(Object.entries(OPTIONS).map(([name, { short, value, several }]) => (
    [name, { type: /** @type {"string" | "boolean"} */ (value ? "string" : "boolean"), ...(short && { short }), ...(several && { multiple: true }) }]
  )));
  const { values, positionals, tokens } = parseArgs({ options, allowPositionals: true, strict: false, tokens: true });
  const given = /** @type {Record<string, any>} */ (values);
  if (typeof given.lang === "string") {
    lang = languageOf(given.lang);
    if (!/^(en|zh|cn)/i.test(given.lang)) throw new UsageError(words.invalidValue("--lang", given.lang, words.language));
  }
  json = given.json === true;
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const known = Object.hasOwn(OPTIONS, token.name) ? OPTIONS[token.name] : undefined;
    if (!known) throw new UsageError(words.unknownOption(token.rawName));
    if (known.value && token.value === undefined) throw new UsageError(words.missingValue(token.rawName, known.value));
    if (!known.value && token.value !== undefined) throw new UsageError(words.noValue(token.rawName));
  }
  return { given, positionals };
}

/** @param {string} file  `-` is standard input. */
function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file === "-" ? 0 : file));
  } catch (error) {
    const why = error instanceof TypeError ? words.notText : undefined;
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError({ en: words.unreadable(file, why?.en ?? message).en, zh: words.unreadable(file, why?.zh ?? message).zh });
  }
}

/** Returns the number of an option, or undefined if the option is not given. The function `parse` returns NaN for an invalid value.
 *  @param {Record<string, any>} given @param {string} name @param {(text: string) => number} parse @param {Text} wanted
 *  @returns {number | undefined} */
function number(given, name, parse, wanted) {
  if (given[name] === undefined) return undefined;
  const value = parse(given[name]);
  if (Number.isNaN(value)) throw new UsageError(words.invalidValue(`--${name}`, given[name], wanted));
  return value;
}

/** @param {string} text */
const seconds = (text) => (/^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN);
/** @param {string} text */
const size = (text) => {
  const [, digits, unit = ""] = /^(\d+)([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  return digits ? Number(digits) * 2 ** (10 * " kmgt".indexOf(unit.toLowerCase() || " ")) : NaN;
};
/** @param {string} text */
const port = (text) => (/^\d+$/.test(text) && Number(text) < 65536 ? Number(text) : NaN);

/** Returns the query of a line without its comment. Between parentheses or quotation marks, `#` starts no comment. @param {string} line */
function queryOf(line) {
  let [depth, quoted] = [0, false];
  for (const [at, sign] of [...line].entries()) {
    if (sign === '"') quoted = !quoted;
    if ("(（".includes(sign)) depth += 1;
    if (")）".includes(sign)) depth -= 1;
    if (sign === "#" && depth <= 0 && !quoted) return [...line].slice(0, at).join("").trim();
  }
  return line.trim();
}

/** Yields the queries with their lines; a query of the command line has no line. Standard input is read when its queries are answered.
 *  @param {string[]} positions @param {string | undefined} from
 *  @returns {AsyncGenerator<{ question: string, line?: number }>} */
async function* queries(positions, from) {
  const lines = from === undefined || from === "-" ? [] : textOf(from).split("\n");
  for (const [at, line] of lines.entries()) if (queryOf(line)) yield { question: queryOf(line), line: at + 1 };
  if (from === "-" || (from === undefined && positions.length === 0) || positions.includes("-")) {
    let at = 0;
    for await (const line of createInterface({ input: process.stdin })) {
      at += 1;
      if (queryOf(line)) yield { question: queryOf(line), line: at };
    }
  }
  for (const question of positions) if (question !== "-") yield { question };
}

/** Adds the line and the query to the error of a list of queries. @param {Reply} error @param {string} question @param {number} line */
function located(error, question, line) {
  const shown = [...question];
  const short = `${shown.slice(0, 40).join("")}${shown.length > 40 ? "…" : ""}`;
  return { ...error, message: `${words.line(line, short)[lang]}${error.message}`, line, question };
}

/** Writes a reply. @param {Reply} reply */
function print({ printed, ...reply }) {
  process.stdout.write(json ? `${toJson(reply)}\n` : printed);
}

/** Returns the exit code of a reply without an error: 3 or 4 if no law was found. @param {string} ask @param {Reply} reply */
function codeOf(ask, reply) {
  if (ask !== "law") return 0;
  if (reply.stopped) return interrupted() ? INTERRUPTED : LIMIT;
  return reply.law || reply.method ? 0 : UNSUPPORTED;
}

/** Answers the queries of `solve`, `moves`, `table`, `explain`, `why` or `law`. Returns the exit code.
 *  @param {Core} core @param {string} command @param {string[]} positions @param {Record<string, any>} given @param {object} options */
async function answer(core, command, positions, given, options) {
  const { file = [], from } = given;
  const opened = file.length > 0 ? await core.open(file.map((/** @type {string} */ name) => ({ name, text: textOf(name) })), { lang }) : {};
  if (opened.error) return report(opened.error);
  const [ask, own] = command === "moves" && given.all ? ["legal", { picture: false }] : [command, command === "table" && !json && given.format !== "json" ? { raw: true } : {}];
  const several = positions.length !== 1 || from !== undefined || positions.includes("-");
  let [worst, first] = [0, true];
  for await (const { question, line } of queries(positions, from)) {
    if (!first && !json) process.stdout.write("\n");
    first = false;
    const reply = await core.ask(ask, { question }, { ...options, ...own });
    const error = reply.error && (several && line !== undefined ? located(reply.error, question, line) : reply.error);
    worst = Math.max(worst, error ? report(error) : codeOf(ask, reply));
    if (!error) print(reply);
    if (reply.error?.kind === "stopped" && worst !== LIMIT) break;
  }
  return first ? fail(words.noQuery) : worst;
}

/** Runs the command and returns its exit code. */
async function run() {
  const { given, positionals } = read();
  const [command, ...rest] = positionals;
  if (given.version) {
    const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
    process.stdout.write(`grundy ${version}\n`);
    return 0;
  }
  if (command === undefined || (command === "help" && rest.length === 0)) {
    (given.help || command ? process.stdout : process.stderr).write(help(lang));
    return given.help || command ? 0 : INVALID;
  }
  const named = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!named) return fail(NATIVE.includes(command) ? words.nativeCommand(command) : words.unknownCommand(command));
  if (given.help || (command === "help" && rest.length === 1 && Object.hasOwn(COMMANDS, rest[0] ?? ""))) {
    process.stdout.write(help(lang, given.help ? command : rest[0]));
    return 0;
  }
  const foreign = Object.keys(given).find((name) => !GLOBAL.includes(name) && !named.options.includes(name));
  if (foreign) throw new UsageError(words.unknownOption(`--${foreign}`));
  const most = { games: 1, theorem: 1, serve: 0 }[command] ?? Infinity;
  if (rest.length > most) throw new UsageError(words.unexpected(rest[most] ?? ""));
  const time = number(given, "time", seconds, words.seconds);
  const memory = Math.min(MAX_MEMORY, number(given, "memory", size, words.size) ?? MAX_MEMORY);
  if (command === "serve") return serve(number(given, "port", port, words.port) ?? 4617);
  const core = new Core(time ?? Infinity);
  try {
    const common = { lang, printed: !json };
    if (command === "games" || command === "theorem" || command === "help") {
      const name = command === "help" && rest.join(" ") === "terms" ? undefined : rest.join(" ") || undefined;
      const reply = await core.ask({ games: "library", theorem: "theorem", help: "term" }[command], { name, family: given.family }, common);
      if (reply.error) return report(reply.error);
      if (json && Array.isArray(reply.library)) reply.library.forEach(print);
      else print(reply);
      return 0;
    }
    const own = Object.fromEntries(Object.entries(given).filter(([name]) => !GLOBAL.includes(name) && name !== "file" && name !== "from"));
    const without = (given.without ?? []).flatMap((/** @type {string} */ names) => names.split(","));
    delete own.all;
    return await answer(core, command, rest, given, { ...common, ...own, without, memory, patient: time !== undefined });
  } finally {
    await core.close();
  }
}

/** Serves the page until Ctrl-C. Returns the exit code if the server cannot start. @param {number} number */
async function serve(number) {
  const { serve } = await import("./server.mjs");
  try {
    const { address } = await serve(fileURLToPath(new URL("./site", import.meta.url)), number);
    process.on("SIGINT", () => process.exit(INTERRUPTED));
    process.stdout.write(`${address}\n`);
    process.stderr.write(`${words.served[lang]}\n`);
    return 0;
  } catch (error) {
    return fail(words.busy(number, /** @type {NodeJS.ErrnoException} */ (error).code ?? String(error)));
  }
}

// A reader such as `head` may close the output early.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.exitCode = fail(error.text);
}
