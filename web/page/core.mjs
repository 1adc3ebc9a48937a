// The core of this page: two lanes over workers of one compiled module, or over HTTP where `grundy serve` printed a key into the link.

import { signal } from "../vendor/ui.mjs";
import { Lane } from "./carrier.mjs";
import { Line } from "./http.mjs";

/** @import { Job } from "./carrier.mjs" */

/** How the core comes: bytes fetched so far, whether it is there, or why not. */
export const loading = signal({ ready: false, trouble: "" });

/** What a build of one file puts in place of fetching. @typedef {{ wasm: () => Promise<WebAssembly.Module>, worker: () => Worker }} Inlined */

/** @type {{ quick: Lane | Line, long: Lane | Line }} */
let lanes;

/** Starts. @param {string | undefined} key  of `grundy serve` */
export function start(key) {
  if (key) {
    loading.value = { ready: true, trouble: "" };
    lanes = { quick: new Line(key, "quick"), long: new Line(key, "long") };
    return;
  }
  const inlined = /** @type {{ grundyInlined?: Inlined }} */ (globalThis).grundyInlined;
  const module = inlined ? inlined.wasm() : fetched("core.wasm");
  module.then(
    () => { loading.value = { ready: true, trouble: "" }; },
    (error) => { loading.value = { ready: false, trouble: String(error) }; },
  );
  const worker = inlined?.worker ?? (() => new Worker(new URL("worker.mjs", import.meta.url), { type: "module" }));
  lanes = { quick: new Lane(worker, module), long: new Lane(worker, module) };
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(new URL(`../${address}`, import.meta.url));
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
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
