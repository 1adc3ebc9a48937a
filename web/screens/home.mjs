// The first screen: what the page does, three ways to begin, and eight classic games with their pictures.

import { html, useEffect, useState } from "../vendor/ui.mjs";
import { sample } from "../page/samples.mjs";
import { asked, files, go, open, screen } from "../page/state.mjs";
import { picture, placeOnCard } from "../page/svg.mjs";
import { words } from "../page/words.mjs";
import { newFile } from "./rules.mjs";

/** The classic games, at a position for beginners. @type {[name: keyof import("../page/words.mjs").Words["classics"], position: string][]} */
const CLASSICS = [
  ["nim", "nim[3] + nim[4] + nim[5]"], ["kayles", "kayles[7]"], ["chomp", "chomp(4, 3)"], ["wythoff", "wythoff[3, 5]"],
  ["cram", "cram(3, 4)"], ["hackenbush", "hackenbush(0-1 1-2 2-0 1-3; ground 0)"], ["tictactoe", "tictactoe"], ["domineering", "domineering(4, 4)"],
];

/** Opens a game of the library with its own conventions. The files of the reader stay stored. @param {string} position */
const play = (position) => go(() => {
  files.value = [];
  asked.value = {};
  open(position, "play");
});

/** The first screen. */
export function Home() {
  const w = words.value;
  const write = () => {
    newFile();
    go(() => { screen.value = matchMedia("(max-width: 54rem)").matches ? "rules" : "board"; });
  };
  const solve = () => {
    go(() => { screen.value = "board"; });
    document.getElementById("position")?.focus();
  };
  return html`<section aria-label=${w.home} class="home">
    <p class="says"><b>${w.homeSays}</b> ${w.homeMore}</p>
    <div class="ways">
      <${Way} name=${w.wayPlay} says=${w.wayPlaySays} act=${() => play("kayles[7]")} />
      <${Way} name=${w.waySolve} says=${w.waySolveSays} act=${solve} />
      <${Way} name=${w.wayWrite} says=${w.wayWriteSays} act=${write} />
    </div>
    <h2>${w.classicsTitle}</h2>
    <div class="classics">${CLASSICS.map(([name, position]) => html`<${Classic} key=${name} name=${name} position=${position} />`)}</div>
    <p class="row">${w.further} ${(/** @type {const} */ (["learn", "exercises", "gallery"])).map((name) => html`<button key=${name} onClick=${() => go(() => { screen.value = name; })}>${w[`${name}All`]}</button>`)}</p></section>`;
}

/** @param {{ name: string, says: string, act: () => void }} props */
function Way({ name, says, act }) {
  return html`<button class="card way" onClick=${act}><b>${name}</b><span class="quiet">${says}</span></button>`;
}

/** A card of a game, which opens a match. @param {{ name: keyof import("../page/words.mjs").Words["classics"], position: string }} props */
function Classic({ name, position }) {
  const [title = "", says = ""] = words.value.classics[name];
  const [drawn, draw] = useState(/** @type {string | undefined} */ (undefined));
  useEffect(() => { sample(position).then((found) => draw(found?.picture)); }, []);
  const place = (/** @type {HTMLElement | null} */ element) => {
    const svg = drawn && picture(drawn);
    if (element && svg && !element.firstChild) placeOnCard(element, svg);
  };
  return html`<button class="card classic" onClick=${() => play(position)}><span class="thumb" ref=${place}></span><b>${title}</b><span class="quiet">${says}</span></button>`;
}
