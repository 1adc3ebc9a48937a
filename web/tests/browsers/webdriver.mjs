// The subset of W3C WebDriver that the tests need, over HTTP (https://www.w3.org/TR/webdriver2/).

import { chord } from "./window.mjs";

/** WebDriver has its own code points for keys that are not characters. @type {Record<string, string>} */
const KEYS = {
  Backspace: "\ue003", Tab: "\ue004", Enter: "\ue007", Shift: "\ue008", Control: "\ue009", Escape: "\ue00c", End: "\ue010", Home: "\ue011",
  ArrowLeft: "\ue012", ArrowUp: "\ue013", ArrowRight: "\ue014", ArrowDown: "\ue015", F1: "\ue031",
};

/** Opens a session with the driver at an address. @param {string} address @param {object} capabilities
 *  @returns {Promise<import("./window.mjs").Window>} */
export async function session(address, capabilities) {
  const call = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => {
    const reply = await fetch(`${address}/session${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const { sessionId } = await call("POST", "", { capabilities: { alwaysMatch: capabilities } });
  const ask = (/** @type {string} */ path, body = {}) => call("POST", `/${sessionId}/${path}`, body);
  const run = (/** @type {Function} */ work, /** @type {unknown[]} */ ...args) => ask("execute/sync", { script: `return (${work})(...arguments)`, args });
  const keys = (/** @type {object[]} */ actions) => ask("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  const act = (/** @type {string} */ type) => (/** @type {string} */ key) => ({ type, value: KEYS[key === "\n" ? "Enter" : key] ?? key });
  const [down, up] = [act("keyDown"), act("keyUp")];
  return {
    run,
    go: (url) => ask("url", { url }),
    size: async (width, height) => {
      const frame = await run(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
      await ask("window/rect", { width: width + frame[0], height: height + frame[1] });
    },
    click: async (find, ...given) => {
      const [element] = Object.values(await run(find, ...given));
      await ask(`element/${element}/click`);
    },
    press: async (text) => {
      /** @type {object[]} */
      const actions = [];
      await chord(text, (key) => actions.push(down(key)), (key) => actions.push(up(key)));
      await keys(actions);
    },
    type: (text) => keys([...text].flatMap((sign) => [down(sign), up(sign)])),
    close: () => call("DELETE", `/${sessionId}`),
  };
}
