// The downloads of a table. The core draws all slices of a table with axes and a legend, but does not support residues, and creates no PNG
// files in a page.

import { html, useState } from "../vendor/ui.mjs";
import { atLength, plain } from "../page/asking.mjs";
import { save } from "../page/files.mjs";
import { axes, bfile, csv, list } from "../page/heat.mjs";
import { raster } from "../page/picture-file.mjs";
import { png, svg, text } from "../page/sheet.mjs";
import { words } from "../page/words.mjs";

/** @import { Job } from "../page/carrier.mjs" */
/** @import { Cells, Mark } from "../page/heat.mjs" */
/** @import { Sheet } from "../page/sheet.mjs" */

/** Most cells of a drawing of the core that the page converts to PNG. The page draws larger tables itself, without a legend. */
const MAX_CELLS = 20_000;

/** @param {{ cells: Cells, what: Sheet, mark: Mark, modulo: number, title: string, job: Job & { given: { question: string } } }} props */
export function Downloads({ cells, what, mark, modulo, title, job }) {
  const w = words.value;
  const [said, say] = useState("");
  const [offset, move] = useState(cells.slots[axes(cells.slots).down ?? axes(cells.slots).across]?.low ?? 0);
  /** Returns the drawing of the core; undefined after an error. @param {"svg" | "text"} format @returns {Promise<string | undefined>} */
  const drawn = async (format) => {
    const reply = await atLength({ ...job, options: { ...job.options, format } }, job.given.question);
    say(reply.error ? plain(reply.error) : "");
    return reply.picture;
  };
  const saveSvg = async () => {
    const picture = modulo > 0 ? svg(what, mark, title) : await drawn("svg");
    if (picture) save("table.svg", picture, "image/svg+xml");
  };
  const saveText = async () => {
    const picture = modulo > 0 ? text(what, title) : await drawn("text");
    if (picture) save("table.txt", picture);
  };
  const savePng = async () => {
    const own = modulo > 0 || list(cells).count > MAX_CELLS;
    const picture = own ? undefined : await drawn("svg");
    if (!own && !picture) return;
    const blob = await (picture ? raster(picture) : png(what, mark, title));
    say(blob ? "" : w.noPng);
    if (blob) save("table.png", blob);
  };
  const oeis = () => {
    const text = bfile(cells, offset);
    say(text === undefined ? w.noBfile : "");
    if (text !== undefined) save("b000000.txt", text);
  };
  return html`<p class="row">${w.saveAs} <button onClick=${saveSvg}>SVG</button><button onClick=${savePng}>PNG</button>
    <button onClick=${() => save("table.csv", csv(cells), "text/csv")}>CSV</button><button onClick=${saveText}>${w.textFile}</button>
    <button onClick=${oeis}>${w.oeis}</button><label>${w.offset} <input type="number" value=${offset} onInput=${(/** @type {InputEvent} */ event) => move(Math.floor(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 0)} /></label></p>
    <p role="status">${said}</p>`;
}
