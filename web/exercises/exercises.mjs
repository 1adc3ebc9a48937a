// The Exercises screen: the list of exercises by theme, or one exercise.

import { html } from "../vendor/ui.mjs";
import { exercise as chosen, go } from "../page/state.mjs";
import { words as pageWords } from "../page/words.mjs";
import { Exercise } from "./exercise.mjs";
import { EXERCISES, THEMES } from "./problems.mjs";
import { attempts } from "./progress.mjs";
import { words } from "./words.mjs";

/** Shows an exercise, or the list. @param {string} id */
function show(id) {
  go(() => { chosen.value = id; });
  scrollTo(0, 0);
  document.getElementById("answer")?.focus();
}

/** The Exercises screen. */
export function Exercises() {
  const at = EXERCISES.findIndex(({ id }) => id === chosen.value);
  const exercise = EXERCISES[at];
  if (!exercise) return html`<${List} />`;
  return html`<${Exercise} key=${exercise.id} exercise=${exercise} show=${show} previous=${EXERCISES[at - 1]?.id} next=${EXERCISES[at + 1]?.id} />`;
}

function List() {
  const w = words.value;
  const done = EXERCISES.filter(({ id }) => attempts.value[id]?.solved).length;
  const progress = w.solvedOf(done, EXERCISES.length);
  return html`<section class="card exercises" aria-label=${w.title}>
    <h2>${w.title}</h2>
    <p>${w.about}</p>
    <p class="row"><progress max=${EXERCISES.length} value=${done} aria-label=${progress}></progress> <span>${progress}</span></p>
    ${THEMES.map(({ theme, exercises }) => html`<h3>${w.themes[theme]}</h3>
      <ul class="exercise-list">${exercises.map((one) => html`<${Entry} key=${one.id} exercise=${one} />`)}</ul>`)}
  </section>`;
}

/** @param {{ exercise: import("./problems.mjs").Exercise }} props */
function Entry({ exercise: { id, level } }) {
  const w = words.value;
  const attempt = attempts.value[id];
  const state = attempt?.solved ? w.solved : attempt?.text === undefined ? "" : w.begun;
  const sign = attempt?.solved ? "✓" : attempt?.text === undefined ? "○" : "◐";
  const { title } = w.problems[/** @type {keyof typeof w.problems} */ (id)];
  return html`<li><button class=${attempt?.solved ? "solved" : ""} onClick=${() => show(id)}><span aria-hidden="true" class="sign">${sign}</span>
    <span>${title}<span class="quiet"> ${[w.levels[level - 1], state].filter(Boolean).join(pageWords.value.wordBetween)}</span></span></button></li>`;
}
