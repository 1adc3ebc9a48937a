// A picture of each game of the library for its card, of the position where the core says that it begins; and where rules of one's own begin.

import { long } from "./core.mjs";

/** @import { File } from "./types.mjs" */
/** @typedef {{ position: string, picture: string }} Sample */

/** @type {Map<string, Promise<Sample | undefined>>} */
const known = new Map();

/** The sample at a position of the library. @param {string | null | undefined} position */
export function sample(position) {
  if (!position) return Promise.resolve(undefined);
  const found = known.get(position) ?? drawn(position, []);
  known.set(position, found);
  return found;
}

/** A position of the first game of these files. @param {File[]} files */
export async function first(files) {
  const names = files.flatMap(({ name, text }) => [text.match(/^\s*(?:game|coins|recurrence)\s+([\p{L}_][\p{L}\p{N}_]*)/mu)?.[1], name.replace(/\.[^.]*$/, "")]);
  for (const name of names) {
    if (!name) continue;
    const { position } = await long({ ask: "library", given: { name }, files, seconds: 1 });
    // A graph or a board in a file begins as its name.
    const found = position ?? (await drawn(name.toLowerCase(), files))?.position;
    if (found) return found;
  }
  return undefined;
}

/** @param {string} question @param {File[]} files @returns {Promise<Sample | undefined>} */
async function drawn(question, files) {
  const reply = await long({ ask: "draw", given: { question }, files, options: { format: "svg" }, seconds: 1 });
  if (reply.stopped) known.delete(question);
  return reply.stopped || reply.error ? undefined : { position: reply.position, picture: reply.picture };
}
