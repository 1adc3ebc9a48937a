// The worker of the command. It contains the core, which blocks until a reply is complete. The command ends this worker if the core does
// not stop in time.

import { parentPort, workerData } from "node:worker_threads";
import { load } from "./index.mjs";

/** @typedef {{ files: { name: string, text: string }[], options: object }} Opening */
/** @typedef {{ ask: string, given: object, options: { [name: string]: unknown } }} Asking */

/** @type {Int32Array} */
const stop = workerData.stop;
const grundy = await load();
grundy.cancelled = () => Atomics.load(stop, 0) !== 0;
parentPort?.on("message", (/** @type {Opening | Asking} */ message) => {
  const reply = "files" in message ? grundy.open(message.files, message.options) : grundy.ask(message.ask, message.given, message.options);
  parentPort?.postMessage(reply);
});
