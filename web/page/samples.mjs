// A position of each game of the library for its card: as it starts or, where it has no start, small numbers that it takes.

import { long } from "./core.mjs";

const NUMBERS = ["", "[7]", "[5, 3]", "[3, 4, 5]", "[1, 2, 3, 4]", "[0, 1, 0, 1, 1]", "[2, 2, 2, 2]", "[3]", "[1]"];

/** @import { File } from "./types.mjs" */
/** @typedef {{ position: string, picture: string }} Sample */

/** @type {Map<string, Promise<Sample | undefined>>} */
const known = new Map();

/** The sample of a game, or of an example of a kind of board. @param {string} game @param {string} [example] */
export function sample(game, example) {
  const found = known.get(game) ?? find(game, example, []);
  known.set(game, found);
  return found;
}

/** A position of the first game of these files. @param {File[]} files */
export async function first(files) {
  const names = files.flatMap(({ name, text }) => [text.match(/^\s*(?:game|coins|recurrence)\s+([\p{L}_][\p{L}\p{N}_]*)/mu)?.[1], name.replace(/\.[^.]*$/, "")]);
  for (const name of names) {
    const found = name && await find(name, undefined, files);
    if (found) return found.position;
  }
  return undefined;
}

/** @param {string} game @param {string | undefined} example @param {File[]} files @returns {Promise<Sample | undefined>} */
async function find(game, example, files) {
  const questions = example ? [example] : NUMBERS.map((numbers) => game.toLowerCase() + numbers);
  for (const question of questions) {
    const reply = await long({ ask: "draw", given: { question }, files, options: { format: "svg" }, seconds: 1 });
    if (reply.stopped) {
      known.delete(game);
      return undefined;
    }
    if (!reply.error) return { position: reply.position, picture: reply.picture };
  }
  return undefined;
}
