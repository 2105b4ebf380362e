export { plotPng as drawPng, plotSvg as drawSvg } from "@kinetree/results/plot";
