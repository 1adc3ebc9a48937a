// The options and commands of the npm command, with their help in English and Chinese.

/** @typedef {{ en: string, zh: string }} Text */
/** @typedef {"en" | "zh"} Lang */
/** @typedef {{ short?: string, value?: string, several?: true, about: Text }} Option */
/** @typedef {{ about: Text, given: string, options: string[], examples: string[] }} Command */

/** How the command is called; the name works with and without an installation. */
const NAME = "npx @grundy/core";

/** The options by name. An option without `value` is a switch. @type {Record<string, Option>} */
export const OPTIONS = {
  file: { short: "f", value: "FILE", several: true, about: {
    en: "Also load the games of this rule file (.game), or a graph or board as a game named after the file (`-` is standard input)",
    zh: "同时读取该规则文件（.game）中的游戏，或以文件名作为游戏名的图、棋盘（`-` 为标准输入）" } },
  from: { value: "FILE", about: {
    en: "Read the positions from FILE, one per line; `#` starts a comment",
    zh: "从 FILE 读取局面，每行一个；`#` 起为注释" } },
  play: { value: "PLAY", about: {
    en: "Override the play convention of the rules: normal, misere, stop or button",
    zh: "代替规则文件中的胜负约定：normal、misere、stop 或 button" } },
  sum: { value: "KIND", about: {
    en: "Override how many components a move changes: one, every, any, a number, or Conway's name of a compound",
    zh: "代替规则文件，规定一着涉及几个部分：one、every、any、一个数，或 Conway 的名称" } },
  until: { value: "END", about: {
    en: "Override when a sum ends: all (no component has a move) or one (some component has no move)",
    zh: "代替规则文件，规定和何时结束：all（所有部分都不能走）或 one（有一个部分不能走）" } },
  without: { value: "NAME", several: true, about: {
    en: "Switch off a theorem or an engine",
    zh: "关闭某个定理或引擎" } },
  order: { value: "ORDER", about: {
    en: "Order in which a search tries moves: written, heuristic, random or random:SEED",
    zh: "搜索尝试着法的次序：written、heuristic、random 或 random:SEED" } },
  winner: { about: {
    en: "Compute only the winner, not the value; this is often much faster",
    zh: "只求胜者，不求值；往往快得多" } },
  value: { value: "VALUE", about: {
    en: "Value to report: grundy, suspense, remoteness, foreclosed, misere, genus, loopy or entailing",
    zh: "给出的值：grundy、suspense、remoteness、foreclosed、misere、genus、loopy 或 entailing" } },
  losing: { about: {
    en: "List the losing moves instead: the moves after which the opponent wins",
    zh: "改为列出必败着：走后对方获胜的着法" } },
  all: { about: {
    en: "List every legal move with its result and the value of the position that it leaves",
    zh: "列出每个合法着法、其结果与所留局面的值" } },
  outcomes: { about: {
    en: "Show or search for outcomes (P and N) instead of values",
    zh: "给出或寻找胜负（P 与 N）而不是值" } },
  values: { about: {
    en: "Search only for a law of the values",
    zh: "只寻找值的规律" } },
  minus: { value: "EXPRESSION", about: {
    en: "Subtract an expression in the slots of the game from each cell, for example 'x / 2 + y / 2'",
    zh: "从每一格减去游戏各数的一个表达式，如 'x / 2 + y / 2'" } },
  format: { value: "FORMAT", about: {
    en: "Output format: text, csv, json, list, bfile, latex or markdown",
    zh: "输出格式：text、csv、json、list、bfile、latex 或 markdown" } },
  analyze: { about: {
    en: "Also answer the query, and report counts and times",
    zh: "同时作答，并报告计数与用时" } },
  family: { value: "FAMILY", about: {
    en: "List only the games of this family: heaps, rows, coins, boards, graphs, words, misere or loopy",
    zh: "只列出这一类的游戏：heaps、rows、coins、boards、graphs、words、misere 或 loopy" } },
  port: { value: "N", about: {
    en: "Port on 127.0.0.1; 0 selects any free port [default: 4617]",
    zh: "127.0.0.1 上的端口；0 表示任一空闲端口 [默认：4617]" } },
  lang: { value: "LANG", about: {
    en: "Language of messages and answers: en or zh (default: from the locale)",
    zh: "消息与答案的语言：en 或 zh（默认取自系统区域设置）" } },
  json: { about: {
    en: "Print answers as JSON; numbers beyond 2^53 are strings",
    zh: "以 JSON 作答；超过 2^53 的数写成字符串" } },
  time: { value: "SECONDS", about: {
    en: "Stop after SECONDS seconds",
    zh: "运行 SECONDS 秒后停止" } },
  memory: { value: "SIZE", about: {
    en: "Limit memory to about SIZE, for example 500M; at most 3G [default: 3G]",
    zh: "把内存限制为约 SIZE，如 500M；至多 3G [默认：3G]" } },
  help: { short: "h", about: { en: "Print help", zh: "打印帮助" } },
  version: { short: "V", about: { en: "Print version", zh: "打印版本" } },
};

/** The options of every command. */
export const GLOBAL = ["lang", "json", "time", "memory", "help", "version"];
const QUERY = ["from", "file", "play", "sum", "until", "without", "order"];

/** The commands of this package. @type {Record<string, Command>} */
export const COMMANDS = {
  solve: { given: "[POSITION]...", options: [...QUERY, "winner", "value"],
    about: { en: "Solve a position: the winner, the value and the method", zh: "求解局面：谁胜、值与方法" },
    examples: ["solve 'kayles[12] + nim[7]'", "solve --file my.game 'mygame[20]'", "solve --play misere 'nim[1] + nim[2]'"] },
  moves: { given: "[POSITION]...", options: [...QUERY, "losing", "all"],
    about: { en: "List every winning move", zh: "列出全部必胜着" },
    examples: ["moves 'nim[3] + nim[5] + nim[9]'", "moves --all 'kayles[4] + nim[2]'"] },
  table: { given: "[RANGES]...", options: [...QUERY, "outcomes", "value", "minus", "format"],
    about: { en: "Print a table of values or outcomes over one or two ranges", zh: "打印一个或两个范围上的值表或胜负表" },
    examples: ["table 'kayles[0..40]'", "table 'wythoff[0..8, 0..8]' --outcomes", "table 'kayles[0..40]' --format list"] },
  explain: { given: "[POSITION]...", options: [...QUERY, "analyze"],
    about: { en: "Show the plan: facts about the rules, and the theorem or engine that answers", zh: "显示求解计划：规则的性质，以及作答的定理或引擎" },
    examples: ["explain 'kayles[12]'"] },
  why: { given: "[POSITION]...", options: QUERY,
    about: { en: "Explain why a position is won or lost", zh: "解释局面为何胜或负" },
    examples: ["why 'nim[3] + nim[5] + nim[7]'"] },
  law: { given: "[GAME]...", options: [...QUERY, "outcomes", "values"],
    about: { en: "Find the law of a game and prove it", zh: "求出并证明游戏的规律" },
    examples: ["law wythoff"] },
  games: { given: "[NAME]", options: ["family"],
    about: { en: "List the games of the library, or show the rules of one", zh: "列出游戏库，或显示其中一个游戏的规则" },
    examples: ["games", "games kayles"] },
  theorem: { given: "[NAME]", options: [],
    about: { en: "List the theorems, or show the page of one", zh: "列出定理，或显示其中一条的说明页" },
    examples: ["theorem wythoff"] },
  serve: { given: "", options: ["port"],
    about: { en: "Serve the web page on this machine", zh: "在本机提供网页" },
    examples: ["serve", "serve --port 0"] },
  help: { given: "[COMMAND|TERM]", options: [],
    about: { en: "Print this message, the help of a command, or the meaning of a term", zh: "打印本信息、某个命令的帮助，或某个术语的含义" },
    examples: ["help solve", "help nim-sum", "help terms"] },
};

/** The commands that only the native program has. */
export const NATIVE = ["draw", "chart", "graph", "export", "big", "stats", "value", "heap", "prove", "same", "misere", "judge", "nim", "play", "reply",
  "review", "check", "fmt", "verify", "man", "completions"];

/** The other texts of the command. */
export const words = {
  unknownCommand: (/** @type {string} */ name) => ({
    en: `unknown command \`${name}\`; \`grundy help\` lists the commands`,
    zh: `没有命令 \`${name}\`；\`grundy help\` 列出各命令` }),
  nativeCommand: (/** @type {string} */ name) => ({
    en: `\`${name}\` is a command of the native program, which this package does not contain; in a clone of Grundy, \`cargo install --path crates/cli\` installs the native program`,
    zh: `\`${name}\` 是原生程序的命令，本包不含原生程序；在 Grundy 的克隆中运行 \`cargo install --path crates/cli\` 可安装它` }),
  unknownOption: (/** @type {string} */ option) => ({
    en: `unknown option \`${option}\`; \`grundy help COMMAND\` lists the options of a command`,
    zh: `没有选项 \`${option}\`；\`grundy help COMMAND\` 列出命令的选项` }),
  missingValue: (/** @type {string} */ option, /** @type {string} */ value) => ({
    en: `${option} needs a value: ${option} ${value}`,
    zh: `${option} 需要一个值：${option} ${value}` }),
  noValue: (/** @type {string} */ option) => ({
    en: `${option} takes no value`,
    zh: `${option} 不带值` }),
  invalidValue: (/** @type {string} */ option, /** @type {string} */ value, /** @type {Text} */ wanted) => ({
    en: `invalid value \`${value}\` of ${option}: expected ${wanted.en}`,
    zh: `${option} 的值 \`${value}\` 无效：应为${wanted.zh}` }),
  seconds: { en: "a number of seconds, for example 2.5", zh: "秒数，如 2.5" },
  size: { en: "a size in bytes, for example 500M or 3G", zh: "字节数，如 500M 或 3G" },
  port: { en: "a number from 0 to 65535", zh: " 0 到 65535 的数" },
  language: { en: "en or zh", zh: " en 或 zh" },
  unexpected: (/** @type {string} */ argument) => ({
    en: `unexpected argument \`${argument}\``,
    zh: `多余的参数 \`${argument}\`` }),
  noQuery: { en: "no query was given; see `grundy --help`", zh: "没有给出问题；请看 grundy --help" },
  unreadable: (/** @type {string} */ file, /** @type {string} */ why) => ({
    en: `cannot read ${file}: ${why}`,
    zh: `无法读取 ${file}：${why}` }),
  notText: { en: "it is not UTF-8 text", zh: "不是 UTF-8 文本" },
  time: { en: "stopped, no answer: the time limit was reached", zh: "已停止，没有答案：已到时间限制" },
  interrupted: { en: "stopped, no answer: interrupted", zh: "已停止，没有答案：已中断" },
  crashed: (/** @type {string} */ why) => ({
    en: `this is a bug in grundy; please report it: ${why}`,
    zh: `这是 grundy 的程序错误，请报告：${why}` }),
  line: (/** @type {number} */ line, /** @type {string} */ question) => ({ en: `line ${line}: ${question}: `, zh: `第 ${line} 行：${question}：` }),
  busy: (/** @type {number} */ port, /** @type {string} */ why) => ({
    en: `cannot listen on port ${port}: ${why}; select another port with --port`,
    zh: `无法监听端口 ${port}：${why}；请用 --port 选择其他端口` }),
  served: {
    en: "The page is available at this address, on this machine only. Press Ctrl-C to stop the server.",
    zh: "网页地址如上，仅限本机访问。按 Ctrl-C 停止服务。" },
};

/** Returns the lines of a list with aligned descriptions. @param {[string, string][]} rows */
function list(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join("\n");
}

/** @param {string[]} names @param {Lang} lang */
function options(names, lang) {
  return list(names.map((name) => {
    const { short, value, about } = /** @type {Option} */ (OPTIONS[name]);
    return [`${short ? `-${short}, ` : "    "}--${name}${value ? ` <${value}>` : ""}`, about[lang]];
  }));
}

/** Returns the help of the program or of a command. @param {Lang} lang @param {string} [name] */
export function help(lang, name) {
  const command = name === undefined ? undefined : COMMANDS[name];
  const [usage, commands, own, every, examples] = lang === "zh" ? ["用法：", "命令：", "选项：", "各命令共有的选项：", "例子："]
    : ["Usage:", "Commands:", "Options:", "Options of every command:", "Examples:"];
  const shown = (/** @type {Command} */ one) => one.examples.map((example) => `  ${NAME} ${example}`);
  if (command) {
    return `${[
      command.about[lang],
      [usage, NAME, name, "[OPTIONS]", command.given].join(" ").trimEnd(),
      ...(command.options.length ? [`${own}\n${options(command.options, lang)}`] : []),
      `${every}\n${options(GLOBAL, lang)}`,
      `${examples}\n${shown(command).join("\n")}`,
    ].join("\n\n")}\n`;
  }
  const about = lang === "zh" ? "由规则求解组合游戏：谁胜、哪些着法取胜、局面的值，以及为什么"
    : "Solve combinatorial games from their rules: who wins, which moves win, the value of a position, and why";
  const rest = lang === "zh" ? `退出码：
  0    已作答
  2    问题或文件有误
  3    没有方法适用于该问题
  4    达到时间或内存的限制
  70   grundy 的程序错误
  130  被 Ctrl-C 中断

本命令在 WebAssembly 中以单线程运行。原生程序更快，命令也更多：${NATIVE.join("、")}。`
    : `Exit codes:
  0    answered
  2    the query or a file is invalid
  3    no method supports the query
  4    a limit on time or memory was reached
  70   a bug in grundy
  130  interrupted by Ctrl-C

This command runs in WebAssembly on one thread. The native program is faster and has more commands:
${NATIVE.join(", ")}.`;
  return `${[
    about,
    `${usage} ${NAME} [OPTIONS] <COMMAND>`,
    `${commands}\n${list(Object.entries(COMMANDS).map(([one, { about }]) => [one, about[lang]]))}`,
    `${own}\n${options(GLOBAL, lang)}`,
    `${examples}\n${["solve", "moves", "table", "serve"].flatMap((one) => shown(/** @type {Command} */ (COMMANDS[one])).slice(0, 2)).join("\n")}`,
    rest,
  ].join("\n\n")}\n`;
}
