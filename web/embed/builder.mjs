// The dialog that makes a frame of the view for other pages: the parts, the size and the language, the line of HTML, and a preview.

import { html, render, useEffect, useLayoutEffect, useRef, useState } from "../vendor/ui.mjs";
import { add } from "../page/keys.mjs";
import { key, link, published, question } from "../page/state.mjs";
import { words } from "../page/words.mjs";
import { HEIGHT, PARTS, USUAL } from "./parts.mjs";
import { words as ownWords } from "./words.mjs";

/** Height of a frame until its content reports a height, in pixels. */
const USUAL_HEIGHT = 600;

/** The script that adapts the heights of frames. */
const SCRIPT = `<script>
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "${HEIGHT}") return;
  for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.style.height = data.height + "px";
});
</script>`;

/** @type {HTMLElement | undefined} */
let host;

/** Opens the dialog. */
export function open() {
  host ??= document.body.appendChild(document.createElement("div"));
  const close = () => { if (host) render(null, host); };
  render(html`<${Builder} close=${close} />`, host);
}

/** Escapes a text for an attribute in HTML. @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Whether other pages can show a page with this address. @param {string} address */
const isPublic = (address) => /^https?:/.test(address) && !(/** @type {{ grundyInlined?: object }} */ (globalThis).grundyInlined);

/** @param {{ close: () => void }} props */
function Builder({ close }) {
  const [w, own] = [words.value, ownWords.value];
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [parts, choose] = useState(/** @type {string[]} */ (USUAL));
  const [width, widen] = useState("");
  const [lang, speak] = useState("");
  const [scheme, colour] = useState("");
  const [height, grow] = useState(USUAL_HEIGHT);
  const [page, find] = useState(/** @type {string | undefined} */ (undefined));
  const [fragment, hear] = useState("");
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return add({ stop: close });
  }, []);
  useEffect(() => { published().then(find); }, []);
  useEffect(() => {
    let wanted = true;
    link({ parts: PARTS.filter((part) => parts.includes(part)).join(","), lang, scheme }).then((text) => { if (wanted) hear(text); });
    return () => { wanted = false; };
  }, [parts.join(), lang, scheme]);
  const names = /** @type {Record<string, string>} */ (own.partNames);
  const tick = (/** @type {string} */ part) => () => choose(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]);
  const typed = (/** @type {(text: string) => void} */ take) => (/** @type {Event} */ event) => take(/** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value);
  const wide = /^[1-9]\d{0,4}$/.test(width.trim()) ? width.trim() : "";
  const ready = page !== undefined && fragment !== "";
  const line = ready && isPublic(page) ? `<iframe src="${escaped(`${new URL("embed.html", page)}#${fragment}`)}" title="${escaped(own.frameTitle(question.value))}" width="${wide || "100%"}" height="${height}" loading="lazy" style="border: 0"></iframe>` : "";
  return html`<dialog ref=${dialog} class="builder" aria-labelledby="builder" onClose=${close}>
    <div class="head"><h2 id="builder">${own.title}</h2><button onClick=${close}>${w.close}</button></div>
    ${ready && !isPublic(page) && html`<p>${own.onlyHere}</p>`}
    ${line && html`<p>${own.about}</p>
      <fieldset class="row"><legend>${own.parts}</legend>${PARTS.map((part) => html`<label class="check" key=${part}><input type="checkbox" checked=${parts.includes(part)} onChange=${tick(part)} /> ${names[part]}</label>`)}</fieldset>
      ${parts.length === 0 && html`<p class="bad" role="alert">${own.noPart}</p>`}
      <p class="row"><label>${own.width} <input type="number" min="1" max="99999" value=${width} onInput=${typed(widen)} /></label>
        <${Choice} label=${own.language} now=${lang} take=${typed(speak)} choices=${[["", own.readersLanguage], ["en", "English"], ["zh", "中文"]]} />
        <${Choice} label=${own.scheme} now=${scheme} take=${typed(colour)} choices=${[["", own.readersScheme], ["light", own.light], ["dark", own.dark]]} /></p>
      <${Copied} label=${own.line} text=${line} />
      <details><summary>${own.fits}</summary><p>${own.fitsAbout}</p><${Copied} label=${own.fits} text=${SCRIPT} /></details>
      ${!key && parts.length > 0 && html`<h3>${own.preview}</h3><${Preview} fragment=${fragment} title=${own.preview} width=${wide} height=${height} grow=${grow} />`}`}
  </dialog>`;
}

/** @param {{ label: string, now: string, take: (event: Event) => void, choices: [string, string][] }} props */
function Choice({ label, now, take, choices }) {
  return html`<label>${label} <select value=${now} onChange=${take}>${choices.map(([value, says]) => html`<option value=${value} selected=${value === now}>${says}</option>`)}</select></label>`;
}

/** A text with a button that copies it. @param {{ label: string, text: string }} props */
function Copied({ label, text }) {
  const w = words.value;
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const [said, say] = useState("");
  useEffect(() => say(""), [text]);
  const copy = () => {
    field.current?.select();
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => say(w.textCopied), () => say(w.notCopied));
  };
  return html`<label class="copied">${label}<textarea class="code" ref=${field} readonly rows="4" value=${text}></textarea></label>
    <p class="row"><button class="main" onClick=${copy}>${w.copy}</button> <span role="status">${said}</span></p>`;
}

/** @param {{ fragment: string, title: string, width: string, height: number, grow: (height: number) => void }} props */
function Preview({ fragment, title, width, height, grow }) {
  const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
  useEffect(() => {
    const listen = (/** @type {MessageEvent} */ { data, source }) => {
      if (data?.type === HEIGHT && source === frame.current?.contentWindow) grow(data.height);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  // The frame is opened without an entry in the history of the page.
  useEffect(() => { frame.current?.contentWindow?.location.replace(new URL(`embed.html#${fragment}`, location.href)); }, [fragment]);
  return html`<div class="wide"><iframe ref=${frame} title=${title} width=${width || "100%"} height=${height}></iframe></div>`;
}
