// The link of the view. Its fragment contains the complete view, and browsers do not send the fragment to a server.
// `#q=kayles[7]+nim[3]&view=board` is for games of the library; `&r=1.…` contains rules of the reader: a list of names and texts as JSON,
// deflated, in base64url, after the number of the format. Messengers escape characters, write `&amp;` for `&` or end a sentence after a
// link; reading a link reverses these changes. Unreadable parts are reported, and the rest is used. tests/links.txt contains links that
// must always open.

/** @import { File } from "./types.mjs" */

/** @typedef {object} Place
 *  @property {string} [question]  a position
 *  @property {string} [view]      the screen
 *  @property {File[]} [files]     rules of the reader
 *  @property {string} [play]      play convention that differs from that of the rules
 *  @property {string} [sum]
 *  @property {string} [until]
 *  @property {string} [table]     the ranges of the table
 *  @property {string} [moves]     a course of play: steps `component.rule.choice…`, those of one move joined by `~`, moves by `,`
 *  @property {string} [at]        the position of the course that is shown: the number of moves before it
 *  @property {string} [first]     the player, `left` or `right`, who makes the first move
 *  @property {string} [drawing]   the drawing of positions
 *  @property {string} [step]      the step of the Learn screen
 *  @property {string} [exercise]  the exercise on the Exercises screen
 *  @property {string} [lang]      the language that the link requests
 *  @property {string} [parts]     the parts that `embed.html` shows, separated by commas
 *  @property {string} [scheme]    the colours of `embed.html`: `light` or `dark`
 */

/** The names in a link, in order. @type {[string, keyof Place][]} */
const NAMES = [["q", "question"], ["view", "view"], ["play", "play"], ["sum", "sum"], ["until", "until"], ["table", "table"],
  ["moves", "moves"], ["at", "at"], ["first", "first"], ["drawing", "drawing"], ["step", "step"], ["exercise", "exercise"], ["lang", "lang"],
  ["parts", "parts"], ["scheme", "scheme"]];

/** Maximum size of the rules in a link in bytes, after inflating. */
export const MAX_RULES_BYTES = 256 * 1024;
/** Maximum length of a fragment. */
export const LONGEST = 512 * 1024;

/** Why a link could not be read completely. @typedef {"damaged" | "new" | "large"} Trouble */

/** Returns the fragment that encodes a place, without `#`. @param {Place} place @returns {Promise<string>} */
export async function write(place) {
  const parts = NAMES.flatMap(([short, name]) => {
    const value = place[name];
    return typeof value === "string" && value !== "" ? [`${short}=${quote(name === "question" ? closed(value) : value)}`] : [];
  });
  if (place.files?.length) parts.push(`r=1.${await pack(place.files)}`);
  return parts.join("&");
}

/** Decodes a fragment (with or without `#`). Returns its place, and the problem with the fragment, if any.
 *  @param {string} fragment @returns {Promise<{ place: Place, trouble: Trouble | undefined }>} */
export async function read(fragment) {
  /** @type {Place} */
  const place = {};
  /** @type {Trouble | undefined} */
  let trouble;
  let text = fragment.replace(/^#/, "");
  if (text.length > LONGEST) return { place, trouble: "large" };
  // A fragment that was escaped as a whole contains no `=`.
  if (!text.includes("=") && /%3D/i.test(text)) text = unquote(text);
  for (const part of text.replace(/[.,;:!?)'"，。；！？）]+$/u, (tail) => kept(text, tail)).split("&")) {
    const [, name, value] = part.match(/^(?:amp;)?([a-z]+)=(.*)$/su) ?? [];
    if (name === undefined || value === undefined) continue;
    if (name === "r") {
      const files = await unpack(unquote(value));
      if (typeof files === "string") trouble = files;
      else place.files = files;
      continue;
    }
    const [, field] = NAMES.find(([short]) => short === name) ?? [];
    if (field && field !== "files") place[field] = field === "question" ? spaced(unquote(value)) : unquote(value);
  }
  return { place, trouble };
}

/** Returns the closing parentheses in the tail of a text that belong to the link, because they match opening parentheses in the text.
 *  @param {string} text @param {string} tail */
function kept(text, tail) {
  const open = text.split("(").length - text.slice(0, -tail.length).split(")").length;
  return ")".repeat(Math.max(0, Math.min(open, tail.split(")").length - 1)));
}

/** @param {string} position */
const closed = (position) => position.trim().replace(/ *\+ */g, "+");
/** @param {string} position */
const spaced = (position) => position.replace(/ *\+ */g, " + ").trim();

/** Escapes characters that would end a value or be lost in transit. Brackets are not escaped, because people read links.
 *  @param {string} value */
function quote(value) {
  return value.replace(/[^\w.,:;/[\](){}*~@!$'=+-]/gu, (sign) => {
    // A lone surrogate cannot be escaped.
    try { return encodeURIComponent(sign); } catch { return "%EF%BF%BD"; }
  });
}

/** @param {string} value */
function unquote(value) {
  try { return decodeURIComponent(value); } catch { return value; }
}

/** @param {File[]} files */
async function pack(files) {
  const text = JSON.stringify(files.map(({ name, text }) => [name, text]));
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text @returns {Promise<File[] | Trouble>} */
async function unpack(text) {
  const [, format, packed] = text.match(/^(\d+)\.([\w-]*)=*$/) ?? [];
  if (format === undefined || packed === undefined) return "damaged";
  if (format !== "1") return "new";
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const json = await inflate(bytes);
    if (json === undefined) return "large";
    /** @type {unknown} */
    const list = JSON.parse(json);
    /** @param {unknown} pair @returns {pair is [string, string]} */
    const fits = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string");
    if (!Array.isArray(list) || !list.every(fits)) return "damaged";
    return list.map(([name, text]) => ({ name, text }));
  } catch {
    return "damaged";
  }
}

/** Returns the inflated text. Inflating stops at the size `MAX_RULES_BYTES`; the result of a larger text is undefined.
 *  @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_RULES_BYTES) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks).arrayBuffer());
}
