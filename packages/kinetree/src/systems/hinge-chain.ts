import type { Model } from "../model/types.js";
import { chain, type ChainOptions } from "./chain.js";

/**
 * Links of 1 kg and 1 m on hinges whose axes alternate x, y, beginning with x at the ground's origin;
 * bodies "link0", "link1", ..., joints "joint0", "joint1", ...
 */
export function hingeChain(options: Partial<ChainOptions> = {}): Model {
  return chain("hinge-chain", options, (soFar, i, place) =>
    soFar.revolute(`joint${i}`, { ...place, axis: i % 2 === 0 ? [1, 0, 0] : [0, 1, 0] }),
  );
}
