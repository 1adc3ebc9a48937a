// Samples: pictures of the library games for their cards, at start positions that the core chooses, and a start position of the reader's
// rules.

import { long } from "./core.mjs";

/** @import { File } from "./types.mjs" */
/** @typedef {{ position: string, picture: string }} Sample */

/** @type {Map<string, Promise<Sample | undefined>>} */
const known = new Map();

/** Returns the sample at a position of the library. @param {string | null | undefined} position */
export function sample(position) {
  if (!position) return Promise.resolve(undefined);
  const found = known.get(position) ?? drawn(position, []);
  known.set(position, found);
  return found;
}

/** Returns a position of the first game of these files. @param {File[]} files */
export async function first(files) {
  const names = files.flatMap(({ name, text }) => [text.match(/^\s*(?:game|coins|recurrence)\s+([\p{L}_][\p{L}\p{N}_]*)/mu)?.[1], name.replace(/\.[^.]*$/, "")]);
  for (const name of names) {
    if (!name) continue;
    const { position } = await long({ ask: "library", given: { name }, files, seconds: 1 });
    // The position of a graph or board file is its name.
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
