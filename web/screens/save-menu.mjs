// The buttons that save the picture of a board.

import { html, useRef, useState } from "../vendor/ui.mjs";
import { save } from "../page/files.mjs";
import { coloured, raster } from "../page/picture-file.mjs";
import { words } from "../page/words.mjs";

/** @param {{ title: string }} props */
export function SaveMenu({ title }) {
  const w = words.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [failed, fail] = useState(false);
  const picture = () => {
    const svg = /** @type {SVGSVGElement | null | undefined} */ (place.current?.closest(".board")?.querySelector(".picture svg"));
    return svg ? coloured(svg, title) : "";
  };
  const savePng = async () => {
    const blob = await raster(picture());
    fail(!blob);
    if (blob) save("board.png", blob);
  };
  return html`<p class="row" ref=${place}>${w.saveAs} <button onClick=${() => save("board.svg", picture(), "image/svg+xml")}>SVG</button>
    <button onClick=${savePng}>PNG</button></p>${failed && html`<p role="status">${w.noPng}</p>`}`;
}
