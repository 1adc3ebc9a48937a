// The editor with colours: CodeMirror in a shadow root. Outside a shadow root, CodeMirror adds <style> elements, which the page's policy
// forbids. The Tab key leaves the editor. The word at the cursor is underlined only after half a second without typing.

import {
  Compartment, Decoration, EditorState, EditorView, HighlightStyle, StateEffect, StateField, StreamLanguage, WidgetType, autocompletion, bracketMatching,
  closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine, history, historyKeymap,
  hoverTooltip, keymap, lineNumbers, lintKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "../vendor/editor.mjs";
import { range } from "../page/places.mjs";
import { prose } from "../page/prose.mjs";
import { reference } from "../page/reference.mjs";
import { topic } from "../page/state.mjs";
import { RESERVED, token } from "../page/tokens.mjs";
import { words } from "../page/words.mjs";

/** @import { Mark, Properties } from "./editor.mjs" */

/** Milliseconds without typing after which errors are marked. */
const REST = 500;

const language = StreamLanguage.define({
  name: "grundy",
  token(stream) {
    const { kind, end } = token(stream.string, stream.pos);
    stream.pos = end;
    return { space: null, comment: "comment", number: "number", keyword: "keyword", name: "variableName", text: "string", symbol: "operator", invalid: "invalid" }[kind];
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.invalid, color: "var(--mark)" },
]);

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "0.9rem" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "2px" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)", minHeight: "9rem" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", maxHeight: "60vh" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line-active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selection)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "0.4rem", maxWidth: "30rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--focus)", color: "var(--paper)" },
  ".cm-completionDetail": { color: "inherit" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--mark)", padding: "0.3rem 0.6rem" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection)" },
  ".mark": { fontWeight: "700", marginLeft: "1.5em" },
  ".mark.fails": { color: "var(--mark)" },
  ".hint": { padding: "0.3rem 0.6rem" },
});

class MarkWidget extends WidgetType {
  /** @param {Mark} mark */
  constructor(mark) {
    super();
    this.mark = mark;
  }

  /** @param {MarkWidget} other */
  eq({ mark: { holds, words } }) {
    return this.mark.holds === holds && this.mark.words === words;
  }

  toDOM() {
    const element = document.createElement("span");
    element.className = this.mark.holds ? "mark" : "mark fails";
    element.textContent = `${this.mark.holds ? "✓" : "✗"} ${this.mark.words}`;
    return element;
  }
}

/** @type {import("../vendor/editor.mjs").StateEffectType<Mark[]>} */
const setMarks = StateEffect.define();
const marksField = StateField.define({
  create: () => Decoration.none,
  update(now, transaction) {
    now = now.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      const seen = effect.value.filter(({ line }) => line >= 1 && line <= doc.lines).sort((a, b) => a.line - b.line);
      now = Decoration.set(seen.map((mark) => Decoration.widget({ widget: new MarkWidget(mark), side: 1 }).range(doc.line(mark.line).to)));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Completes names, keywords and functions. @param {import("../vendor/editor.mjs").CompletionContext} context */
async function complete(context) {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!word && !context.explicit) return null;
  const functions = await reference();
  const names = new Set(context.state.doc.toString().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const known = functions.map(({ name, says, written }) => ({ label: name, type: "function", detail: written, info: says, apply: `${name}(` }));
  for (const { name } of functions) names.delete(name);
  for (const reserved of RESERVED) names.delete(reserved);
  if (word) names.delete(word.text);
  return {
    from: word?.from ?? context.pos,
    options: [...[...RESERVED].map((label) => ({ label, type: "keyword" })), ...known, ...[...names].map((label) => ({ label, type: "variable" }))],
    validFor: /^[\p{L}\p{N}_]*$/u,
  };
}

/** F1 opens the reference for the word at the cursor. @param {EditorView} view */
function ask(view) {
  const at = view.state.selection.main.head;
  const word = view.state.wordAt(at);
  topic.value = word ? view.state.sliceDoc(word.from, word.to) : "";
  return false;
}

const hints = hoverTooltip(async (view, at) => {
  const { from, text } = view.state.doc.lineAt(at);
  const before = text.slice(0, at - from).match(/[\p{L}\p{N}_]*$/u)?.[0] ?? "";
  const word = before + (text.slice(at - from).match(/^[\p{L}\p{N}_]*/u)?.[0] ?? "");
  const found = (await reference()).find(({ name }) => name === word);
  if (!found) return null;
  return {
    pos: at - before.length,
    create() {
      const dom = document.createElement("div");
      dom.className = "hint";
      const code = document.createElement("code");
      code.textContent = found.written;
      dom.append(code, document.createElement("br"), found.says);
      return { dom };
    },
  };
});

/** The translated phrases of the editor, and the label of the editor. */
const spoken = () => [EditorState.phrases.of(words.value.editorPhrases), EditorView.contentAttributes.of({ "aria-label": words.value.editorLabel })];

export class CodeEditor {
  #view;
  #properties;
  #changed = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #rest;
  #name = "";
  /** The extensions in the language of the page. */ #spoken = new Compartment();
  #words = words.value;

  /** @param {HTMLElement} place @param {() => Properties} properties */
  constructor(place, properties) {
    this.#properties = properties;
    const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    root.replaceChildren();
    this.#view = new EditorView({ parent: root, root, state: this.#state(properties()) });
    this.update(properties());
  }

  /** @param {Properties} properties */
  #state({ text, name }) {
    this.#name = name;
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(), language, look, marksField, hints,
        syntaxHighlighting(colours), EditorView.lineWrapping, autocompletion({ override: [complete], icons: false }),
        keymap.of([
          ...closeBracketsKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, { key: "F1", run: ask },
          // Ctrl+Enter is a key of the page, so the editor must not handle it.
          ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
        ]),
        EditorView.contentAttributes.of({ spellcheck: "false" }), this.#spoken.of(spoken()),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.every((one) => one.isUserEvent("set"))) return;
          this.#changed = performance.now();
          this.#properties().change(update.state.doc.toString());
        }),
      ],
    });
  }

  /** @param {Properties} properties */
  update({ text, name, problems, marks }) {
    const now = this.#view.state.doc.toString();
    if (this.#words !== words.value) {
      this.#words = words.value;
      this.#view.dispatch({ effects: this.#spoken.reconfigure(spoken()) });
    }
    if (name !== this.#name) this.#view.setState(this.#state(this.#properties()));
    // The text is not replaced while an input method composes a character.
    else if (now !== text && !this.#view.composing) {
      this.#view.dispatch({ changes: difference(now, text), userEvent: "set" });
    }
    this.#view.dispatch({ effects: setMarks.of(now === text || name === this.#name ? marks : []) });
    clearTimeout(this.#rest);
    this.#underline(problems, text, performance.now() - this.#changed < REST);
    if (problems.length > 0) this.#rest = setTimeout(() => this.#underline(problems, text, false), REST);
  }

  /** @param {Properties["problems"]} problems @param {string} text @param {boolean} writing */
  #underline(problems, text, writing) {
    const { state } = this.#view;
    if (state.doc.toString() !== text) return;
    const caret = state.selection.main.head;
    const list = problems.map((problem) => ({ ...range(text, problem), severity: /** @type {const} */ ("error"), message: prose([problem.message, problem.cause].filter(Boolean).join(": ")) }))
      // The errors may be those of an earlier text, in which the word at the cursor was shorter.
      .filter(({ from, to }) => !writing || caret < from || caret > endOfWord(text, to));
    this.#view.dispatch(setDiagnostics(state, list));
  }

  /** @param {number} at */
  goTo(at) {
    this.#view.dispatch({ selection: { anchor: Math.min(at, this.#view.state.doc.length) }, scrollIntoView: true });
    this.#view.focus();
  }

  focus() {
    this.#view.focus();
  }

  close() {
    clearTimeout(this.#rest);
    this.#view.destroy();
  }
}

/** Returns the end of the word that contains an index, or ends there. @param {string} text @param {number} at */
const endOfWord = (text, at) => at + (text.slice(at).match(/^[\p{L}\p{N}_]*/u)?.[0].length ?? 0);

/** Returns the change between two texts: everything between their common prefix and suffix. @param {string} before @param {string} after */
function difference(before, after) {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before[to - 1] === after[end - 1]) [to, end] = [to - 1, end - 1];
  return { from, to, insert: after.slice(from, end) };
}
