/* Plots of results without a browser: SVG, PNG (Node) and text. */

export { plotPng, type PngOptions } from "./plot/png.js";
export { plotSvg, type PlotOptions } from "./plot/svg.js";
export { plotTerminal, type TerminalOptions } from "./plot/terminal.js";
