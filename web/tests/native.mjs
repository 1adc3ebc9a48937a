// The native command, for tests that compare with it: the newer of target/release and target/debug, or the program that GRUNDY names.

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Returns the build time; 0 if the file does not exist. @param {string} path */
const built = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The program, or undefined if none was built. An outdated program would give outdated answers. */
export const program = process.env.GRUNDY ?? ["release", "debug"].map((kind) => `${root}target/${kind}/grundy`).filter(built).sort((a, b) => built(b) - built(a))[0];

/** Returns JSON with integers beyond 2^53 as strings, as a core sends them. @param {string} json */
export const safe = (json) => json.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.])\d{16,}(?![\d.])/g, (found) => (found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`));
