// Loads the core of Grundy from the WebAssembly file in the same folder.

import { Grundy } from "./grundy.mjs";

export { Grundy } from "./grundy.mjs";

/** URL of the WebAssembly file. */
export const wasm = new URL("./core.wasm", import.meta.url);

/** Loads the core, in Node or in a browser.
 *  @returns {Promise<Grundy>} */
export async function load() {
  if (wasm.protocol !== "file:") return Grundy.load(await WebAssembly.compileStreaming(fetch(wasm)));
  const { readFile } = await import("node:fs/promises");
  return Grundy.load(await readFile(wasm));
}
