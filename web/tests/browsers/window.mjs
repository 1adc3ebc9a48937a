// What the tests for every browser ask of one: a window on a page, which each file of this folder opens in a browser of its own.

/** @typedef {object} Window
 *  @property {(address: string) => Promise<void>} go  opens an address
 *  @property {(work: Function | string, ...given: unknown[]) => Promise<any>} run  calls a function in the page
 *  @property {(width: number, height: number) => Promise<void>} size  gives the page this size
 *  @property {(find: Function, ...given: unknown[]) => Promise<void>} click  clicks, as a mouse does, what a function in the page finds
 *  @property {(keys: string) => Promise<void>} press  presses a key, or one with others held: `Control+Enter`
 *  @property {(text: string) => Promise<void>} type  types a text, sign by sign
 *  @property {() => Promise<void>} close */

/** How a browser is opened: whether the system is dark. @typedef {{ dark?: boolean }} How */

/** Presses and lets go: keys that are named as `KeyboardEvent.key` names them. @param {string} keys
 *  @param {(key: string) => unknown} down @param {(key: string) => unknown} up */
export async function chord(keys, down, up) {
  const list = keys.split("+");
  for (const key of list) await down(key);
  for (const key of list.reverse()) await up(key);
}

/** A function of one list that calls another with its elements: one value goes with a function into the page. @param {Function | string} work */
export const calling = (work) => /** @type {any} */ (new Function("given", `return (${work})(...given)`));
