// The queries of conformance/ for tests of the page. With GRUNDY_SLOW, as in `web/test --all`, all queries are used; without GRUNDY_SLOW,
// a sample.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../conformance/", import.meta.url));

/** Whether all queries are tested. */
export const SLOW = "GRUNDY_SLOW" in process.env;

/** Returns every query about one position under normal or misère play. In the fast tests, returns only every `of`-th query.
 *  @param {number} of */
export function corpus(of) {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(`${folder}${name}`, "utf8").split("\n"));
  const all = lines.flatMap((line) => {
    const [, question, rest = ""] = line.match(/^([^#\s].*?) (?:is [PND]|= \S+)(.*)$/) ?? [];
    return !question || /\.\./.test(question) || (rest && rest !== " in misere") ? [] : [{ question, options: rest ? { play: "misere" } : {} }];
  });
  return all.filter((_, at) => at % (SLOW ? 1 : of) === 0);
}
