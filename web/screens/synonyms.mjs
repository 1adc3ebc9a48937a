// Other names of games in both languages, for the search, and well-known games that the library does not contain.

/** Other names of the games, by name in lower case. @type {Record<string, string>} */
const NAMES = {
  nim: "nim game of heaps piles pearls marienbad 尼姆 取石子 捡石子 拈游戏", bash: "take-away subtraction game 21 game 巴什博弈 取石子 报数 拿火柴", wythoff: "queen corner white queen 威佐夫博弈 取石子 皇后",
  kayles: "bowling skittles pins 凯尔斯 保龄 木瓶", dawsonkayles: "dawson's kayles .07 道森", chomp: "chocolate bar poison 巧克力 有毒 咬", tictactoe: "tic-tac-toe noughts and crosses xox 井字棋 圈叉 三子棋 井字游戏 一字棋",
  fibonaccinim: "fibonacci nim at most twice 斐波那契博弈 取石子 至多两倍", euclid: "euclidean algorithm greatest common divisor 欧几里得 辗转相除", notakto: "neutral tic-tac-toe x only 井字棋", treblecross: "three in a row one-dimensional tic-tac-toe x only 三连",
  hackenbush: "cutting edges stalks trees green blue red 剪边 删边 砍树 哈肯布什 树上删边", domineering: "crosscram dominoes 骨牌 多米诺", cram: "dominoes plugg 骨牌 多米诺", staircase: "staircase nim steps 阶梯博弈 台阶",
  moore: "moore's nim k heaps 摩尔 取石子", mockturtles: "coins turning 翻硬币", turtles: "turning turtles coins 翻硬币", ruler: "coins ruler 翻硬币", twins: "coins 翻硬币", nodekayles: "graph independent set 图 顶点 独立集", arckayles: "graph matching edges 图 匹配",
  geography: "vertex walk generalized geography 地理 图 走点", northcott: "northcott's nim 诺斯科特 棋子", clobber: "captures stones board 吃子", konane: "hawaiian checkers jumps 夏威夷跳棋", toadsandfrogs: "toads and frogs jumping 蟾蜍与青蛙", amazons: "game of the amazons queens arrows 亚马逊棋",
  hexapawn: "pawns chess 兵 六兵棋", nogo: "atari go capture 围棋 不围棋", snort: "cats and dogs colouring map 染色", col: "colouring map 染色 涂色", foxandgeese: "fox geese 狐与鹅", dodgem: "cars 2x2 3x3", quixo: "cubes five in a row", subtract: "subtraction set 减法游戏 取石子 集合",
  laskernim: "lasker split heap 拉斯克 分堆", miserenim: "last stone loses misère nim 反尼姆 取最后者负", pokernim: "poker nim add stones", georgiaandbob: "pennies strip coins 硬币 移动", endnim: "ends of a row 两端 取石子", cutcake: "cake cutting 切蛋糕",
};

/** Well-known games without an entry: why, as a key of the texts. @type {[pattern: RegExp, why: "searchLarge" | "searchChance" | "searchBoxes"][]} */
const ABSENT = [
  [/^(chess|checkers|draughts|go|weiqi|baduk|gomoku|othello|reversi|hex|connect\s?(four|4)|shogi|国际象棋|中国象棋|象棋|围棋|五子棋|黑白棋|跳棋|四子棋|四子连珠|将棋)$/i, "searchLarge"],
  [/^(poker|backgammon|bridge|yahtzee|ludo|扑克|双陆棋|桥牌|飞行棋|斗地主|麻将)$/i, "searchChance"],
  [/^(dots and boxes|dots-and-boxes|strings and coins|点格棋)$/i, "searchBoxes"],
];

/** Returns a text in which words are compared: without hyphens and apostrophes. @param {string} text */
export const comparable = (text) => text.toLowerCase().replace(/[-'’]/g, "");

/** Returns the other names of a game. @param {string} name */
export const synonyms = (name) => comparable(NAMES[name.toLowerCase()] ?? "");

/** Returns why a well-known game is not in the library; undefined for other texts. @param {string} text */
export const absent = (text) => ABSENT.find(([pattern]) => pattern.test(text.trim()))?.[1];
