// The core of Grundy with its WebAssembly beside it.

import { Grundy } from "./grundy.mjs";

export { Grundy } from "./grundy.mjs";

/** Where the WebAssembly lies. */
export const wasm = new URL("./core.wasm", import.meta.url);

/** The core, loaded from beside this file; in Node as in a browser.
 *  @returns {Promise<Grundy>} */
export async function load() {
  if (wasm.protocol !== "file:") return Grundy.load(await WebAssembly.compileStreaming(fetch(wasm)));
  const { readFile } = await import("node:fs/promises");
  return Grundy.load(await readFile(wasm));
}
