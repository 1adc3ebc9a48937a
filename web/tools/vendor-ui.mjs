// What the page takes from others for its interface: `vendor.mjs` makes ../vendor/ui.mjs of it.
export { Fragment, h, render } from "preact";
export { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, untracked } from "@preact/signals";
export { html } from "htm/preact";
