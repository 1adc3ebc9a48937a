// The verdict: the winner, the value and the status. The badge of the status opens the evidence. The certificate can be downloaded, or
// checked on the page.

import { html, useEffect, useLayoutEffect, useState } from "../vendor/ui.mjs";
import { atLength, failure, games, goOn, message, old, plain, problems, running, shown, unfinished } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { quick, stop } from "../page/core.mjs";
import { save } from "../page/files.mjs";
import { add } from "../page/keys.mjs";
import { firstGame } from "../page/places.mjs";
import { Prose } from "../page/prose.mjs";
import { FIRST, files, go, question, screen, theorem } from "../page/state.mjs";
import { Meaning, Term } from "../page/terms.mjs";
import { lang, number, words } from "../page/words.mjs";
import { Conventions, played } from "./conventions.mjs";
import { isTwoPlayer, Thermograph, TwoPlayerVerdict } from "./two-players.mjs";

/** @import { Look } from "../page/types.mjs" */

/** Symbols of the statuses, so that statuses differ not only by colour. @type {Record<string, string>} */
const SIGNS = { proved: "✔", computed: "●", conditional: "◐", bounded: "◔", conjectured: "?", unknown: "?" };

/** Badge of a status. @param {{ kind: string }} props */
export function Badge({ kind }) {
  const names = /** @type {Record<string, string>} */ (words.value.status);
  return html`<span class=${`status ${kind}`}>${SIGNS[kind] ?? "?"} ${names[kind] ?? kind}</span>`;
}

/** The card with the verdict; `brief` without its evidence. @param {{ brief?: boolean }} props */
export function Verdict({ brief = false }) {
  const w = words.value;
  const answer = shown.value?.outcome == null ? undefined : shown.value;
  const wrong = failure.value;
  return html`<section class="card verdict" aria-label=${w.evidence} id="verdict" tabindex="-1">
    <div aria-live="polite">
      ${answer && html`<p class=${old.value ? "said old" : "said"}><${Said} answer=${answer} /></p>`}
      ${!answer && (!wrong || unfinished.value) && html`<p class="said quiet">${problems.value.length > 0 ? w.rulesWrong : shown.value ? w.notSolved : w.asking}</p>`}
      ${wrong && !unfinished.value && html`<${Wrong} failure=${wrong} />`}
    </div>
    ${unfinished.value && !running.value && html`<p class="unfinished">${w.longer} <${GoOn} act=${() => goOn()} />${wrong?.partial && html` <span class="quiet"><${Prose} text=${wrong.partial} /></span>`}</p>`}
    <${Running} />
    ${answer && brief && html`<p><${Badge} kind=${answer.status.kind} /></p>`}
    ${answer && !brief && html`<${Details} answer=${answer} key=${answer.position} />`}
    ${answer && !brief && html`<${Thermograph} answer=${answer} key=${`thermograph ${answer.position}`} />`}
  </section>`;
}

/** Continues a query beyond one second. @param {{ act: () => void }} props */
export function GoOn({ act }) {
  useLayoutEffect(() => add({ goOn: act }), [act]);
  return html`<button class="main" onClick=${act}>${words.value.goOn}</button>`;
}

/** The running long query with its progress and a Stop button. */
export function Running() {
  const w = words.value;
  const now = running.value;
  if (!now) return null;
  const part = now.whole ? now.done / now.whole : undefined;
  return html`<p class="row" role="status">${w.running} <code>${now.what}</code>
    <progress max="1" value=${part} aria-label=${w.running}></progress> ${now.done > 0 && w.progress(now.done, now.whole)}
    <button onClick=${stop}>${w.stop}</button></p>`;
}

/** @param {{ answer: Look }} props */
function Said({ answer }) {
  const w = words.value;
  if (isTwoPlayer(answer)) return html`<${TwoPlayerVerdict} answer=${answer} />`;
  const [says, mark] = /** @type {Record<string, string[]>} */ ({ N: [w.wins, "won"], P: [w.loses, "lost"], D: [w.draw, "drawn"] })[answer.outcome] ?? [];
  const values = answer.components.map((component) => component.value);
  const sum = values.length > 1 && values.every((value) => value !== null)
    ? values.map((value, at) => html`${at > 0 ? html` <${Term} name="nim-sum">⊕</${Term}> ` : " = "}${value}`) : "";
  return html`<b class=${`who ${mark}`}>${says}</b> <${Term} name=${answer.outcome}>${w.letter(answer.outcome)}</${Term}>
    ${answer.value !== null && html` · <${Term} name="Grundy value">${w.value}</${Term}> <b>${answer.value}</b>${sum}`} ${answer.remoteness !== undefined && html` · <${Term} name="remoteness">${w.inMoves(answer.remoteness)}</${Term}>`}`;
}

/** Explains why there is no answer, and suggests a corrected position. @param {{ failure: import("../page/types.mjs").Failure }} props */
export function Wrong({ failure }) {
  const w = words.value;
  const first = failure.diagnostics[0];
  const help = first?.help ?? first?.cause;
  return html`<p class="bad" role="alert"><${Prose} text=${message(failure)} />${failure.kind === "bug" && html` ${w.brokeOff}`}</p>
    ${failure.partial && html`<p class="quiet"><${Prose} text=${failure.partial} /></p>`}
    ${help && html`<p class="quiet"><${Prose} text=${help} /></p>`}
    <${Mend} failure=${failure} />`;
}

/** A button that mends an error: the repaired position or, if none is known, an example of the game, or the list of games.
 *  @param {{ failure: import("../page/types.mjs").Failure }} props */
function Mend({ failure }) {
  const w = words.value;
  const repair = failure.diagnostics[0]?.repair;
  const [example, find] = useState(/** @type {{ of: object, position?: string } | undefined} */ (undefined));
  const mends = failure.kind !== "stopped" && failure.kind !== "bug";
  useEffect(() => {
    if (repair || !mends) return;
    const name = firstGame(question.value);
    const reply = name ? quick({ ask: "library", given: { name }, files: files.value, options: { lang: lang.value } }) : Promise.resolve({ position: FIRST });
    reply.then(({ position }) => find({ of: failure, position }));
  }, [failure]);
  const write = (/** @type {string} */ position) => html`<button onClick=${() => go(() => { question.value = position; })}>${w.writeLine(isolated(position))}</button>`;
  if (repair) return html`<p>${write(repair)}</p>`;
  if (!mends || example?.of !== failure) return null;
  const name = firstGame(question.value);
  const own = games.value.flatMap((one) => one.games);
  // The only game of the reader may have had this name before.
  const renamed = name && own.length === 1 && own[0]?.toLowerCase() !== name.toLowerCase() ? question.value.replace(name, own[0]?.toLowerCase() ?? "") : undefined;
  const position = example.position === question.value ? undefined : example.position ?? renamed;
  return html`<p class="row">${position && write(position)} <button onClick=${() => go(() => { screen.value = "gallery"; })}>${w.showGames}</button></p>`;
}

/** @param {{ answer: Look }} props */
function Details({ answer }) {
  const w = words.value;
  const { kind } = answer.status;
  const [opened, open] = useState(false);
  const methods = [...new Set(answer.components.map((component) => component.method))];
  return html`<details class="details" onToggle=${(/** @type {Event} */ event) => open(/** @type {HTMLDetailsElement} */ (event.target).open)}><summary><${Badge} kind=${kind} />${" "}<span class="quiet"><${Prose} text=${answer.evidence} /></span></summary>
    <${Meaning} name=${kind} shown=${opened} />
    <p><${Term} name="method">${w.method}</${Term}>: ${methods.map((name, at) => html`${at > 0 && w.wordBetween}<button class="link" onClick=${() => go(() => { theorem.value = name; screen.value = "why"; })}>${name}</button>`)}</p>
    <p class="quiet"><${Term} name="convention">${w.conventions}</${Term}>: ${played(answer.conventions)}${answer.work.positions > 0 && html` · ${w.positionsDone(answer.work.positions)} · ${number(Math.max(1, Math.round(answer.work.seconds * 1000)))} ms`}</p>
    <${Conventions} />
    <${Certificate} answer=${answer} />
  </details>
  ${(answer.warnings ?? []).map((warning) => html`<p class="warning">⚠ <${Prose} text=${warning.message} /></p>`)}`;
}

/** @param {{ answer: Look }} props */
function Certificate({ answer }) {
  const w = words.value;
  const [said, say] = useState("");
  const get = async () => {
    const reply = await atLength({ ask: "solve", given: { question: answer.position }, files: files.value, options: { certificate: true } }, answer.position);
    if (reply.error) say(plain(reply.error));
    else if (!reply.certificate) say(w.noCertificate);
    return reply.certificate;
  };
  const download = async () => {
    const text = await get();
    if (text) save("grundy.cert", text, "text/plain");
  };
  const check = async () => {
    const text = await get();
    if (!text) return;
    const reply = await atLength({ ask: "verify", given: { text } }, answer.position);
    if (reply.error) say(plain(reply.error));
    else say(reply.holds ? `${w.certificateHolds(reply.rows)} ${reply.claim}` : `${w.certificateRefused} ${reply.why}`);
  };
  if (answer.status.kind !== "proved") return null;
  return html`<p class="row"><button onClick=${download}>${w.certificate}</button><button onClick=${check}>${w.checkHere}</button></p>
    <p role="status">${said}</p>`;
}
