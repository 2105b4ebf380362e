/* Plots of results without a browser: SVG, PNG (Node) and text. */

export type { Chart, ChartAxis, ChartColors, ChartMark } from "./plot/chart.js";
export { chartSvg, lightColors } from "./plot/chart-svg.js";
export { plotPng, type PngOptions } from "./plot/png.js";
export { plotSvg, type PlotOptions } from "./plot/svg.js";
export { plotTerminal, type TerminalOptions } from "./plot/terminal.js";
