// Downloads for the reader.

/** Saves a text or a picture under a name. @param {string} name @param {string | Blob} content @param {string} [type] */
export function save(name, content, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
