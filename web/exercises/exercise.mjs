// One exercise: the statement with samples, the editor, and the result of the check.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { plain, running } from "../page/asking.mjs";
import { isolated } from "../page/bidi.mjs";
import { add } from "../page/keys.mjs";
import { offset } from "../page/places.mjs";
import { asked, drawing, files, go, play, question, screen, topic } from "../page/state.mjs";
import { settings } from "../page/store.mjs";
import { picture } from "../page/svg.mjs";
import { lang, words as pageWords } from "../page/words.mjs";
import { played } from "../screens/conventions.mjs";
import { Editor } from "../screens/editor.mjs";
import { ProblemEntry } from "../screens/problem.mjs";
import { Running } from "../screens/verdict.mjs";
import { check, fileName, read, renamed, sampled } from "./check.mjs";
import { position, rules, THEMES } from "./problems.mjs";
import { attempts, forgetRules, note, stores } from "./progress.mjs";
import { words } from "./words.mjs";

/** @import { Diagnostic, Look } from "../page/types.mjs" */
/** @import { Difference, Result } from "./check.mjs" */
/** @import { Exercise as Given } from "./problems.mjs" */

/** Milliseconds without typing after which errors are listed. */
const REST = 400;
/** Maximum number of positions in a list of moves. */
const LISTED = 6;

/** @param {{ exercise: Given, show: (id: string) => void, previous: string | undefined, next: string | undefined }} props */
export function Exercise({ exercise, show, previous, next }) {
  const w = words.value;
  const { id, level, source } = exercise;
  const { title, text: statement, hint } = w.problems[/** @type {keyof typeof w.problems} */ (id)];
  const theme = THEMES.find(({ exercises }) => exercises.includes(exercise))?.theme ?? "pile";
  const solved = attempts.value[id]?.solved;
  return html`<nav class="row exercise-nav" aria-label=${w.title}>
      <button onClick=${() => show("")}>← ${w.all}</button>
      ${previous && html`<button aria-label=${w.previous} onClick=${() => show(previous)}>‹</button>`}
      ${next && html`<button aria-label=${w.next} onClick=${() => show(next)}>›</button>`}
    </nav>
    <div class="exercise">
      <section class="card" aria-label=${w.statement}>
        <h2>${title}${solved && html` <span class="solved">✓ ${w.solved}</span>`}</h2>
        <p class="quiet">${[w.themes[theme], w.levels[level - 1], source].filter(Boolean).join(" · ")}</p>
        <p>${statement}</p>
        <${Samples} exercise=${exercise} />
        <details><summary>${w.hint}</summary><p>${hint}</p>
          <p><button onClick=${() => go(() => { topic.value = "move"; screen.value = "help"; })}>${w.language}</button></p></details>
        <${Solution} exercise=${exercise} />
      </section>
      <${Work} exercise=${exercise} next=${next && (() => show(next))} />
    </div>`;
}

/** The sample positions, with the winner as the core computes it. @param {{ exercise: Given }} props */
function Samples({ exercise }) {
  const w = words.value;
  const now = lang.value;
  const [looks, set] = useState(/** @type {(Look | undefined)[]} */ ([]));
  useEffect(() => {
    let wanted = true;
    Promise.all(exercise.samples.map((sample) => sampled(exercise, sample))).then((found) => { if (wanted) set(found); });
    return () => { wanted = false; };
  }, [exercise, now]);
  return html`<h3>${w.sample}</h3><p class="quiet">${w.sampleAbout}</p>
    <ul class="plain samples">${exercise.samples.map((sample, at) => {
    const look = looks[at];
    const name = look ? renamed(look.position, exercise) : position(exercise.game.toLowerCase(), sample);
    return html`<li key=${sample}><code class="breakable">${name}</code>${pageWords.value.colon}${look ? html`<b>${w.outcomes[/** @type {"P"} */ (look.outcome)]}</b>` : "…"}
      ${look && html`<${Drawn} exercise=${exercise} svg=${look.picture} name=${name} />`}</li>`;
  })}</ul>`;
}

/** Margin of a picture, in its own units. */
const EDGE = 4;

/** A picture of a position, without actions. The names in the picture are those of the visitor's game.
 *  @param {{ exercise: Given, svg: string | null, name: string }} props */
function Drawn({ exercise, svg, name }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const label = pageWords.value.boardLabel(name);
  useLayoutEffect(() => {
    const drawn = picture(svg);
    place.current?.replaceChildren(...(drawn ? [drawn] : []));
    if (!drawn) return;
    drawn.querySelector(":scope > rect.fill-paper")?.remove();
    for (const text of drawn.querySelectorAll("text, title, desc")) {
      if (text.textContent?.includes("[")) text.textContent = renamed(text.textContent, exercise);
    }
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", label);
    const box = drawn.getBBox();
    drawn.setAttribute("viewBox", [box.x - EDGE, box.y - EDGE, box.width + 2 * EDGE, box.height + 2 * EDGE].join(" "));
    drawn.setAttribute("width", String(Math.round(box.width + 2 * EDGE)));
    drawn.removeAttribute("height");
  }, [svg, label]);
  return html`<div class="picture" ref=${place}></div>`;
}

/** @param {{ exercise: Given }} props */
function Solution({ exercise }) {
  const w = words.value;
  const text = rules(exercise, exercise.solution);
  return html`<details class="solution"><summary>${w.solution}</summary><p class="quiet">${w.solutionAbout}</p>
    <pre tabindex="0">${text}</pre><p><button onClick=${() => note(exercise.id, { text })}>${w.use}</button></p></details>`;
}

/** The editor, the errors in the rules, and the check. @param {{ exercise: Given, next: (() => void) | undefined }} props */
function Work({ exercise, next }) {
  const w = words.value;
  const { id } = exercise;
  const text = attempts.value[id]?.text ?? rules(exercise, `# ${w.movesHere}`);
  const now = lang.value;
  const [problems, list] = useState(/** @type {Diagnostic[]} */ ([]));
  const [result, say] = useState(/** @type {Result & { text: string } | undefined} */ (undefined));
  const [checking, begin] = useState(false);
  const [sure, ask] = useState(false);
  const [caret, move] = useState(/** @type {{ at: number } | undefined} */ (undefined));
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const alarm = setTimeout(async () => {
      const found = await read(exercise, text, { typed: true });
      if (found && latest.current === text) list(found.problems);
    }, REST);
    return () => clearTimeout(alarm);
  }, [text, now]);
  const change = (/** @type {string} */ next) => { if (next !== latest.current) note(id, { text: next }); };
  const run = async () => {
    if (checking) return;
    begin(true);
    const found = await check(exercise, text);
    begin(false);
    if (latest.current !== text) return;
    list("problems" in found ? found.problems : []);
    say({ ...found, text });
    if ("solved" in found) note(id, { text, solved: true });
  };
  useLayoutEffect(() => add({ goOn: run }));
  const goTo = (/** @type {Diagnostic} */ { line, column }) => move({ at: offset(text, line, column) });
  const plainEditor = settings.value.plain === true;
  return html`<section class="card" aria-label=${w.yours}>
    <h2>${w.yours} <code>${fileName(exercise)}</code></h2>
    <${Editor} key=${`${plainEditor}`} name=${fileName(exercise)} text=${text} change=${change} problems=${problems} marks=${NO_MARKS} caret=${caret} plain=${plainEditor} />
    <p class="row"><button class="main" onClick=${run} disabled=${checking} aria-keyshortcuts="Control+Enter">${w.check}</button>
      ${sure ? html`<span>${w.resetSure}</span> <button onClick=${() => { forgetRules(id); ask(false); }}>${w.resetYes}</button><button onClick=${() => ask(false)}>${w.resetNo}</button>`
    : attempts.value[id]?.text !== undefined && html`<button onClick=${() => ask(true)}>${w.reset}</button>`}</p>
    ${running.value?.what === exercise.game && html`<${Running} />`}
    ${problems.length > 0 && html`<div role="status"><h3 class="bad">${pageWords.value.problems(problems.length)}</h3>
      <ul class="problems">${problems.map((problem) => html`<${ProblemEntry} problem=${problem} text=${text} change=${change} goTo=${() => goTo(problem)} />`)}</ul></div>`}
    <div role="status" class="result">${checking ? html`<p class="quiet">${w.checking}</p>` : result && result.text === text && html`<${Said} exercise=${exercise} result=${result} text=${text} next=${next} />`}</div>
    ${attempts.value[id]?.text !== undefined && html`<p class="quiet">${stores.value ? w.stored : w.notStored}</p>`}
  </section>`;
}

/** Results of tests are not shown in the editor. @type {import("../screens/editor.mjs").Mark[]} */
const NO_MARKS = [];

/** @param {{ exercise: Given, result: Result, text: string, next: (() => void) | undefined }} props */
function Said({ exercise, result, text, next }) {
  const w = words.value;
  const bad = (/** @type {string} */ says) => html`<p class="bad">${says}</p>`;
  if ("noGame" in result) return bad(w.noGame(result.noGame));
  if ("taken" in result) return bad(w.taken(isolated(result.taken)));
  if ("failure" in result) return html`<p class="bad">${w.notSame} ${plain(result.failure)}</p>`;
  if ("stopped" in result) return bad(w.stopped);
  if ("conventions" in result) {
    const [yours, game] = result.conventions.map(played);
    return bad(w.conventions(yours ?? "", game ?? ""));
  }
  if ("difference" in result) return html`<${Differing} exercise=${exercise} difference=${result.difference} text=${text} />`;
  if (!("solved" in result)) return null;
  const says = result.solved === "all" ? w.solvedAll : result.solved === "some" ? w.solvedSome(result.positions) : w.solvedBox(`[${exercise.box}]`);
  const { other } = result;
  return html`<p class="exercise-right">✓ ${says}</p>
    ${other && html`<p>${w.otherMoves(other.position)}</p>
      <dl class="versus"><${Passages} title=${w.missing} moves=${other.missing} /><${Passages} title=${w.extra} moves=${other.extra} /></dl>`}
    <p class="row"><button onClick=${() => take(exercise, text, "play")}>${w.playIt}</button><button onClick=${() => take(exercise, text, "rules")}>${w.openRules}</button>
      ${next && html`<button class="main" onClick=${next}>${w.next}</button>`}</p>`;
}

/** Opens the visitor's rules on another screen. @param {Given} exercise @param {string} text @param {"play" | "rules" | "board"} view @param {string} [at] */
function take(exercise, text, view, at = position(exercise.game.toLowerCase(), exercise.samples[0] ?? "")) {
  go(() => {
    files.value = [{ name: fileName(exercise), text }];
    asked.value = {};
    drawing.value = "";
    question.value = at;
    play("");
    screen.value = view;
  });
}

/** Moves that only one of the games has. @param {{ title: string, moves: Difference["missing"] }} props */
function Passages({ title, moves }) {
  const [w, common] = [words.value, pageWords.value];
  if (moves.length === 0) return null;
  const said = (/** @type {string} */ leaves) => common.leaving(/^0?$/.test(leaves) ? common.nothing : isolated(leaves));
  return html`<dt>${title}</dt><dd><ul class="plain">${moves.slice(0, LISTED).map(({ label, leaves }) => html`<li class="breakable">
      ${[label && isolated(label), said(leaves)].filter(Boolean).join(common.wordBetween)}</li>`)}</ul>
    ${moves.length > LISTED && w.moreMoves(moves.length - LISTED)}</dd>`;
}

/** The first difference: its picture, both results, and the moves that only one game has.
 *  @param {{ exercise: Given, difference: Difference, text: string }} props */
function Differing({ exercise, difference, text }) {
  const w = words.value;
  const { position: at, yours, game, results, missing, extra } = difference;
  const told = (/** @type {Look | undefined} */ look, /** @type {string | undefined} */ result) => {
    const outcome = look && w.outcomes[/** @type {"P"} */ (look.outcome)];
    if (result === "goal" || result === "trap") return w.ends;
    if (outcome === undefined) return result;
    return result === undefined || /^[PND]$/.test(result) ? outcome : w.withValue(outcome, result);
  };
  return html`<p class="bad">${w.differ(at)}</p>
    <${Drawn} exercise=${exercise} svg=${game?.picture ?? yours?.picture ?? null} name=${at} />
    <dl class="versus"><dt>${w.byYours}</dt><dd>${told(yours, results[0])}</dd><dt>${w.byGame}</dt><dd><b>${told(game, results[1])}</b></dd>
      <${Passages} title=${w.missing} moves=${missing} /><${Passages} title=${w.extra} moves=${extra} /></dl>
    ${yours?.legal.length === 0 && missing.length > 0 && html`<p>${w.noMoves}</p>`}
    ${missing.length + extra.length === 0 && html`<p>${w.sameMoves}</p>`}
    <p class="row"><button onClick=${() => take(exercise, text, "board", at)}>${w.toBoard}</button></p>`;
}
