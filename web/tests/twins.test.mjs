// Tests that the core in WebAssembly, `grundy serve` over HTTP, and the command give the same replies to the same requests, except for
// costs. The requests are the queries of conformance/, the legal moves and the table of each game, and requests with errors. Also tests
// the page over HTTP. The tests need the command (native.mjs).

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Grundy } from "../grundy.mjs";
import { Line } from "../page/http.mjs";
import { answered, launch } from "./browser.mjs";
import { SLOW, corpus } from "./corpus.mjs";
import { program, safe } from "./native.mjs";
import { SITE, wholeCore } from "./site.mjs";

const serves = program && execFileSync(program, ["help"]).toString().includes("serve");

/** Returns a reply without its costs. */
function plain(reply) {
  return JSON.parse(JSON.stringify(reply, (name, value) => (name === "work" || name === "seconds" ? undefined : value)));
}

/** One request of each kind, and the equivalent command; `null` for a request without an equivalent command. The JSON of a command omits
 *  what it writes to a file or draws on the terminal.
 *  @type {[string, object, object, string[] | null][]} */
const EACH = [
  ["solve", { question: "nim[3" }, {}, ["solve", "nim[3"]],
  ["solve", { question: "nothing[1]" }, { lang: "zh" }, ["--lang", "zh", "solve", "nothing[1]"]],
  ["moves", { question: "kayles[7] + nim[3]" }, {}, ["moves", "kayles[7] + nim[3]"]],
  ["legal", { question: "kayles[7] + nim[3]" }, {}, ["moves", "--all", "kayles[7] + nim[3]"]],
  ["table", { question: "wythoff[0..4, 0..4]" }, {}, ["table", "wythoff[0..4, 0..4]"]],
  ["table", { question: "nim[3" }, {}, ["table", "nim[3"]],
  ["graph", { question: "nim[1] + nim[2]" }, {}, ["graph", "nim[1] + nim[2]"]],
  ["stats", { question: "kayles[7]" }, {}, ["stats", "kayles[7]"]],
  ["why", { question: "nim[3] + nim[5]" }, {}, ["why", "nim[3] + nim[5]"]],
  ["draw", { question: "cram[\".##. / .... / #..# / ....\"]" }, {}, ["draw", "cram[\".##. / .... / #..# / ....\"]"]],
  ["chart", { question: "wythoff[0..4, 0..4]" }, {}, ["chart", "wythoff[0..4, 0..4]"]],
  ["explain", { question: "kayles[7] + cutting[4, 5]" }, {}, ["explain", "kayles[7] + cutting[4, 5]"]],
  ["theorem", { name: "nim" }, {}, ["theorem", "nim"]],
  ["theorem", {}, {}, ["theorem"]],
  ["library", { name: "kayles" }, {}, ["games", "kayles"]],
  ["nim", { expression: "6 * 7 + 12 / 5" }, {}, ["nim", "6 * 7 + 12 / 5"]],
  ["value", { expression: "{3|1} + ^ - 1/2" }, { compare: "1" }, ["value", "{3|1} + ^ - 1/2", "--compare", "1"]],
  ["heap", { question: "0.77" }, { to: 90 }, ["heap", "0.77", "--to", "90"]],
  ["misere", { question: "0.77" }, { to: 12 }, ["misere", "0.77", "--to", "12"]],
  ["law", { question: "bash" }, {}, ["law", "bash"]],
  ["same", { games: ["nim", "kayles"] }, {}, ["same", "nim", "kayles"]],
  ["reply", { question: "nim[3] + nim[5]" }, { seed: 1, strength: 50 }, ["reply", "nim[3] + nim[5]", "--seed", "1", "--strength", "50"]],
  ["review", { question: "nim[1] + nim[2]", moves: ["take 1", "take 2"] }, {}, ["review", "nim[1] + nim[2]", "--moves", "take 1", "--moves", "take 2"]],
  ["fit", { text: "0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3" }, {}, ["law", "--table", "fit.csv"]],
  ["judge", { problem: "poj2960", task: "sample" }, {}, null],
  ["judge", { problem: "poj2960", input: "2 2 5\n1\n2 5 12\n0\n" }, {}, null],
  ["format", { file: { name: "take.game", text: "game Take { state n in 0.. move k in 1..3 : [n - k] }" } }, {}, null],
  ["library", {}, {}, null],
];

describe("the same by every carrier", { skip: !serves && "there is no command that serves" }, () => {
  let core, server, link, line;
  const folder = mkdtempSync(join(tmpdir(), "grundy-"));
  const file = { name: "take.game", text: "game Take {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n" };
  before(async () => {
    core = await Grundy.load(wholeCore());
    writeFileSync(join(folder, file.name), file.text);
    server = spawn(program, ["serve", join(folder, file.name), "--port", "0"], { env: { ...process.env, LANG: "en" } });
    let printed = "";
    link = await new Promise((done, fail) => {
      const hear = (chunk) => {
        printed += chunk;
        const found = printed.match(/http:\/\/\S+#key=[0-9a-f]+/)?.[0];
        if (found) done(found);
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("exit", () => fail(new Error(printed)));
    });
    const [address, key = ""] = link.split("#key=");
    // Node must send the `Origin` header that a page of the server would send.
    const asks = globalThis.fetch;
    // A connection that was idle while the core was computing may be closed.
    const ask = (options) => asks(`${address}ask`, { ...options, headers: { ...options.headers, origin: address.slice(0, -1) } });
    globalThis.fetch = (path, options) => (path === "ask" ? ask(options).catch(() => ask(options)) : asks(path, options));
    line = new Line(key, "quick", () => {});
  });
  after(() => server?.kill());

  test("questions", async () => {
    // A search for a law that only proves an answer again takes the most time.
    const lawless = SLOW ? {} : { without: ["law"] };
    const all = corpus(40);
    assert(all.length > 12, `${all.length} questions`);
    for (const { question, options } of all) {
      const own = { ...options, ...lawless, limit: 30, memory: 1 << 28 };
      const told = core.ask("legal", question, { ...own, seconds: 60 });
      assert.deepEqual(plain(await line.ask({ ask: "legal", given: { question }, options: own, seconds: 60 })), plain(told), question);
    }
    const questions = all.filter(({ options }) => !options.play).map(({ question }) => question);
    writeFileSync(join(folder, "questions.txt"), `${questions.join("\n")}\n`);
    const lines = execFileSync(program, ["--json", "solve", ...(SLOW ? [] : ["--without", "law"]), "--from", join(folder, "questions.txt")], { maxBuffer: 1 << 28, env: { ...process.env, LANG: "en" } }).toString().trim().split("\n");
    questions.forEach((question, at) => assert.deepEqual(plain(core.ask("solve", question, lawless)), plain(JSON.parse(safe(lines[at] ?? "null"))), question));
  });

  test("one request of each kind, also by the command", async () => {
    writeFileSync(join(folder, "fit.csv"), "0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3");
    const drawn = ({ picture, ...rest }) => plain(rest);
    for (const [ask, given, options, command] of EACH) {
      const told = core.ask(ask, given, options);
      assert.deepEqual(plain(await line.ask({ ask, given, options })), plain(told), ask);
      if (!command) continue;
      const { stdout, stderr } = spawnSync(program, ["--json", ...command], { cwd: folder, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
      assert.deepEqual(drawn(JSON.parse(safe(stdout) || "null") ?? { stderr }), drawn(told), command.join(" "));
    }
  });

  test("each game's first position, its picture and moves", async () => {
    const positions = core.ask("library").library.map(({ position }) => position).filter(Boolean);
    assert(positions.length > 90, `${positions.length} games`);
    for (const question of positions.filter((_, at) => SLOW || at % 16 === 0)) {
      const options = { without: ["law"], memory: 1 << 28 };
      assert.deepEqual(plain(await line.ask({ ask: "legal", given: { question }, options, seconds: 20 })), plain(core.ask("legal", { question }, { ...options, seconds: 20 })), question);
    }
  });

  test("tables, as lists and as bytes; errors; files", async () => {
    for (const question of ["wythoff[0..20, 0..30]", "kayles[0..300]", "nim[0..300]", "chomp[0..4, 0..4, 0..4]", "knights(7)[1..7, 1..7]", "kayles[0..9] + nim[0..9]"]) {
      for (const options of [{}, { raw: true }, { outcomes: true, raw: true }]) {
        const [told, heard] = [core.ask("table", question, options), await line.ask({ ask: "table", given: { question }, options })];
        assert.deepEqual(plain(heard), plain(told), question);
        if (told.cells) assert.deepEqual(new Uint8Array(heard.cells.bytes), new Uint8Array(told.cells.bytes), question);
      }
    }
    for (const [ask, given, options] of [["solve", { question: "nim[3" }], ["solve", { question: "nothing[1]" }], ["solve", {}], ["wrong", {}], ["table", { question: "nim[0..3]" }, { value: "wrong" }], ["play", { match: 9 }], ["solve", { question: "nim[1]" }, { lang: "zh" }]]) {
      assert.deepEqual(plain(await line.ask({ ask, given, options })), plain(core.ask(ask, given, options)), JSON.stringify([ask, given]));
    }
    const files = [file];
    assert.deepEqual(await line.ask({ ask: "files" }), { files });
    core.open(files);
    assert.deepEqual(plain(await line.ask({ ask: "legal", given: { question: "take[5]" }, files })), plain(core.ask("legal", "take[5]")));
    const wrong = [{ name: "wrong.game", text: "game Wrong {\n" }];
    assert.deepEqual(await line.ask({ ask: "legal", given: { question: "take[5]" }, files: wrong }), { stage: "open", ...core.open(wrong) });
  });

  test("the page over HTTP: the file of the command line, its answer, a game; no core is fetched", async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage({ locale: "en-GB" });
      const bad = [];
      page.on("console", (message) => bad.push(message.text()));
      page.on("request", (request) => { if (/wasm/.test(request.url())) bad.push(request.url()); });
      await page.goto(link);
      await answered(page);
      assert(!page.url().includes("key="), "the key is not shown");
      assert.match(await page.inputValue("#position"), /^take\[/);
      await page.evaluate(() => { location.hash = `${location.hash}&view=play`; });
      await page.getByText("Your move.").waitFor();
      await page.locator(".play details.list summary").click();
      await page.locator("ul.moves button").first().click();
      await page.getByText("The computer:").waitFor();
      await page.waitForFunction(() => /moves=[^&]*,/.test(location.hash));
      await page.reload();
      await page.locator("ol.course li").nth(1).waitFor();
      assert.deepEqual(bad, []);
    } finally {
      await browser.close();
    }
  });
});
