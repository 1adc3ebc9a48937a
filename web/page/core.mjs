// The core of this page: two lanes (carrier.mjs), whose workers share one compiled module. If the link contains a key of `grundy serve`,
// the lanes use HTTP instead. The first core is fetched before the first answer. The rest of the core is fetched when a job needs it, or
// when the page is idle.

import { signal } from "../vendor/ui.mjs";
import { LOCKED, Lane } from "./carrier.mjs";
import { Line } from "./http.mjs";
import { joined } from "./whole.mjs";

/** @import { Cores, Job } from "./carrier.mjs" */

/** State of the core: whether it is ready, or the error. */
export const loading = signal({ ready: false, trouble: "" });

/** The core and the worker of a single-file build, in which nothing is fetched.
 *  @typedef {{ wasm: () => Promise<WebAssembly.Module>, worker: () => Worker }} Inlined */

/** @type {{ quick: Lane | Line, long: Lane | Line }} */
let lanes;
/** Fetches the rest of the core, so that the page works without a network. */
export let prefetch = () => {};

/** Starts the lanes. @param {string | undefined} key  of `grundy serve` */
export function start(key) {
  if (key) {
    loading.value = { ready: true, trouble: "" };
    const refused = () => { loading.value = { ready: false, trouble: LOCKED }; };
    lanes = { quick: new Line(key, "quick", refused), long: new Line(key, "long", refused) };
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

/** Returns the first core immediately, and combines the whole core from both parts on request. @returns {Cores} */
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
  // The error is ignored here, because the caller that requests a core receives the same error.
  bytes.catch(() => {});
  prefetch = () => { rest().catch(() => {}); };
  return { best: async () => (ready ? { module: ready, first: false } : first), whole };
}

/** Runs the work once. If the work fails, the next call runs the work again, because the network may be available again.
 *  @template T @param {() => Promise<T>} work */
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
  // `grundy serve` has no core for browsers: it answers the requests of a page with its key.
  if (response.status === 404 && (await response.text()).includes("grundy serve")) throw LOCKED;
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response;
}

/** @param {Response} response */
async function compiled(response) {
  // If the server sends a wrong type for the file, the module is compiled after the download.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Sends a quick query. @param {Job} job */
export const quick = (job) => lanes.quick.ask(job);

/** Sends a quick query to an idle lane. @param {Job} job */
export const soonest = (job) => (!lanes.quick.idle && lanes.long.idle ? lanes.long : lanes.quick).ask(job);

/** Sends a query that may take long. @param {Job} job */
export const long = (job) => lanes.long.ask(job);

/** Stops long queries. */
export const stop = () => lanes.long.stop();
