/* Apart from the pictures, which take far longer to load. */
export { plotTerminal as drawText } from "@kinetree/results/plot";
