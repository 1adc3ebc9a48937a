// The task to write the rules of a game. The core compares the written game with a game of the library.

import { html, useEffect, useRef, useState } from "../vendor/ui.mjs";
import { diagnostics } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { Prose } from "../page/prose.mjs";
import { settings } from "../page/store.mjs";
import { Editor } from "../screens/editor.mjs";
import { ask, failed, FreeBoard, Reply } from "./parts.mjs";
import { words } from "./words.mjs";

/** @import { Diagnostic, Move } from "../page/types.mjs" */
/** @import { Task, Told } from "./parts.mjs" */

const FILE = "mine.game";
/** Milliseconds without typing after which the rules are read. */
const REST = 300;

/** @param {Task} props */
export function WriteRules({ step, done, next }) {
  const w = words.value;
  const [text, type] = useState(w.skeleton);
  const [told, tell] = useState(/** @type {Told} */ (undefined));
  const [problems, report] = useState(/** @type {Diagnostic[]} */ ([]));
  /** The last rules without errors, which the board shows. */
  const [valid, accept] = useState(text);
  useEffect(() => {
    let wanted = true;
    const alarm = setTimeout(async () => {
      const files = [{ name: FILE, text }];
      const reply = await ask("legal", { question: step.of }, { solve: false }, files);
      if (!wanted || reply.dropped) return;
      report(diagnostics(reply.error, files));
      if (!reply.error) accept(text);
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(alarm);
    };
  }, [text]);
  const change = (/** @type {string} */ now) => {
    type(now);
    tell(undefined);
  };
  const latest = useRef(text);
  latest.current = text;
  const [checking, wait] = useState(false);
  /** Checks the rules; the result is not shown if the rules change meanwhile. */
  const check = async () => {
    wait(true);
    const found = await compared().finally(() => wait(false));
    if (latest.current !== text) return;
    tell(found);
    if (found.good) done();
  };
  const compared = async () => {
    const files = [{ name: FILE, text }];
    const mine = step.of.split("[")[0] ?? "";
    const reply = await ask("same", { games: [mine, step.target] }, {}, files);
    if (reply.same) return { good: true, text: w.rulesRight };
    const [n] = reply.difference?.position ?? [];
    if (n === undefined) return { good: false, text: failed(reply) ?? w.noReply };
    const [ours, theirs] = await Promise.all([mine, step.target].map((game) => ask("legal", { question: `${game}[${n}]` }, { solve: false }, files)));
    const [a, b] = reply.difference.results;
    return { good: false, text: w.rulesDiffer(n, moves(ours.legal), moves(theirs.legal), a, b) };
  };
  const moves = (/** @type {Move[] | undefined} */ list) => (list?.length ? list.map(({ steps, leaves }) => isolated(steps[0]?.label ?? leaves)).join(w.comma) : w.noMove);
  return html`<${Editor} name=${FILE} text=${text} change=${change} problems=${problems} marks=${[]} caret=${undefined} plain=${settings.value.plain === true} />
    ${problems.slice(0, 1).map(({ line, message, help }) => html`<p class="bad">${w.line(line)} <${Prose} text=${[message, help].filter(Boolean).join(" ")} /></p>`)}
    <p class="row"><button class="main" onClick=${check} disabled=${checking}>${w.check}</button>${checking && html` <progress aria-label=${w.check}></progress>`} <button onClick=${() => change(w.skeleton)}>${w.rulesAgain}</button></p>
    <${Reply} told=${told} next=${next} />
    <${FreeBoard} start=${step.of} files=${[{ name: FILE, text: valid }]} />`;
}
