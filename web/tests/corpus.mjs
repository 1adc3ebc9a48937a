// Questions of conformance/ for tests of the page, and how many of them are asked: all where the environment names GRUNDY_SLOW, as
// `web/test --all` does; else some.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../conformance/", import.meta.url));

/** Whether everything is asked. */
export const SLOW = "GRUNDY_SLOW" in process.env;

/** Every question about one position that is asked under normal or misère play; while somebody waits every `of`-th. @param {number} of */
export function corpus(of) {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(`${folder}${name}`, "utf8").split("\n"));
  const all = lines.flatMap((line) => {
    const [, question, rest = ""] = line.match(/^([^#\s].*?) (?:is [PND]|= \S+)(.*)$/) ?? [];
    return !question || /\.\./.test(question) || (rest && rest !== " in misere") ? [] : [{ question, options: rest ? { play: "misere" } : {} }];
  });
  return all.filter((_, at) => at % (SLOW ? 1 : of) === 0);
}
