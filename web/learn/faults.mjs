// Finds what is wrong with a try, from the replies of the core. Pure functions.

/** @import { Move, Outcome } from "../page/types.mjs" */

/** Returns the first position that is wrongly selected or wrongly left out, if any.
 *  @param {string[]} list @param {(Outcome | undefined)[]} outcomes @param {Set<string>} picked */
export function wrongPick(list, outcomes, picked) {
  return list.find((position, at) => picked.has(position) !== (outcomes[at] === "P"));
}

/** Returns the first number whose value differs from the value one period later, if any. @param {(number | string | null)[]} values
 *  @param {number} period */
export function brokenAt(values, period) {
  const at = values.findIndex((value, n) => n + period < values.length && values[n + period] !== value);
  return at < 0 ? undefined : at;
}

/** Why a number is not the mex of the values of these moves: a move has the number, or a smaller number is missing.
 *  @param {Move[]} moves @param {number} guess @returns {{ move?: Move }} */
export const notMex = (moves, guess) => ({ move: moves.find(({ value }) => value === guess) });

/** Returns a whole number from 0 to 999; undefined for other texts. @param {string} text */
export const whole = (text) => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : undefined);

/** Splits a text at backticks; the parts with odd numbers are code. @param {string} text */
export const codes = (text) => text.split("`");
