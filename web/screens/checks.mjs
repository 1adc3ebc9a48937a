// The results of the tests and claims of the file on the screen. The checks run automatically for at most one second when the reader stops
// typing, and longer on request. A counterexample is shown as a link to its position.

import { effect, html, signal, untracked, useState } from "../vendor/ui.mjs";
import { atLength, problems } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { long } from "../page/core.mjs";
import { covered, positions as parts } from "../page/places.mjs";
import { Prose, prose } from "../page/prose.mjs";
import { files, open, unasked } from "../page/state.mjs";
import { lang, number, words } from "../page/words.mjs";
import { file } from "./rules.mjs";

/** @import { File, Status } from "../page/types.mjs" */
/** @import { Mark } from "./editor.mjs" */
/** @typedef {{ game: string, kind: "expect" | "claim", line: number, holds: boolean, status?: Status, why?: { message: string, help: string | null } }} Finding */

/** Milliseconds without typing after which tests run. */
const REST = 700;

const found = signal(/** @type {{ text: string, findings: Finding[], warnings: { line: number, message: string }[] } | undefined} */ (undefined));
const stopped = signal(false);

/** The results of tests and claims, which the editor shows at their lines. */
export const marks = signal(/** @type {Mark[]} */ ([]));

/** Follows the file on the screen. */
export function begin() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  effect(() => {
    const now = file.value;
    lang.value;
    const wrong = problems.value.length > 0;
    clearTimeout(rest);
    untracked(() => { marks.value = found.value?.text === now?.text ? marks.value : []; });
    if (!now || wrong) return;
    rest = setTimeout(() => run(now, true), REST);
  });
}

/** @param {File} now @param {boolean} short */
async function run(now, short) {
  const job = { ask: "check", given: { file: now }, files: files.peek(), instead: "check" };
  const reply = short ? await long({ ...job, options: { lang: lang.value }, seconds: 1, spell: unasked() }) : await atLength({ ...job, options: { play: undefined, sum: undefined, until: undefined } }, now.name);
  if (reply.dropped || file.value?.text !== now.text) return;
  stopped.value = reply.stopped === true || reply.error?.kind === "stopped";
  const report = reply.reports?.[0];
  found.value = report && { text: now.text, findings: report.findings, warnings: report.warnings };
  marks.value = (report?.findings ?? []).map((/** @type {Finding} */ finding) => ({ line: finding.line, holds: finding.holds, words: number(positions(finding, now.text) ?? "") }));
}

/** Returns the number of tested positions. The number comes from the reply for a claim, and from the rule text for a test.
 *  @param {Finding} finding @param {string} text */
function positions({ kind, line, holds, status }, text) {
  return status?.positions ?? (kind === "expect" && holds ? covered(text, line) : undefined);
}

/** @param {{ file: File, goTo: (line: number) => void }} props */
export function Checks({ file, goTo }) {
  const w = words.value;
  const report = found.value?.text === file.text ? found.value : undefined;
  const [all, show] = useState(false);
  if (!report && !stopped.value) return null;
  const findings = report?.findings ?? [];
  const fails = findings.filter((finding) => !finding.holds);
  const list = all ? findings : fails;
  // Warnings are for the author of the rules: a reader of a library game cannot act on them.
  const warnings = files.value.includes(file) ? report?.warnings ?? [] : [];
  return html`<section class="card" aria-label=${w.checks}>
    <h2>${w.checks} ${report && html`<span class="quiet">✓ ${findings.length - fails.length}${fails.length > 0 && html` · <b class="bad">✗ ${fails.length}</b>`}</span>`}</h2>
    ${stopped.value && html`<p>${!unasked() && w.longer} <button onClick=${() => run(file, false)}>${w.check}</button></p>`}
    <ul class="problems">${list.map((finding) => html`<${One} finding=${finding} text=${file.text} goTo=${goTo} />`)}
      ${warnings.map(({ line, message }) => html`<li class="warning"><button class="link" onClick=${() => goTo(line)}>${line}</button> ⚠ <${Prose} text=${message} /></li>`)}</ul>
    ${findings.length > fails.length && html`<button class="link" aria-expanded=${all} onClick=${() => show(!all)}>${w.checks}: ${findings.length}</button>`}
  </section>`;
}

/** @param {{ finding: Finding, text: string, goTo: (line: number) => void }} props */
function One({ finding, text, goTo }) {
  const w = words.value;
  const { kind, line, holds, status, why } = finding;
  const count = positions(finding, text);
  const names = /** @type {Record<string, string>} */ (w.status);
  return html`<li><button class="link" onClick=${() => goTo(line)}>${w.checkLine(kind, line)}</button> ${holds ? `✓ ${w.holds}` : html`<b class="bad">✗ ${w.fails}</b>`}
    ${status && html` <span class="quiet">${names[status.kind]}${count !== undefined && ` ${w.onPositions(count)}`}</span>`}
    ${why && html`<p>${linked(why.message)}</p>`}${why?.help && html`<p class="quiet">${linked(why.help)}</p>`}</li>`;
}

/** Shows a message with links for its positions. @param {string} message */
function linked(message) {
  return parts(message).map((part, at) => (at % 2 === 1 ? html`<button class="link" onClick=${() => open(part)}>${isolated(part)}</button>` : prose(part)));
}

