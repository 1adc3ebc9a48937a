// To which family a game belongs, by its rule file or kind; what is in none of the lists is a game of heaps.

/** The families, in their order. */
export const families = ["heaps", "rows", "coins", "boards", "graphs", "misere", "loopy"];

/** @type {Record<string, RegExp>} */
const FILES = {
  misere: /misere|last_loses|moore_take/,
  loopy: /ring_walk|knights?$|loop/,
  coins: /^coins|subset_coins/,
  rows: /kayles|cards|crosses|officers|strips|georgia|strip_tokens|merging|seat/,
  boards: /wythoff|hyper_knight|corner_walk|cutting|chomp|knights|kiki|nullify/,
};

/** @param {{ game?: string, structure?: string, file?: string }} entry */
export function family({ structure, file = "", game = "" }) {
  if (structure) return ["northcott", "battle", "boi", "rabbit", "patches", "paintrow", "approach"].includes(structure) ? "boards" : structure === "newstone" ? "heaps" : "graphs";
  if (game === "Loop") return "loopy";
  const stem = file.replace(/\.game$/, "");
  return Object.keys(FILES).find((name) => FILES[name]?.test(stem)) ?? "heaps";
}
