// The texts of the embed and its builder in English. embed/zh.mjs has the same names.

export const en = {
  openPage: "Open in Grundy", toStart: "Back to the start",
  title: "Embed this view in another page",
  about: "Copy the line into the source of your page. The frame stores nothing and sends nothing to other servers.",
  parts: "Parts", partNames: { verdict: "Answer", board: "Board", moves: "Moves", rules: "Rules", table: "Table" },
  width: "Width in pixels (empty: the complete width)", language: "Language", readersLanguage: "the reader's",
  scheme: "Colours", readersScheme: "the reader's", light: "light", dark: "dark",
  line: "Line for your page", fits: "Adapt the height to the content",
  fitsAbout: "Copy this script once into your page. It gives every frame of Grundy the height of its content.",
  preview: "Preview", frameTitle: (/** @type {string} */ position) => `Grundy: ${position}`, noPart: "Select at least one part.",
  onlyHere: "Other pages cannot show this copy of Grundy, because it is only on this computer. Open the published page to make a frame.",
};
