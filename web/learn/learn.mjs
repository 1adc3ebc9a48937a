// The Learn screen: one of twelve steps, and the list of all steps. Any step can be opened at any time.

import { html, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { go, screen, step as chosen } from "../page/state.mjs";
import { learn, learned } from "../page/store.mjs";
import { lang } from "../page/words.mjs";
import { newFile } from "../screens/rules.mjs";
import { Claim } from "./claim.mjs";
import { Period, Value } from "./number.mjs";
import { Text } from "./parts.mjs";
import { Pick } from "./pick.mjs";
import { WriteRules } from "./rules.mjs";
import { STEPS } from "./steps.mjs";
import { Win } from "./win.mjs";
import { words } from "./words.mjs";

/** @import { Step } from "./steps.mjs" */

const TASKS = { win: Win, pick: Pick, number: Value, period: Period, rules: WriteRules, claim: Claim };

/** The Learn screen. */
export function Learn() {
  const w = words.value;
  // Without a step in the link, the first step that is not done is shown, also after it is done.
  const [fallback] = useState(() => STEPS.find(({ name }) => !learned.value.includes(name)) ?? STEPS[0]);
  const step = /** @type {Step} */ (STEPS.find(({ name }) => name === chosen.value) ?? fallback);
  const at = STEPS.indexOf(step);
  const next = STEPS[at + 1];
  const done = learned.value.includes(step.name);
  const text = /** @type {Record<string, { title: string, text: string[], task: string }>} */ (w.steps)[step.name] ?? { title: "", text: [], task: "" };
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(step.name);
  // After a change of the step, reading begins at its heading.
  useLayoutEffect(() => {
    if (before.current === step.name) return;
    before.current = step.name;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step.name]);
  const open = (/** @type {string} */ name) => go(() => { chosen.value = name; });
  const count = STEPS.filter(({ name }) => learned.value.includes(name)).length;
  return html`<div class="learn">
    <section class="learn-step" aria-label=${w.stepOf(at + 1, STEPS.length)}>
      <p class="quiet">${w.title} · ${w.stepOf(at + 1, STEPS.length)}${done && html` · <b>✓ ${w.done}</b>`}</p>
      <h2 ref=${heading} tabindex="-1">${text.title}</h2>
      ${text.text.map((part) => html`<p><${Text} text=${part} /></p>`)}
      <section class="card" aria-label=${w.task}><p><b>${w.task}:</b> <${Text} text=${text.task} /></p></section>
      <${TASKS[step.kind]} key=${`${step.name} ${lang.value}`} step=${step} done=${() => learn(step.name)} next=${done && next ? () => open(next.name) : undefined} />
      ${(!next || count === STEPS.length) && html`<section class="card" aria-label=${w.after}><h3>${w.after}</h3><p>${w.afterText}</p><p class="row"><button onClick=${() => go(() => { screen.value = "exercises"; })}>${w.toExercises}</button>
        <button onClick=${write}>${w.toRules}</button></p></section>`}
    </section>
    <nav class="learn-list" aria-label=${w.allSteps}><h3>${w.allSteps} <span class="quiet">${w.doneOf(count, STEPS.length)}</span></h3><ol>${STEPS.map(({ name }, n) => html`<li><button aria-current=${name === step.name ? "step" : undefined}
      aria-label=${`${n + 1}. ${titleOf(name)}${learned.value.includes(name) ? ` (${w.done})` : ""}`} onClick=${() => open(name)}>${learned.value.includes(name) ? "✓" : ""} ${n + 1}<span class="learn-title"> ${titleOf(name)}</span></button></li>`)}</ol></nav>
  </div>`;
}

/** @param {string} name */
const titleOf = (name) => /** @type {Record<string, { title: string }>} */ (words.value.steps)[name]?.title ?? "";

/** Opens a new file of rules. */
function write() {
  newFile();
  go(() => { screen.value = "rules"; });
}
