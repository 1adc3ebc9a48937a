// Pictures as files. A saved picture contains its colours as attributes, so it looks the same without the styles of the page.

const SVG = "http://www.w3.org/2000/svg";

/** Styles that become attributes. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "text-decoration-line"];
/** Values that need no attribute, because they are the defaults of SVG. */
const PLAIN = new Set(["stroke: none", "fill-opacity: 1", "stroke-dasharray: none", "stroke-linejoin: miter", "stroke-linecap: butt", "opacity: 1", "font-style: normal", "dominant-baseline: auto", "text-decoration-line: none", "text-anchor: start"]);
/** Attributes that only the page uses. */
const OWN = /^(class|style|tabindex|role|aria-.*|data-.*)$/;
const EDGE = 8;
/** Factor between the picture and its PNG file, and the limits of a canvas in all browsers. */
const [SHARP, SIDE, AREA] = [2, 8_000, 16_000_000];

/** Returns a picture of the page as the text of an SVG file, with the colours of the screen. @param {SVGSVGElement} svg @param {string} title */
export function coloured(svg, title) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [[svg, ...svg.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  const useless = [];
  for (const [at, element] of from.entries()) {
    const twin = to[at];
    if (!twin || element.localName === "title" || element.localName === "desc") continue;
    if (element.matches(".target")) useless.push(twin);
    for (const { name } of [...twin.attributes]) if (OWN.test(name)) twin.removeAttribute(name);
    const style = getComputedStyle(element);
    const texts = element.localName === "text" || element.localName === "tspan";
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value === "" || (/^(font|text|dominant)/.test(name) && !texts) || (/^stroke-/.test(name) && style.stroke === "none")) continue;
      const key = name === "text-decoration-line" ? "text-decoration" : name;
      if (PLAIN.has(`${name}: ${value}`)) twin.removeAttribute(key);
      else twin.setAttribute(key, value);
    }
  }
  for (const one of useless) one.remove();
  const box = svg.viewBox.baseVal;
  const [x, y, width, height] = [box.x - EDGE, box.y - EDGE, box.width + 2 * EDGE, box.height + 2 * EDGE];
  const rendered = svg.getBoundingClientRect().width / box.width || 1;
  for (const [name, value] of Object.entries({ xmlns: SVG, viewBox: [x, y, width, height].join(" "), width: Math.round(width * rendered), height: Math.round(height * rendered), "font-family": "sans-serif" })) copy.setAttribute(name, String(value));
  const paper = document.createElementNS(SVG, "rect");
  const background = getComputedStyle(svg.closest(".card") ?? document.documentElement).backgroundColor;
  for (const [name, value] of Object.entries({ x, y, width, height, fill: background })) paper.setAttribute(name, String(value));
  const named = document.createElementNS(SVG, "title");
  named.textContent = title;
  copy.querySelector(":scope > title")?.remove();
  copy.prepend(named, paper);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Returns a picture as a PNG file; null if the browser cannot create it. @param {string} text  an SVG with `width` and `height`
 *  @returns {Promise<Blob | null>} */
export async function raster(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { width, height } = image;
    const scale = Math.min(SHARP, SIDE / Math.max(width, height), Math.sqrt(AREA / (width * height)));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
