// The parameters of a game, read from its rules, and their values in a position: `bash(m = 5)[20]`, `bash(5)[20]`, or none.

import { closed } from "./places.mjs";

/** @typedef {{ name: string, value: string }} Parameter */

/** Returns the text between the brackets that open at an index, and the index of their end. @param {string} text @param {number} at */
function inside(text, at) {
  const end = closed(text, at);
  return end === undefined ? undefined : { text: text.slice(at + 1, end - 1), end };
}

/** Splits a text at commas outside brackets. @param {string} text */
function parts(text) {
  const list = [""];
  let depth = 0;
  for (const sign of text) {
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) list.push("");
    else list[list.length - 1] += sign;
  }
  return list.map((part) => part.trim()).filter((part) => part !== "");
}

/** @param {string} part @returns {Parameter} */
function named(part) {
  const [, name = "", value = part] = part.match(/^([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)\s*(.*)$/su) ?? [];
  return { name, value };
}

/** Returns the parameters of a game with their defaults. @param {string} rules @param {string} game */
export function declared(rules, game) {
  const heads = rules.replace(/(#|\/\/).*/g, (comment) => " ".repeat(comment.length)).matchAll(/(?:game|coins|recurrence)\s+([\p{L}_][\p{L}\p{N}_]*)\s*(\(?)/gu);
  for (const head of heads) {
    if (head[1]?.toLowerCase() !== game.toLowerCase() || head[2] === "") continue;
    const found = inside(rules, head.index + head[0].length - 1);
    return found ? parts(found.text).map(named) : [];
  }
  return [];
}

/** Finds the arguments of a game in a position, after the name of the game. @param {string} position @param {string} game */
function places(position, game) {
  const escaped = game.replace(/[^\p{L}\p{N}_]/gu, "");
  return [...position.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "giu"))].map((match) => {
    const from = match.index + match[0].length;
    const found = position[from] === "(" ? inside(position, from) : undefined;
    return { from, to: found?.end ?? from, text: found?.text ?? "" };
  });
}

/** Returns the parameters of a game, with the values that they have in the first component of the game.
 *  @param {string} rules @param {string} game @param {string} position */
export function given(rules, game, position) {
  const list = declared(rules, game);
  const said = parts(places(position, game)[0]?.text ?? "").map(named);
  return list.map((parameter, at) => {
    const value = said.find(({ name }) => name === parameter.name)?.value ?? (said[at]?.name === "" ? said[at]?.value : undefined);
    return { ...parameter, value: value ?? parameter.value, preset: parameter.value };
  });
}

/** Returns the position with another value of a parameter, in each component of the game whose arguments equal those of the first
 *  component of the game.
 *  @param {string} rules @param {string} game @param {string} position @param {string} name @param {string} value */
export function changed(rules, game, position, name, value) {
  const list = given(rules, game, position).map((parameter) => (parameter.name === name ? { ...parameter, value } : parameter));
  const said = list.filter((parameter) => parameter.value !== parameter.preset).map((parameter) => `${parameter.name} = ${parameter.value}`);
  const text = said.length > 0 ? `(${said.join(", ")})` : "";
  const all = places(position, game);
  let out = position;
  for (const place of all.filter((place) => place.text === all[0]?.text).reverse()) out = out.slice(0, place.from) + text + out.slice(place.to);
  return out;
}
