// The title of the window: the position, or the name of a screen that shows no position.

import { effect } from "../vendor/ui.mjs";
import { question, screen } from "./state.mjs";
import { words } from "./words.mjs";

/** Maximum length of a position in the title. */
const MAX_TITLE_CHARS = 80;

/** Keeps the title up to date. The returned function ends this.
 *  @param {(name: import("./state.mjs").Screen) => string | undefined} called  the name of a screen without a position */
export function entitle(called) {
  return effect(() => {
    const [name, position] = [called(screen.value), question.value.trim()];
    const about = name ?? (position.length > MAX_TITLE_CHARS ? `${position.slice(0, MAX_TITLE_CHARS)}…` : position);
    document.title = about ? `${about} · Grundy` : words.value.title;
  });
}
