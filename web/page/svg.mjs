// Pictures of the core in the page. Each picture is parsed as a separate document, from which every element is removed that a picture may
// not contain. A name in a rule file therefore cannot inject scripts or other elements.

/** The elements that a picture may contain. */
const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc", "defs", "marker", "use", "symbol", "clipPath"]);
const FORBIDDEN = /^(on|style$|href$|xlink:|src)/i;

let made = 0;

/** Returns the element of a picture; undefined if the text is not a valid picture. @param {string | null} text */
export function picture(text) {
  if (!text) return undefined;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.querySelector("parsererror")) return undefined;
  made += 1;
  // Ids must be unique in the document, which may contain several pictures.
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
  // A picture with a `viewBox` can shrink with the page, so a missing `viewBox` is added.
  const width = root.getAttribute("width");
  if (width && !root.getAttribute("viewBox")) root.setAttribute("viewBox", `0 0 ${width} ${root.getAttribute("height")}`);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}
