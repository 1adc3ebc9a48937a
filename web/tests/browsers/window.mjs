// The interface of a browser in the tests for every browser: a window with a page. Each browser file of this folder implements the
// interface.

/** @typedef {object} Window
 *  @property {(address: string) => Promise<void>} go  opens an address
 *  @property {(work: Function | string, ...given: unknown[]) => Promise<any>} run  calls a function in the page
 *  @property {(width: number, height: number) => Promise<void>} size  gives the page this size
 *  @property {(find: Function, ...given: unknown[]) => Promise<void>} click  clicks the element that a function in the page returns
 *  @property {(keys: string) => Promise<void>} press  presses a key, optionally with modifiers: `Control+Enter`
 *  @property {(text: string) => Promise<void>} type  types a text, character by character
 *  @property {() => Promise<void>} close */

/** Options of a browser: whether the system is dark. @typedef {{ dark?: boolean }} How */

/** Presses and releases keys, named as in `KeyboardEvent.key`. @param {string} keys @param {(key: string) => unknown} down
 *  @param {(key: string) => unknown} up */
export async function chord(keys, down, up) {
  const list = keys.split("+");
  for (const key of list) await down(key);
  for (const key of list.reverse()) await up(key);
}

/** Returns a function of one list that calls `work` with the elements of the list, because only one value is sent to the page with a
 *  function.
 *  @param {Function | string} work */
export const calling = (work) => /** @type {any} */ (new Function("given", `return (${work})(...given)`));
