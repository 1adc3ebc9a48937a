// The subset of Markdown that our documents use: headings, paragraphs, lists, tables, code, emphasis, links. The result consists of
// elements, never of HTML text, so a document cannot inject anything. A link within the documents calls `open`; any other link is
// replaced by its text.

import { h } from "../vendor/ui.mjs";

/** @import { VNode } from "../vendor/ui.mjs" */
/** @typedef {(path: string) => void} Open */

/** @param {string} text @param {Open} open @returns {VNode[]} */
export function markdown(text, open) {
  const lines = text.replace(/\r/g, "").split("\n");
  /** @type {VNode[]} */
  const blocks = [];
  const from = (/** @type {RegExp} */ fits) => {
    const taken = [];
    while (lines.length > 0 && fits.test(lines[0] ?? "")) taken.push(lines.shift() ?? "");
    return taken;
  };
  while (lines.length > 0) {
    const line = lines[0] ?? "";
    const heading = line.match(/^(#{1,6}) (.*)$/);
    if (line.startsWith("```")) {
      lines.shift();
      const code = from(/^(?!```)/);
      lines.shift();
      blocks.push(h("pre", { tabIndex: 0 }, code.join("\n")));
    } else if (heading) {
      lines.shift();
      // The page has its own top-level heading.
      blocks.push(h(`h${Math.min(6, (heading[1] ?? "").length + 1)}`, { id: slug(heading[2] ?? "") }, inline(heading[2] ?? "", open)));
    } else if (/^\|/.test(line)) blocks.push(table(from(/^\|/), open));
    else if (/^\s*([-*]|\d+\.) /.test(line)) blocks.push(list(from(/^(\s*([-*]|\d+\.) |\s+\S)/), open));
    else if (/^<!--/.test(line) || line.trim() === "") lines.shift();
    else blocks.push(h("p", null, inline(from(/^(?!```|#|\||\s*$)/).join("\n"), open)));
  }
  return blocks;
}

/** Returns the id of a heading. @param {string} text */
export function slug(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N} -]/gu, "").replace(/ /g, "-");
}

/** @param {string[]} rows @param {Open} open */
function table(rows, open) {
  const cells = (/** @type {string} */ row) => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
  const [head = "", , ...body] = rows;
  const line = (/** @type {string} */ row, /** @type {string} */ kind) =>
    h("tr", null, cells(row).map((cell) => (cell === "" ? h("td", null) : h(kind, kind === "th" ? { scope: "col" } : null, inline(cell, open)))));
  const heads = cells(head).some((cell) => cell !== "");
  return h("div", { class: "wide", tabIndex: 0, role: "group" }, h("table", { class: "text" }, heads && h("thead", null, line(head, "th")), h("tbody", null, body.map((row) => line(row, "td")))));
}

/** @param {string[]} lines @param {Open} open */
function list(lines, open) {
  const ordered = /^\s*\d+\./.test(lines[0] ?? "");
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    const [, text] = line.match(/^\s*(?:[-*]|\d+\.) (.*)$/) ?? [];
    if (text !== undefined) items.push(text);
    else items[items.length - 1] += `\n${line.trim()}`;
  }
  return h(ordered ? "ol" : "ul", null, items.map((item) => h("li", null, inline(item, open))));
}

/** @param {string} text @param {Open} open @returns {(VNode | string)[]} */
function inline(text, open) {
  const parts = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*(\S.*?)\*|\[([^\]]+)\]\(([^)]+)\)|!\[([^\]]*)\]\([^)]*\)/gs;
  /** @type {(VNode | string)[]} */
  const out = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    out.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, , code, strong, emphasis, label, target = ""] = match;
    if (code !== undefined) out.push(h("code", null, code));
    else if (strong !== undefined) out.push(h("strong", null, inline(strong, open)));
    else if (emphasis !== undefined) out.push(h("em", null, inline(emphasis, open)));
    else if (label !== undefined && !/^[a-z]+:/i.test(target)) {
      out.push(h("button", { class: "link", onClick: () => open(target) }, inline(label, open)));
    } else if (label !== undefined) out.push(...inline(label, open));
  }
  out.push(text.slice(end));
  return out.filter((part) => part !== "");
}
