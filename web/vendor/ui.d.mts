export { Fragment, h, render } from "preact";
export { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, untracked } from "@preact/signals";
export type { ReadonlySignal, Signal } from "@preact/signals";
import type { VNode } from "preact";
export type { VNode, ComponentChildren } from "preact";
export function html(strings: TemplateStringsArray, ...values: any[]): VNode;
