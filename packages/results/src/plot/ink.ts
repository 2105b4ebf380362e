/* What all pictures are drawn with. */

/** The first of these that a machine has; pictures made here have the first. */
export const FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/** Of all texts but titles [px]. */
export const TEXT_SIZE = 12;

/** Average width of a letter of such a text [px]; text is not measured where there is no screen. */
export const LETTER = 7.2;

/** Of texts and axes. */
export const INK = "#30363d";

/** Told apart on white, by colour-blind eyes too. */
export const COLORS: readonly string[] = Object.freeze([
  "#2b6cb0",
  "#d9480f",
  "#2f9e44",
  "#9c36b5",
  "#e0a100",
  "#0c8599",
  "#c2255c",
  "#5c7c2e",
  "#495057",
  "#7048e8",
]);

/** A text inside an SVG or HTML document. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
