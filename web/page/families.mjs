// The families of games. The core derives the families of a game from its rules: `families` in the reply to `library`.

/** The families, in the order in which the screen shows them. */
export const families = ["heaps", "rows", "coins", "boards", "graphs", "words", "misere", "loopy", "partizan"];
