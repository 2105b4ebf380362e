/* Random numbers by counter: the same key gives the same number, whatever the order and the machine. */

export { inverseNormalCdf } from "./random/inverse-normal.js";
export { normal, uniform, type Parameter } from "./random/random.js";
export { stream, type Stream } from "./random/stream.js";
