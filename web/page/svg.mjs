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

/** Scale of the picture on a card, relative to the core's. */
const CARD = 1.5;
/** Margin of the picture on a card, in its own units. */
const EDGE = 4;

/** Puts a picture on a card, without its titles and margins. Only a board has parts that are read and selected.
 *  @param {Element} card @param {SVGSVGElement} svg */
export function placeOnCard(card, svg) {
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("role");
  for (const part of svg.querySelectorAll(":scope > rect.fill-paper, :scope > text[font-weight=bold]")) part.remove();
  card.replaceChildren(svg);
  const { x, y, width, height } = svg.getBBox();
  if (width === 0 || height === 0) return;
  svg.setAttribute("viewBox", [x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE].join(" "));
  svg.setAttribute("width", String(Math.round((width + 2 * EDGE) * CARD)));
  svg.setAttribute("height", String(Math.round((height + 2 * EDGE) * CARD)));
}
