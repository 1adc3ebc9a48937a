// The colour scheme, light or dark. The page uses the scheme of the system until the reader chooses a scheme.

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

/** Switches between the light and the dark scheme. */
export function turn() {
  set({ theme: dark.value ? "light" : "dark" });
}

/** Keeps the scheme of the document up to date. */
export function tellDocument() {
  effect(() => {
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  });
}
