// The page without a network: after the first answer, the service worker `sw.js` stores all files of the site. The page of `grundy serve`
// and the single file need none.

/** Registers the service worker. @param {string | undefined} key  of `grundy serve` */
export async function begin(key) {
  const workers = navigator.serviceWorker;
  if (!workers || /** @type {{ grundyInlined?: object }} */ (globalThis).grundyInlined) return;
  try {
    // Another server may have had this address before, whose files are not those of `grundy serve`.
    if (key) for (const one of await workers.getRegistrations()) await one.unregister();
    else await workers.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
  } catch {
    // Without a service worker, for example in a private window, the page needs the network.
  }
}
