import type { Model } from "../model/types.js";
import { chain, type ChainOptions } from "./chain.js";

/** Links of 1 kg and 1 m on spherical joints; bodies "link0", "link1", ..., joints "joint0", "joint1", ... */
export function sphericalChain(options: Partial<ChainOptions> = {}): Model {
  return chain("spherical-chain", options, (soFar, i, place) => soFar.spherical(`joint${i}`, place));
}
