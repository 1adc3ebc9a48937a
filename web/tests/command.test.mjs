// Tests the command of the npm package (`web/build --npm`): its texts, JSON and exit codes are those of the native command. Also tests
// limits, Ctrl-C, help, and the server of the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { COMMANDS, NATIVE, help } from "../../dist/npm/help.mjs";
import { answered, launch } from "./browser.mjs";
import { program, safe } from "./native.mjs";

const PACKAGE = process.env.NPM_PACKAGE ?? fileURLToPath(new URL("../../target/web/npm/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "grundy-"));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "take.game"), 'game Take {\n  state n in 0..\n  move "take {k}" k in {1, 3, 4} : [n - k]\n}\n');
writeFileSync(join(folder, "wrong.game"), "game Wrong {\n  state n in 0..\n  move : [n - ]\n}\n");
writeFileSync(join(folder, "list.txt"), '# a list\nnim[3] + nim[5] # a sum\n\nkayles[4\ncram(2, 3)[".#. / ..."]\n');

/** @param {string} command @param {string[]} args */
function start(command, args, env = {}) {
  return spawn(command, args, { cwd: folder, env: { ...process.env, LC_ALL: "C", ...env } });
}

/** @param {string[]} args */
const startNpm = (args, env = {}) => start(process.execPath, [join(PACKAGE, "command.mjs"), ...args], env);

/** Waits for the end of a process. @param {ReturnType<typeof start>} child */
async function ended(child, input = "") {
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => { stdout += text; });
  child.stderr.setEncoding("utf8").on("data", (text) => { stderr += text; });
  child.stdin.on("error", () => {}).end(input);
  const code = await new Promise((done) => child.on("close", done));
  return { code, stdout, stderr };
}

/** @param {string[]} args */
const npm = (args, input = "", env = {}) => ended(startNpm(args, env), input);

/** Returns JSON lines without costs. @param {string} lines */
const plain = (lines) => lines.trim().split("\n").map((line) => JSON.parse(safe(line), (name, value) => (name === "seconds" ? 0 : value)));

/** Commands with the same output and exit code in both programs, some with standard input. @type {[string[], string?][]} */
const SAME = [
  [["solve", "kayles[12] + nim[7]"]],
  [["--lang", "zh", "solve", "nim[3] + nim[5]"]],
  [["solve", "--play", "misere", "nim[1] + nim[2]"]],
  [["solve", "--sum", "every", "kayles[7] + nim[4]", "--value", "suspense"]],
  [["solve", "--winner", "wythoff[1000000, 1618033]", "--without", "law,codegen"]],
  [["solve", "nim[3", "nim[4]"]],
  [["solve", "nothing[1]", "--lang=zh"]],
  [["solve", "-f", "take.game", "take[7]"]],
  [["solve", "--file", "wrong.game", "nim[1]"]],
  [["solve", "--from", "list.txt"]],
  [["solve"], "nim[3]\nnim[4 # wrong\n\nkayles[5]\n"],
  [["solve"]],
  [["solve", "--time", "0.3", "--without", "octal-periodicity", "kayles[300000]"]],
  [["solve", "--lang", "zh", "--time", "0", "--without", "octal-periodicity", "kayles[300000]"]],
  [["solve", "--memory", "64K", "--without", "octal-periodicity", "kayles[300000]"]],
  [["moves", "nim[3] + nim[5] + nim[9]"]],
  [["moves", "--all", "kayles[4] + nim[2]", "--lang", "zh"]],
  [["moves", "--losing", "wythoff[3, 5]"]],
  [["moves", 'cram(2, 3)[".#. / ..."]']],
  [["table", "kayles[0..40]"]],
  [["table", "wythoff[0..8, 0..8]", "--outcomes"]],
  [["table", "knights(8)[1..8, 1..8]", "--value", "suspense", "--minus", "x / 2 + y / 2"]],
  ...["csv", "json", "list", "bfile", "latex", "markdown"].map((format) => /** @type {[string[]]} */ ([["table", "wythoff[0..4, 0..4]", "--format", format]])),
  [["table", "nim[0..3]", "--outcomes", "--format", "list"]],
  [["explain", "kayles[12]"]],
  [["why", "nim[3] + nim[5] + nim[7]"]],
  [["law", "bash"]],
  [["law", "--lang", "zh", "kayles", "fibonaccinim"]],
  [["games", "kayles"]],
  [["games", "--family", "coins", "--lang", "zh"]],
  [["theorem"]],
  [["theorem", "wythoff"]],
  [["theorem", "nothing"]],
  [["help", "nim-sum"]],
  [["help", "terms", "--lang", "zh"]],
];

/** Commands with the same JSON. @type {[string[], string?][]} */
const SAME_JSON = [
  [["solve", "--json", "kayles[12] + nim[7]", "nim[3"]],
  [["--json", "solve"], "nim[3]\nnim[4\n"],
  [["--json", "solve", "nim[9007199254740993]"]],
  [["--json", "moves", "nim[3] + nim[5]"]],
  [["--json", "table", "wythoff[0..3, 0..3]", "--outcomes"]],
  [["--json", "table", "nim[0..3", "--lang", "zh"]],
  [["--json", "games", "--family", "misere"]],
  [["--json", "help", "nim-sum"]],
];

describe("the npm command is like the native command", { skip: !program && "there is no native command", concurrency: 2 }, () => {
  for (const [args, input] of SAME) {
    test(args.join(" "), async () => {
      const [found, wanted] = await Promise.all([npm(args, input), ended(start(String(program), args), input)]);
      assert.deepEqual(found, wanted);
    });
  }
  for (const [args, input] of SAME_JSON) {
    test(args.join(" "), async () => {
      const [found, wanted] = await Promise.all([npm(args, input), ended(start(String(program), args), input)]);
      assert.deepEqual([found.code, plain(found.stdout), found.stderr], [wanted.code, plain(wanted.stdout), wanted.stderr]);
    });
  }
});

test("Ctrl-C ends a computation with exit code 130", async () => {
  const child = startNpm(["solve", "nim[3]", "kayles[3000000]", "--without", "octal-periodicity"]);
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGINT"), 100));
  const late = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const { code, stderr } = await ended(child);
  clearTimeout(late);
  assert.deepEqual([code, stderr], [130, "error: stopped, no answer: interrupted\n"]);
});

test("errors in the arguments", async () => {
  for (const [args, wanted] of /** @type {[string[], RegExp][]} */ ([
    [["nothing"], /^error: unknown command `nothing`/],
    [["judge", "poj2960"], /^error: `judge` is a command of the native program.*cargo install/],
    [["--lang", "zh", "play"], /^错误：`play` 是原生程序的命令/],
    [["solve", "--nothing", "nim[3]"], /^error: unknown option `--nothing`/],
    [["moves", "--winner", "nim[3]"], /^error: unknown option `--winner`/],
    [["solve", "nim[3]", "--file"], /^error: --file needs a value: --file FILE/],
    [["solve", "--file", "missing.game", "nim[3]"], /^error: cannot read missing\.game: /],
    [["solve", "nim[3]", "--time", "soon"], /^error: invalid value `soon` of --time: expected a number of seconds/],
    [["solve", "nim[3]", "--play", "badly"], /^error: invalid request: play: expected normal, misere, stop or button/],
    [["serve", "--port", "65536"], /^error: invalid value `65536` of --port/],
    [["games", "kayles", "nim"], /^error: unexpected argument `nim`/],
  ])) {
    const { code, stdout, stderr } = await npm(args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, wanted);
  }
});

test("help in both languages, and every example of the help runs", async () => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal((await npm(["--version"])).stdout, `grundy ${version}\n`);
  assert.deepEqual(await npm(["help", "solve"]), { code: 0, stdout: help("en", "solve"), stderr: "" });
  assert.deepEqual(await npm(["solve", "--help"], "", { LC_ALL: "zh_CN.UTF-8" }), { code: 0, stdout: help("zh", "solve"), stderr: "" });
  assert.deepEqual(await npm([]), { code: 2, stdout: "", stderr: help("en") });
  assert.match(help("zh"), /用法：npx @grundy\/core|用法： npx @grundy\/core/);
  const commands = String(program && (await ended(start(program, ["--help"]))).stdout).match(/^ {2}[a-z]+ {2,}/gm)?.map((name) => name.trim());
  if (program) assert.deepEqual(commands?.sort(), [...Object.keys(COMMANDS), ...NATIVE].sort());
  for (const [name, { examples }] of Object.entries(COMMANDS)) {
    for (const example of name === "serve" ? [] : examples.filter((one) => !one.includes("my.game"))) {
      const args = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
      assert.equal((await npm(args)).code, 0, example);
    }
  }
});

test("serve: the page, the types of its files, and no other files", async () => {
  const child = startNpm(["serve", "--port", "0"]);
  const end = ended(child);
  try {
    const address = (await new Promise((done) => child.stdout.once("data", done))).trim();
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    for (const [path, type] of [["", "text/html; charset=utf-8"], ["page/main.mjs?x", "text/javascript; charset=utf-8"], ["style/base.css", "text/css; charset=utf-8"], ["first.wasm", "application/wasm"], ["rest.bin", "application/octet-stream"], ["docs/language.md", "text/markdown; charset=utf-8"]]) {
      const reply = await fetch(address + path, { method: "HEAD" });
      assert.deepEqual([reply.status, reply.headers.get("content-type")], [200, type], path);
    }
    const port = Number(new URL(address).port);
    for (const [request, status] of [["GET /../package.json", 404], ["GET /%2e%2e/package.json", 404], ["GET /docs/..%2f..%2fcommand.mjs", 404], ["GET //etc/passwd", 404], ["GET /docs", 404], ["POST /", 405]]) {
      const reply = await new Promise((done, fail) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(`${request} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`));
        socket.setEncoding("utf8").once("data", done).on("error", fail);
      });
      assert.match(reply, new RegExp(`^HTTP/1\\.1 ${status} `), request);
    }
    const busy = await npm(["serve", "--port", String(port)]);
    assert.deepEqual([busy.code, busy.stdout], [2, ""]);
    assert.match(busy.stderr, /^error: cannot listen on port \d+: EADDRINUSE/);
    const browser = await launch();
    try {
      const page = await browser.newPage({ locale: "en-GB" });
      await page.goto(`${address}#q=kayles[12]+nim[7]`);
      await answered(page);
      assert.match(await page.textContent(".verdict"), /The player to move wins/);
    } finally {
      await browser.close();
    }
  } finally {
    child.kill("SIGINT");
  }
  assert.equal((await end).code, 130);
});
