// The third-party code of the interface: `vendor.mjs` bundles it as ../vendor/ui.mjs.
export { Fragment, h, render } from "preact";
export { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, untracked } from "@preact/signals";
export { html } from "htm/preact";
