// The Exercises screen.

import { html } from "../vendor/ui.mjs";
import { words } from "./words.mjs";

/** The Exercises screen. */
export function Exercises() {
  const w = words.value;
  return html`<section class="card" aria-label=${w.title}><h2>${w.title}</h2></section>`;
}
