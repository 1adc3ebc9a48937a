// The law of each game of the position (docs/theorems/law.md defines laws). A law is searched for on request, described in words,
// evaluated at positions of any size, and downloaded as a certificate or as code.

import { html, signal, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { atLength, look, options, plain, running } from "../page/asking.mjs";
import { STOPPED } from "../page/carrier.mjs";
import { save } from "../page/files.mjs";
import { firstGame } from "../page/places.mjs";
import { files, question, theorem } from "../page/state.mjs";
import { picture } from "../page/svg.mjs";
import { Term } from "../page/terms.mjs";
import { number, words } from "../page/words.mjs";
import { played } from "./conventions.mjs";
import { Badge, Running } from "./verdict.mjs";

/** @import { Component, Conventions, Failure, Outcome, Status } from "../page/types.mjs" */
/** @typedef {"values" | "powers" | "outcomes"} Kind */
/** @typedef {{ kind: Kind, numerals: string, states: number, nodes: number, proof: { statements: number, rows: number }, cells: number, refuted: number,
 *    prefix?: { states: number, nodes: number } }} Automaton */
/** @typedef {{ name: string, description: string, parts?: Method[], why?: string, cells: number, refuted: number }} Method */
/** @typedef {{ rule: number, choices: { name: string, number: string }[], leaves: { game: string, position: string[] }[],
 *    runs?: { game: string, from: string, to: string }[] }} Winning */
/** @typedef {{ position: string[], outcome: Outcome, value?: string, winning: Winning | null }} At */
/** @typedef {{ claim?: string, agrees?: number, counts?: [number, number][] }} Conjecture */
/** @typedef {{ kind: Kind, numerals: string, states: number | null, why: string }} Tried */
/** @typedef {{ game: string, slots: string[], conventions: Conventions & { entailing: boolean }, law: Automaton | null, status: Status, tried: Tried[],
 *    name: { claim: string, status: string, agrees?: number } | null, method?: Method, certificate?: string, stopped: string | null,
 *    at?: At, emitted?: { language: string, text: string }, conjecture?: Conjecture, outside?: string, error?: Failure }} Told */
/** @typedef {{ values?: true, outcomes?: true, for_all?: string, play?: string }} Sought  the requested law */
/** @typedef {(more: object, seconds?: number) => Promise<any>} Asks  requests the same law with more options */

/** Seconds after which the search for a law stops, until the reader continues the search. */
const SECONDS = 20;
/** Maximum number of cached replies. */
const KEPT = 20;
/** Maximum number of values that are listed. */
const COUNTS = 12;

/** The languages of `emit`, with their file extensions. */
const LANGUAGES = { cpp: ["C++", "hpp"], python: ["Python", "py"], rust: ["Rust", "rs"], latex: ["LaTeX", "tex"], dot: ["DOT", "dot"], svg: ["SVG", "svg"], walnut: ["Walnut", "txt"] };
/** @typedef {keyof typeof LANGUAGES} Language */
/** The languages for the law of maximum Nim, which has no automaton. */
const RECURSIONS = ["cpp", "python", "rust", "latex"];

/** Replies, by request. */
const told = signal(/** @type {Map<string, Told>} */ (new Map()));

/** Returns the games of the components and of compounds, without duplicates, with the numbers of one of their positions. Graphs have no
 *  law. @param {Component[]} components @returns {{ game: string, numbers: string }[]} */
function gamesOf(components) {
  /** @type {Map<string, { game: string, numbers: string }>} */
  const games = new Map();
  for (const { position } of components) {
    const alone = position.match(/^([^[]+)\[([^\]]*)\]$/);
    for (const [, game = "", numbers = ""] of alone ? [alone] : position.matchAll(/([\p{L}_][\p{L}\p{N}_]*(?:\([^()[\]]*\))?)\[([^\]]*)\]/gu)) {
      if (!games.has(game.toLowerCase())) games.set(game.toLowerCase(), { game, numbers });
    }
  }
  return [...games.values()];
}

/** The laws of the games of the position, one card for each game. */
export function Laws() {
  return gamesOf(look.value?.components ?? []).map(({ game, numbers }) => html`<${Law} game=${game} numbers=${numbers} key=${game} />`);
}

/** @param {{ game: string, numbers: string }} props */
function Law({ game, numbers }) {
  const w = words.value;
  const [sought, seek] = useState(/** @type {Sought} */ ({}));
  const [halted, halt] = useState(false);
  // A sum within `misere(…)` is played under misère play.
  const how = () => ({ ...options(), ...(/^\s*misere\s*\(/i.test(question.value) && { play: "misere" }) });
  const key = (/** @type {Sought} */ what) => JSON.stringify([game, how(), what, files.value]);
  const what = `law ${game}`;
  const busy = running.value?.what === what;
  /** @param {Sought} sought @returns {Asks} */
  const asks = (sought) => (more, seconds) =>
    atLength({ ask: "law", given: { question: game }, files: files.value, options: { ...how(), ...sought, ...more }, ...(seconds && { seconds }) }, what);
  /** @param {Sought} next @param {number} [seconds] */
  const find = async (next, seconds) => {
    if (busy) return;
    seek(next);
    halt(false);
    const ask = asks(next);
    const mine = key(next);
    let reply = await ask({ certificate: true }, seconds);
    // If no certificate can be built, the law is requested without a certificate.
    if (reply.error?.kind === "unsupported") reply = await ask({}, seconds);
    if (reply === STOPPED) return halt(true);
    told.value = new Map([...told.value, /** @type {[string, Told]} */ ([mine, reply])].slice(-KEPT));
  };
  const reply = told.value.get(key(sought));
  const first = told.value.get(key({}))?.game ?? "";
  const parameters = [...first.matchAll(/([\p{L}_][\p{L}\p{N}_]*) = (-?\d+)/gu)].map(([, name = "", value = ""]) => ({ name, value }));
  const start = [numbers, ...parameters.filter(({ name }) => name === sought.for_all).map(({ value }) => value)].filter((part) => part !== "").join(", ");
  return html`<section class="card law" aria-label=${`${w.law}${w.colon}${game}`}><h2><${Term} name="law">${w.law}</${Term}> <code>${reply?.game ?? game}</code> ${reply?.status && html`<${Badge} kind=${reply.status.kind} />`}</h2>
    <p class="quiet">${w.lawAbout} <button class="link" onClick=${() => { theorem.value = "law"; }}>${w.lawWhat}</button></p>
    <p class="row"><button class=${reply ? "" : "main"} aria-disabled=${busy} onClick=${() => find({}, SECONDS)}>${w.lookForLaw}</button>
      ${reply && !reply.error && html`${w.lookAlso}
        <button aria-disabled=${busy} aria-pressed=${sought.values === true} onClick=${() => find({ values: true }, SECONDS)}>${w.lawOnly.values}</button>
        <button aria-disabled=${busy} aria-pressed=${sought.outcomes === true} onClick=${() => find({ outcomes: true }, SECONDS)}>${w.lawOnly.outcomes}</button>
        ${parameters.map(({ name }) => html`<button aria-disabled=${busy} aria-pressed=${sought.for_all === name} onClick=${() => find({ for_all: name }, SECONDS)}>${w.lawEvery(name)}</button>`)}`}</p>
    ${busy && html`<${Running} />`}
    ${reply?.stopped && html`<p class="row">${w.lawStopped(reply.stopped)} <button aria-disabled=${busy} onClick=${() => find(sought)}>${w.lookFurther}</button></p>`}
    <div role="status">${halted && html`<p>${w.stopped}</p>`}
      ${reply?.error && html`<p class="bad">${plain(reply.error)}</p>`}
      ${reply && !reply.error && html`<${Said} reply=${reply} outcomes=${sought.outcomes === true} />`}</div>
    ${reply && !reply.error && (reply.law || reply.method?.name) && html`<${Asked} reply=${reply} start=${start} asks=${asks(sought)} busy=${busy} key=${key(sought)} />
      <${Taken} reply=${reply} game=${game} asks=${asks(sought)} busy=${busy} command=${command(game, sought)} key=${`taken ${key(sought)}`} />`}
  </section>`;
}

/** Describes the law of a game. @param {{ reply: Told, outcomes: boolean }} props */
function Said({ reply, outcomes }) {
  const w = words.value;
  const { law, method, name, conventions } = reply;
  const ways = played(conventions);
  if (!law && !method?.name) return html`<${None} reply=${reply} outcomes=${outcomes} />`;
  const cells = law?.cells ?? method?.cells ?? 0;
  const done = [
    law && w.lawProof(law.nodes, law.proof.statements, law.proof.rows), cells > 0 && w.lawSearch(cells, law?.refuted ?? method?.refuted ?? 0), `${w.conventions}${w.colon}${ways}`,
  ];
  return html`${name && html`<p>${name.status === "proved" ? w.lawAll : w.lawAgrees(name.agrees ?? 0)} <code class="breakable">${name.claim}</code>
      ${name.status !== "proved" && html` <${Badge} kind=${name.status} />`}</p>`}
    ${law && html`<p>${w.lawSaid(w.lawKinds[law.kind], law.numerals, law.states)} ${law.prefix && w.lawRuns(law.prefix.states)} ${law.kind === "outcomes" && w.lawAlone}</p>`}
    ${!law && method && html`<p>${w.lawMethod(method.name)} ${method.description}</p><${Parts} method=${method} slots=${reply.slots} />`}
    <p class="quiet">${done.filter((part) => part).join(" · ")}</p>`;
}

/** The law of each slot, if the slots are separate. @param {{ method: Method, slots: string[] }} props */
function Parts({ method, slots }) {
  if (!method.parts) return null;
  return html`<ul>${method.parts.map((part, at) => html`<li><code>${slots[at]}</code>${words.value.colon}${part.description}<${Parts} method=${part} slots=${slots} /></li>`)}</ul>`;
}

/** Returns the attempts; attempts with the same failure are merged. @param {Tried[]} tried @returns {Tried[]} */
function grouped(tried) {
  const groups = Object.values(Object.groupBy(tried, ({ kind, states, why }) => `${kind} ${states} ${why}`));
  return groups.flatMap((alike) => (alike?.[0] ? [{ ...alike[0], numerals: alike.map(({ numerals }) => numerals).join(words.value.wordBetween) }] : []));
}

/** Explains why there is no law. @param {{ reply: Told, outcomes: boolean }} props */
function None({ reply, outcomes }) {
  const w = words.value;
  const { tried, method, conjecture, outside } = reply;
  return html`<p><b>${w.noLaw}</b> ${outside && w.lawOutside(outside)}</p>
    ${tried.length > 0 && html`<h3>${w.lawTried}</h3><ul class="tried">${grouped(tried).map(({ kind, numerals, states, why }) => html`<li>${w.lawTry(w.lawKinds[kind], numerals, states)} ${why}</li>`)}</ul>`}
    ${method?.why && !outside && html`<p>${w.lawOthers(method.why)}</p>`}
    ${conjecture?.claim && html`<p>${w.lawFits} ${w.lawAgrees(conjecture.agrees ?? 0)} <code class="breakable">${conjecture.claim}</code> <${Badge} kind="conjectured" /></p>`}
    ${conjecture?.counts && html`<p>${w.lawCounts(conjecture.counts.reduce((sum, [, count]) => sum + count, 0))} <span class="code breakable">${counted(conjecture.counts, reply.conventions, outcomes)}</span></p>`}
    <p class="quiet">${w.conventions}${w.colon}${played(reply.conventions)}</p>`;
}

/** Lists how often each value occurs. For conventions without values, lists how often each outcome occurs; 1 stands for P.
 *  @param {[number, number][]} counts @param {Told["conventions"]} conventions @param {boolean} outcomes */
function counted(counts, { play, sum, until, loopy, entailing }, outcomes) {
  const values = !outcomes && play === "normal" && sum === "one" && until === "all" && !loopy && !entailing;
  const one = (/** @type {number} */ value) => (values ? value : value === 1 ? "P" : "N");
  return counts.slice(0, COUNTS).map(([value, count]) => `${one(value)} ×${number(count)}`).join(words.value.wordBetween) + (counts.length > COUNTS ? " …" : "");
}

/** Evaluates the law at one position. @param {{ reply: Told, start: string, asks: Asks, busy: boolean }} props */
function Asked({ reply, start, asks, busy }) {
  const w = words.value;
  const [text, type] = useState(`[${start}]`);
  const [answer, hear] = useState(/** @type {{ at?: At, error?: Failure } | undefined} */ (undefined));
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!busy) asks({ at: text }).then((told) => { if (told !== STOPPED) hear(told); });
  };
  const at = answer?.at;
  return html`<form class="row" onSubmit=${ask}><label class="ranges">${w.lawAt} <code>[${reply.slots.join(", ")}]</code>
      <input class="code" value=${text} onInput=${(/** @type {InputEvent} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)} spellcheck=${false} autocapitalize="off" /></label>
      <button aria-disabled=${busy}>${w.tell}</button> <span class="quiet">${w.lawAtHint}</span></form>
    <div role="status" class="law-at">${answer?.error && html`<p class="bad">${plain(answer.error)}</p>`}
      ${at && html`<p><span class="code breakable">[${at.position.join(", ")}]</span>${w.colon}<b class=${`who ${at.outcome === "N" ? "won" : "lost"}`}>${at.outcome === "N" ? w.wins : w.loses}</b> ${w.letter(at.outcome)}
        ${at.value !== undefined && html` · ${w.value} <b class="breakable">${at.value}</b>`}</p>
        ${at.winning && html`<p>${w.winningMove} <span class="breakable">${made(at.winning)}</span></p>`}
        ${!at.winning && at.outcome === "N" && html`<p class="quiet">${w.lawNoMove}</p>`}`}</div>`;
}

/** Describes a move. @param {Winning} winning */
function made({ rule, choices, leaves, runs = [] }) {
  const w = words.value;
  const left = [
    ...leaves.map(({ game, position }) => `${game}[${position.join(", ")}]`),
    ...runs.map(({ game, from, to }) => (from === to ? `${game}[${from}]` : `${game}[${from}] + … + ${game}[${to}]`)),
  ];
  return [w.lawMove(rule), ...choices.map(({ name, number }) => `${name} = ${number}`), w.leaving(left.join(" + ") || w.nothing)].join(w.wordBetween);
}

/** Returns the command for the same search. @param {string} game @param {Sought} sought */
const command = (game, { values, outcomes, for_all: every }) => `grundy law '${game}'${values ? " --values" : ""}${outcomes ? " --outcomes" : ""}${every ? ` --for-all ${every}` : ""}`;

/** Downloads of the law. @param {{ reply: Told, game: string, asks: Asks, busy: boolean, command: string }} props */
function Taken({ reply, game, asks, busy, command }) {
  const w = words.value;
  const [said, say] = useState("");
  const [texts, keep] = useState(/** @type {Partial<Record<Language, string>>} */ ({}));
  const [shown, show] = useState(/** @type {Language | undefined} */ (undefined));
  const name = firstGame(game).toLowerCase() || "law";
  const { certificate } = reply;
  const check = async () => {
    if (busy) return;
    const checked = await atLength({ ask: "verify", given: { text: certificate } }, `law ${game}`);
    if (checked === STOPPED) return;
    if (checked.error) say(plain(checked.error));
    else say(checked.holds ? `${w.certificateHolds(checked.rows)} ${checked.claim}` : `${w.certificateRefused} ${checked.why}`);
  };
  const write = async (/** @type {Language} */ language) => {
    if (busy) return;
    say("");
    if (texts[language] === undefined) {
      const told = await asks({ emit: language });
      if (told === STOPPED) return;
      if (!told.emitted) return say(told.error ? plain(told.error) : told.stopped ?? "");
      keep((before) => ({ ...before, [language]: told.emitted.text }));
    }
    show(language);
  };
  const copy = (/** @type {string} */ text) => (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => say(w.textCopied), () => say(w.notCopied));
  const text = shown && texts[shown];
  const file = shown && `${name}.${LANGUAGES[shown][1]}`;
  return html`${certificate && html`<p class="row"><button onClick=${() => save(`${name}.cert`, certificate)}>${w.certificate}</button><button aria-disabled=${busy} onClick=${check}>${w.checkHere}</button></p>`}
    ${(reply.law || reply.method?.name === "maximum") && html`<p class="row">${w.lawAs} ${Object.entries(LANGUAGES).filter(([language]) => reply.law || RECURSIONS.includes(language)).map(([language, [title]]) => html`<button aria-disabled=${busy} aria-pressed=${shown === language}
      onClick=${() => write(/** @type {Language} */ (language))}>${title}</button>`)}</p>`}
    <p role="status" class="breakable">${said}</p>
    ${text && html`<p class="row"><button onClick=${() => copy(text)}>${w.copy}</button><button onClick=${() => save(file ?? name, text)}>${w.download(file ?? name)}</button></p>
      ${!["latex", "dot", "svg", "walnut"].includes(shown) && html`<p class="quiet">${w.notCompared} <code class="breakable">${command} --emit ${shown}</code></p>`}
      ${shown === "svg" ? html`<${Drawn} svg=${text} />` : html`<div class="wide sheet" tabindex="0" role="group" aria-label=${file}><pre>${text}</pre></div>`}`}`;
}

/** Picture of a law, which may be wider than its container. @param {{ svg: string }} props */
function Drawn({ svg }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => place.current?.replaceChildren(...[picture(svg)].filter((one) => one !== undefined)), [svg]);
  return html`<div class="wide picture" ref=${place}></div>`;
}
