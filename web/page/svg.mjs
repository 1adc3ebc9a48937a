// Pictures of the core in the page: read as a document of their own and let through only if they are what pictures are made of, so that
// no name in a rule file can become more than a name.

/** What a picture may hold. */
const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc", "defs", "marker", "use", "symbol", "clipPath"]);
const FORBIDDEN = /^(on|style$|href$|xlink:|src)/i;

let made = 0;

/** The element of a picture; undefined if it is none. @param {string | null} text */
export function picture(text) {
  if (!text) return undefined;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.querySelector("parsererror")) return undefined;
  made += 1;
  // Ids are of the document, and a document may show several pictures.
  const own = `p${made}-`;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (!ELEMENTS.has(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      if (FORBIDDEN.test(name)) element.removeAttribute(name);
      else if (name === "id") element.setAttribute(name, own + value);
      else if (value.includes("url(#")) element.setAttribute(name, value.replaceAll("url(#", `url(#${own}`));
    }
  }
  // Where the viewer says how wide it is, it shrinks with the page.
  const width = root.getAttribute("width");
  if (width && !root.getAttribute("viewBox")) root.setAttribute("viewBox", `0 0 ${width} ${root.getAttribute("height")}`);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}
