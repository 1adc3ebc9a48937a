// Light or dark: as the system says, until the reader chooses.

import { computed, effect, signal } from "../vendor/ui.mjs";
import { set, settings } from "./store.mjs";

const query = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const system = signal(query?.matches ?? false);
query?.addEventListener("change", () => { system.value = query.matches; });

/** Whether the page is dark. */
export const dark = computed(() => {
  const { theme } = settings.value;
  return theme === "dark" || (theme !== "light" && system.value);
});

/** The other one. */
export function turn() {
  set({ theme: dark.value ? "light" : "dark" });
}

/** Tells the document. */
export function tellDocument() {
  effect(() => {
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  });
}
