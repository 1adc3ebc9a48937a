// The parts that a frame can show, and the message with its height.

/** The parts, in the order in which they are shown. */
export const PARTS = /** @type {const} */ (["verdict", "board", "moves", "rules", "table"]);
/** @typedef {(typeof PARTS)[number]} Part */

/** The parts of a link that names none. @type {Part[]} */
export const USUAL = ["verdict", "board", "moves"];

/** Type of the message that a frame sends to the containing page: `{ type, height }`, in pixels. */
export const HEIGHT = "grundy-height";

/** Returns the parts that a link names; unknown names are ignored. @param {string | undefined} text @returns {Part[]} */
export function named(text) {
  const names = (text ?? "").split(",");
  const found = PARTS.filter((part) => names.includes(part));
  return found.length > 0 ? found : USUAL;
}
