// `look` put together from other requests, for a core that has no such request itself: the answer, every legal move with what it leaves, and
// the picture. Values and remoteness after each move are then not known.

/** The reply to `look`. @param {any} grundy @param {any} given @param {any} options */
export function look(grundy, given, options) {
  const reply = grundy.ask("look", given, { moves: 2000, ...options });
  if (reply.error?.kind !== "usage" || !reply.error.message.includes("unknown variant")) return reply;
  const answer = grundy.ask("solve", given, options);
  if (answer.error) return answer;
  const { lang, memory, seconds } = options;
  const told = { lang, memory, seconds };
  const begun = grundy.ask("play", { question: answer.position }, { ...options, computer: "none" });
  const match = begun.match;
  const list = begun.error || begun.over ? { moves: [], complete: !begun.error } : grundy.ask("play", { match, act: "legal", count: 2000 }, told).legal;
  if (match) grundy.ask("play", { match, act: "leave" }, told);
  const moves = grundy.ask("moves", given, options);
  const key = (/** @type {any} */ move) => JSON.stringify(move.steps.map((/** @type {any} */ step) => [step.from, step.choices, step.words, step.leaves]));
  const best = new Set((moves.moves ?? []).map(key));
  const drawing = new Set((moves.drawing ?? []).map(key));
  const outcome = (/** @type {any} */ move) => {
    if (answer.outcome === "P") return "N";
    if (moves.error || moves.more_moves || moves.more_drawing) return null;
    return best.has(key(move)) ? "P" : drawing.has(key(move)) ? "D" : answer.outcome === "D" || moves.conventions.loopy ? null : "N";
  };
  const legal = list.moves.map((/** @type {any} */ move) => ({ ...move, outcome: outcome(move), value: null, parts: [] }));
  const { picture } = grundy.ask("draw", given, { ...told, format: "svg" });
  return { ...answer, legal, complete: list.complete, picture: picture ?? "" };
}
