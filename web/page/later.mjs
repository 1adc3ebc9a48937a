// Screens that are loaded when they are opened, or when the page is idle after the first answer. They do not delay the first answer.

import { html, signal, useEffect } from "../vendor/ui.mjs";
import { words } from "./words.mjs";

/** @typedef {(props: any) => unknown} Component */

/** Loads all screens that are used without a network. @type {(() => void)[]} */
const idle = [];

/** Returns a component that is loaded on first use. Unless it is `large`, it is also loaded when the page is idle.
 *  @param {() => Promise<Component>} load @param {{ large?: boolean }} [options] */
export function later(load, { large = false } = {}) {
  const part = signal(/** @type {{ component?: Component, failed?: boolean }} */ ({}));
  let started = false;
  const get = () => {
    if (started) return;
    started = true;
    load().then((component) => { part.value = { component }; }, () => {
      started = false;
      part.value = { failed: true };
    });
  };
  if (!large) idle.push(get);
  return function Later(/** @type {object} */ props) {
    const w = words.value;
    useEffect(get, []);
    const { component, failed } = part.value;
    if (component) return html`<${component} ...${props} />`;
    if (!failed) return html`<p class="quiet" role="status">${w.loadingScreen}</p>`;
    const again = () => {
      part.value = {};
      get();
    };
    return html`<p class="bad" role="alert">${w.noScreen} <button onClick=${again}>${w.tryAgain}</button></p>`;
  };
}

/** Loads the screens, so that they are available without a network. */
export function prefetch() {
  for (const get of idle) get();
}
