// A small menu that saves the picture of a board. Its buttons are loaded when the menu is opened, or when the page is idle.

import { html, useState } from "../vendor/ui.mjs";
import { later } from "../page/later.mjs";
import { words } from "../page/words.mjs";

const Menu = later(async () => (await import("./save-menu.mjs")).SaveMenu);

/** @param {{ title: string }} props  `title`: the position */
export function SavePicture({ title }) {
  const [open, turn] = useState(false);
  return html`<details class="save-picture" onToggle=${(/** @type {Event} */ event) => turn(/** @type {HTMLDetailsElement} */ (event.target).open)}>
    <summary>${words.value.savePicture}</summary>${open && html`<${Menu} title=${title} />`}</details>`;
}
