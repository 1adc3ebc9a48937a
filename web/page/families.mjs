// The families of games. To which a game belongs the core reads off its rules: `families` in the reply to `library`.

/** The families, in their order. */
export const families = ["heaps", "rows", "coins", "boards", "graphs", "words", "misere", "loopy"];
