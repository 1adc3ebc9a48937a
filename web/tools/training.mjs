// What readers ask first, as questions to a core: every game and kind of board of the library as it stands on a card, looked at, drawn, moved and
// played in, as a table and as a graph; its rules read and written; rules with mistakes. What is asked here is answered without the rest of the core.

import { Grundy } from "../grundy.mjs";

/** Laws are sought for seconds where nothing else is cheap; their part of the core, a tenth of it, is left to the rest. So is what the engine for games
 *  on sets does, and methods for words and rows of pieces; that they decline all others is not. */
const WITHOUT = { without: ["law"] };
const OF_SETS = { without: ["law", "parts", "word-cuts", "fixed-parity"] };
/** Games that few ask first and that need much code of their own: play that may rise without end, values of urgent components, and rows of pieces
 *  (whose method is left out, so that a search of any game would be taken). */
const RARE = new Set(["epstein", "topentails", "elephantsandrhinos"]);
/** Sums, parameters, large numbers, codes of heaps, conventions, compounds, other graphs. @type {[question: string, options?: object][]} */
const MORE = [
  ["kayles[7] + nim[3]"], ["3 * nim[5] + wythoff[3, 5]"], ["bash(3)[9] + subtract({1, 3, 4})[8]"], ["ed[3, 4] + subtract({2, 5})[5]"], ["nim[3] + nim[5]", { lang: "zh" }],
  ["ringwalk[5] + nim[3]"], ["moore(2)[1] + moore(2)[1] + moore(2)[3]"],
  ["nim[1000000007] + nim[998244353]"], ["bash(3)[1000000000000]"], ["kayles[6000]"], ["kayles[25] + kayles[25]"],
  ["0.77[12] + nim[3]"], ["subtract{1, 3, 4}[12]"], ["*3 + *5"],
  ["nim[3] + nim[5]", { play: "misere" }], ["kayles[5] + nim[2]", { play: "misere" }],
  ["nodekayles(a-b b-c)[{a, c}]", OF_SETS],
  ["kayles[3] + nim[2]", { sum: "every" }],
  ["digraph(a>b b>c a>c; at a)"], ["digraph(a>b b>a b>c; at b)"], ["geography(a-b b-c c-d)"], ["hackenbush(0-0 0-1 0-1 1-1; ground 0)"],
];
/** Larger tables, by generated code and by formulas. */
const TABLES = ["kayles[0..300]", "wythoff[0..63, 0..63]", "wythoff[0..600, 0..600]", "hyperknight[0..999, 0..999]", "cutting[2..60, 2..60]", "chomp[0..9, 0..9, 0..9]", "nim[0..9] + kayles[0..9]"];
const MISTAKES = ["nim[3", "nothing[1]", "nim[3, 4]", "kayles[-1]", "nim[3] + + nim[4]", ""];
/** Rules of one's own, with tests. */
const OWN = "game Own { state n in 0.. move k in 1..3 : [n - k] expect SG(0..4) == 0 1 2 3 0 expect [4] is P claim [n] is P iff n % 4 == 0 }";
const WRONG = ["game Wrong {\n", "game Wrong {\n  state n in 0..\n  move : [n - ]\n}", "game Wrong { state n in 0.. move k in 1..m : [n - k] }", "game Wrong { state n in 0.. mov : [n - 1] }"];

/** Asks all of it; the memory of the core that answered. @param {Uint8Array} bytes @returns {Promise<WebAssembly.Memory>} */
export async function train(bytes) {
  let memory;
  const { instantiate } = WebAssembly;
  // The core keeps its memory to itself: it is noted where the core begins.
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    memory = instance.exports.memory;
    return instance;
  };
  const core = await Grundy.load(bytes);
  WebAssembly.instantiate = instantiate;
  const ask = (kind, given, options = {}) => {
    const how = given.act ? {} : WITHOUT;
    const reply = core.ask(kind, given, { seconds: 20, memory: 1 << 28, ...how, ...options });
    if (reply.error?.message.includes("broke off")) throw new Error(`${kind} ${JSON.stringify(given)}: ${reply.error.message}`);
    return reply;
  };
  const { library } = ask("library", {});
  ask("library", {}, { lang: "zh" });
  for (const { game, position: question } of library) {
    if (!question || RARE.has((game ?? "").toLowerCase())) continue;
    const { file, text } = game ? ask("library", { name: game }) : {};
    const how = /\b(set|word) of\b/.test(text ?? "") ? OF_SETS : WITHOUT;
    screens(ask, question, how);
    if (text) rules(core, ask, { name: file, text }, question, how);
    core.open([]);
  }
  for (const [question, options] of MORE) {
    screens(ask, question, options);
    core.open([]);
  }
  for (const question of TABLES) table(ask, question, {});
  const own = { name: "own.game", text: OWN };
  core.open([own]);
  ask("library", { name: "own" });
  screens(ask, "own[9]", {});
  ask("check", { file: own });
  ask("format", { file: own });
  for (const question of MISTAKES) ask("look", question);
  for (const text of WRONG) core.open([{ name: "wrong.game", text }]);
  return memory;
}

/** What the screens of the page ask about a position first; reasons and graphs come from the rest of the core. */
function screens(ask, question, options) {
  for (const kind of ["look", "solve", "moves", "draw"]) ask(kind, question, options);
  // Each number of the position up to a little more, as the screen of tables begins; of many numbers the table would grow large.
  const numbers = /(\d+)(?=[^[\]]*\](?:$| \+))/g;
  const more = (question.match(numbers) ?? []).length > 3 ? 1 : 4;
  table(ask, question.replace(numbers, (number) => `0..${Math.min(Number(number), 36) + more}`), options);
  // As the page does: one match is on the screen, in another the computer looks for its move.
  const matches = ["none", "first"].map((computer) => played(ask, question, { ...options, computer, seed: 1 }));
  for (const match of matches) if (match !== undefined) ask("play", { match, act: "leave" });
}

/** A table, as values and as outcomes. */
function table(ask, question, options) {
  for (const own of [{}, { outcomes: true }]) ask("table", question, { ...options, raw: true, ...own });
}

/** A match, which is begun and left to itself; its number. */
function played(ask, question, options) {
  const { match } = ask("play", { question }, options);
  if (match === undefined) return undefined;
  const [first] = ask("play", { match, act: "legal", count: 100 }).legal?.moves ?? [];
  if (first) {
    ask("play", { match, act: "move", steps: first.steps.map(({ component, rule, choices }) => ({ component, rule, choices })) });
    ask("play", { match, act: "undo" });
    ask("play", { match, act: "move", text: first.leaves });
  }
  for (const act of ["computer", "hint", "review", "resign"]) ask("play", { match, act });
  return match;
}

/** A game's rules: shown, written in their layout, changed by hand, and then its position again. */
function rules(core, ask, { name, text }, question, how) {
  ask("format", { file: { name, text } });
  core.open([{ name: `my_${name}`, text }]);
  ask("look", question, how);
  for (const computer of ["none", "first"]) played(ask, question, { ...how, computer, seed: 1 });
}
