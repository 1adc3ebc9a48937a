// The service worker: a visited page works without a network. web/tools/offline.mjs writes the list of all files of the site with their
// hashes into the built copy of this file. A version is installed only if every file has its hash, so files of two versions are never
// mixed. The files of a version are used until no other tab uses them; then the next load uses the new version.

/** The hash of each file, by its path; `./` is the page itself. @type {Record<string, string>} */
const FILES = {};
const VERSION = "grundy-0";

const scope = self.registration.scope;

/** Returns the address under which a file is stored; undefined for an address that is not of the site. @param {string} url */
function stored(url) {
  const plain = url.replace(/[?#].*$/, "");
  if (!plain.startsWith(scope)) return undefined;
  const path = plain.slice(scope.length);
  const name = path === "" || path === "index.html" ? "./" : path;
  return Object.hasOwn(FILES, name) ? new URL(name, scope).href : undefined;
}

/** @param {ArrayBuffer} bytes */
async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Stores a file: from an earlier version, from the cache of the browser, or from the network. @param {Cache} cache @param {string} path */
async function add(cache, path) {
  const address = new URL(path, scope).href;
  const sources = [() => caches.match(address), () => fetch(address), () => fetch(address, { cache: "reload" })];
  for (const source of sources) {
    const response = await source();
    if (!response?.ok) continue;
    const bytes = await response.arrayBuffer();
    // A new response, because a browser does not open a page from a response that was redirected.
    if ((await hash(bytes)) === FILES[path]) return cache.put(address, new Response(bytes, { headers: response.headers }));
  }
  throw new Error(`${address} is not the file of this version`);
}

async function install() {
  const cache = await caches.open(VERSION);
  try {
    // One file after the other, so that the page itself can load files at the same time.
    for (const path of Object.keys(FILES)) await add(cache, path);
  } catch (error) {
    await caches.delete(VERSION);
    throw error;
  }
}

async function clean() {
  for (const name of await caches.keys()) if (name.startsWith("grundy-") && name !== VERSION) await caches.delete(name);
}

/** A page that ends this version and loads again. */
const NEXT = `<!doctype html><meta charset="utf-8"><title>Grundy</title><script>
navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
navigator.serviceWorker.getRegistration().then((found) => {
  if (found?.waiting) found.waiting.postMessage("activate");
  else location.reload();
});
</script>`;

/** Returns whether a new version waits and this reload is in the only tab. @param {FetchEvent} event */
async function ends({ request }) {
  if (request.mode !== "navigate" || !self.registration.waiting) return false;
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // If the tab is new, the other tab is a different one, which still uses this version.
  const reloads = request.isReloadNavigation === true || request.cache === "no-cache" || request.cache === "reload";
  return open.length === 0 || (open.length === 1 && reloads);
}

/** @param {FetchEvent} event @param {string} address */
async function answer(event, address) {
  if (await ends(event)) return new Response(NEXT, { headers: { "content-type": "text/html; charset=utf-8" } });
  const cache = await caches.open(VERSION);
  return (await cache.match(address)) ?? fetch(event.request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clean()));
addEventListener("message", ({ data }) => { if (data === "activate") self.skipWaiting(); });
addEventListener("fetch", (event) => {
  const address = event.request.method === "GET" ? stored(event.request.url) : undefined;
  if (address) event.respondWith(answer(event, address));
});
