// The core of this page: two lanes over workers of one compiled module, or over HTTP where `grundy serve` printed a key into the link. What is
// fetched before the first answer is the first core; the rest comes when it is asked for, or when nothing else is to be done.

import { signal } from "../vendor/ui.mjs";
import { Lane } from "./carrier.mjs";
import { Line } from "./http.mjs";
import { joined } from "./whole.mjs";

/** @import { Cores, Job } from "./carrier.mjs" */

/** How the core comes: bytes fetched so far, whether it is there, or why not. */
export const loading = signal({ ready: false, trouble: "" });

/** What a build of one file puts in place of fetching. @typedef {{ wasm: () => Promise<WebAssembly.Module>, worker: () => Worker }} Inlined */

/** @type {{ quick: Lane | Line, long: Lane | Line }} */
let lanes;
/** Fetches the rest of the core, so that it is there without a network too. */
export let prefetch = () => {};

/** Starts. @param {string | undefined} key  of `grundy serve` */
export function start(key) {
  if (key) {
    loading.value = { ready: true, trouble: "" };
    lanes = { quick: new Line(key, "quick"), long: new Line(key, "long") };
    return;
  }
  const inlined = /** @type {{ grundyInlined?: Inlined }} */ (globalThis).grundyInlined;
  const cores = inlined ? single(inlined.wasm()) : inParts();
  cores.best().then(
    () => { loading.value = { ready: true, trouble: "" }; },
    (error) => { loading.value = { ready: false, trouble: String(error) }; },
  );
  const worker = inlined?.worker ?? (() => new Worker(new URL("worker.mjs", import.meta.url), { type: "module" }));
  lanes = { quick: new Lane(worker, cores), long: new Lane(worker, cores) };
}

/** @param {Promise<WebAssembly.Module>} module @returns {Cores} */
function single(module) {
  return { best: async () => ({ module: await module, first: false }), whole: () => module };
}

/** The first core at once, the whole one of both parts from where it is asked for. @returns {Cores} */
function inParts() {
  const response = fetched("first.wasm");
  const bytes = response.then((response) => response.clone().arrayBuffer());
  const first = response.then((response) => compiled(response)).then((module) => ({ module, first: true }));
  const rest = again(async () => (await fetched("rest.bin")).arrayBuffer());
  /** @type {WebAssembly.Module | undefined} */
  let ready;
  const whole = again(async () => {
    ready = await WebAssembly.compile(joined(new Uint8Array(await bytes), new Uint8Array(await rest())));
    return ready;
  });
  // Who asks for a core hears what went wrong; here it is no error yet.
  bytes.catch(() => {});
  prefetch = () => { rest().catch(() => {}); };
  return { best: async () => (ready ? { module: ready, first: false } : first), whole };
}

/** Does it once; where it fails, again when it is asked for again: then the network may be there. @template T @param {() => Promise<T>} work */
function again(work) {
  /** @type {Promise<T> | undefined} */
  let done;
  return () => {
    done ??= work();
    done.catch(() => { done = undefined; });
    return done;
  };
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(new URL(`../${address}`, import.meta.url));
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response;
}

/** @param {Response} response */
async function compiled(response) {
  // Some servers do not know the type of the file; then it is compiled once it is here.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Asks what must be quick. @param {Job} job */
export const quick = (job) => lanes.quick.ask(job);

/** Asks what must be quick of whichever lane has nothing to do. @param {Job} job */
export const soonest = (job) => (!lanes.quick.idle && lanes.long.idle ? lanes.long : lanes.quick).ask(job);

/** Asks what may take long. @param {Job} job */
export const long = (job) => lanes.long.ask(job);

/** Stops what takes long. */
export const stop = () => lanes.long.stop();
