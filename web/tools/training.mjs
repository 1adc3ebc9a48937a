// Sends typical first requests to a core. For every game and kind of board of the library, the requests are about the position on its
// card, its moves and picture, a table and a match. Rules are opened and formatted, and rules with errors are sent too. The first core
// answers these requests without the rest of the core.

import { Grundy } from "../grundy.mjs";

/** Laws take seconds, so their code, a tenth of the core, belongs to the rest. The engine for games on sets and the methods for words and
 *  rows of pieces also belong to the rest, except for the code with which they decline other games. */
const WITHOUT = { without: ["law"] };
const OF_SETS = { without: ["law", "parts", "word-cuts", "fixed-parity"] };
/** Excludes games that are rarely requested first and need much code of their own: unbounded play, values of urgent components, and rows
 *  of pieces. The method for rows of pieces is excluded, so that a search of any game is included. */
const RARE = new Set(["epstein", "topentails", "elephantsandrhinos"]);
/** Queries with sums, parameters, large numbers, codes of heaps, conventions, compounds, and other graphs.
 *  @type {[question: string, options?: object][]} */
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
/** Larger tables, which are filled by generated code or computed by formulas. */
const TABLES = ["kayles[0..300]", "wythoff[0..63, 0..63]", "wythoff[0..600, 0..600]", "hyperknight[0..999, 0..999]", "cutting[2..60, 2..60]", "chomp[0..9, 0..9, 0..9]", "nim[0..9] + kayles[0..9]"];
const MISTAKES = ["nim[3", "nothing[1]", "nim[3, 4]", "kayles[-1]", "nim[3] + + nim[4]", ""];
/** The reader's rules, with tests. */
const OWN = "game Own { state n in 0.. move k in 1..3 : [n - k] expect SG(0..4) == 0 1 2 3 0 expect [4] is P claim [n] is P iff n % 4 == 0 }";
const WRONG = ["game Wrong {\n", "game Wrong {\n  state n in 0..\n  move : [n - ]\n}", "game Wrong { state n in 0.. move k in 1..m : [n - k] }", "game Wrong { state n in 0.. mov : [n - 1] }"];

/** Sends all requests and returns the memory of the core that answered. @param {Uint8Array} bytes @returns {Promise<WebAssembly.Memory>} */
export async function train(bytes) {
  let memory;
  const { instantiate } = WebAssembly;
  // The core does not export its memory, so the memory is recorded when the core starts.
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
    if (reply.error?.message.includes("the core crashed")) throw new Error(`${kind} ${JSON.stringify(given)}: ${reply.error.message}`);
    return reply;
  };
  const { library } = ask("library", {});
  ask("library", {}, { lang: "zh" });
  for (const { game, families, position: question } of library) {
    // The page does not show games in which the players have different moves.
    if (!question || families.includes("partizan") || RARE.has((game ?? "").toLowerCase())) continue;
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
  for (const question of MISTAKES) ask("legal", question);
  for (const text of WRONG) core.open([{ name: "wrong.game", text }]);
  return memory;
}

/** The first requests of the screens about a position; reasons and graphs belong to the rest of the core. */
function screens(ask, question, options) {
  // The page shows a position and its moves before they are solved.
  ask("legal", question, { ...options, solve: false });
  for (const kind of ["legal", "solve", "moves", "draw"]) ask(kind, question, options);
  // The ranges end slightly above the numbers of the position, as on the Table screen. With many numbers the ranges are shorter, because
  // the table would be too large.
  const numbers = /(\d+)(?=[^[\]]*\](?:$| \+))/g;
  const more = (question.match(numbers) ?? []).length > 3 ? 1 : 4;
  table(ask, question.replace(numbers, (number) => `0..${Math.min(Number(number), 36) + more}`), options);
  // As on the page, one match is on the screen, and the computer searches for its move in another match.
  const matches = ["none", "first"].map((computer) => played(ask, question, { ...options, computer, seed: 1 }));
  for (const match of matches) if (match !== undefined) ask("play", { match, act: "leave" });
}

/** Requests a table of values and a table of outcomes. */
function table(ask, question, options) {
  for (const own of [{}, { outcomes: true }]) ask("table", question, { ...options, raw: true, ...own });
}

/** Starts a match and returns its number. */
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

/** Requests the rules of a game, formats and edits the rules, and then requests the position again. */
function rules(core, ask, { name, text }, question, how) {
  ask("format", { file: { name, text } });
  core.open([{ name: `my_${name}`, text }]);
  for (const solve of [false, true]) ask("legal", question, { ...how, solve });
  for (const computer of ["none", "first"]) played(ask, question, { ...how, computer, seed: 1 });
}
