// Types of replies, for the type checker; docs/json.md describes them.

/** @typedef {{ name: string, text: string }} File */
/** @typedef {number | string} Value */
/** L and R are outcomes only if the players have different moves. @typedef {"P" | "N" | "D" | "L" | "R"} Outcome */
/** @typedef {"left" | "right"} Player */
/** @typedef {{ kind: string, positions?: number }} Status */
/** @typedef {{ play: string, sum: string | number, until: string, loopy: boolean }} Conventions */
/** @typedef {{ line: number, column: number, end_line: number, end_column: number, text: string }} Fix */
/** @typedef {{ file?: string, line: number, column: number, end_line?: number, end_column?: number, message: string, cause: string | null,
 *    help: string | null, repair?: string, fix?: Fix[] }} Diagnostic */
/** @typedef {{ kind: string, message: string, diagnostics: Diagnostic[], partial?: string }} Failure */
/** @typedef {{ component: number, rule: number, choices: Value[], from: string, label: string | null, leaves: string }} Step */
/** @typedef {{ steps: Step[], leaves: string, outcome: Outcome | null, value: Value | null, remoteness?: number, player?: Player, parts: string[] }} Move */
/** @typedef {{ position: string, value: Value | null, method: string }} Component */
/** @typedef {{ position: string, conventions: Conventions, outcome: Outcome, value: Value | null, measure?: string, remoteness?: number,
 *    components: Component[], status: Status, evidence: string, warnings?: { kind: string, message: string }[],
 *    work: { positions: number, options: number, seconds: number }, legal: Move[], complete: boolean, drawings: string[],
 *    picture: string | null, stops?: { left: string, right: string }, mean?: string, temperature?: string, value_stopped?: string,
 *    thermograph_picture?: string }} Look */
/** @typedef {{ play?: string, sum?: string, until?: string }} Asked  conventions that differ from those of the rules */

export {};
