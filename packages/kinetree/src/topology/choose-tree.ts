import type { Model } from "../model/types.js";
import { GROUND_NODE, type LinkGraph } from "./link-graph.js";
import { entryNodes, isRequired } from "./required-joints.js";

/** The joint that carries each body and the body inboard of it; NONE for bodies that were not reached. */
export interface TreeChoice {
  readonly carrier: Int32Array;
  readonly inboard: Int32Array;
}

export const NONE = -2;

/**
 * Grows the tree from the ground, level by level, over joints of role "auto"; of two joints that reach a body at the same
 * depth, the one earlier in the model carries it and the later one is cut. Joints of role "tree" and joints to stations are
 * taken as soon as one of their bodies is reached, whatever the depth; no other joint leads to a station. Without roles every
 * body ends up at its least depth.
 * Only the order of the joints decides: renumbering the bodies changes nothing.
 */
export function chooseTree(model: Model, graph: LinkGraph): TreeChoice {
  const carrier = new Int32Array(model.bodies.length).fill(NONE);
  const inboard = new Int32Array(model.bodies.length).fill(NONE);
  const depth = new Int32Array(model.bodies.length);
  /** Joints to try, by the depth of the body that they start from. */
  const levels: { readonly joint: number; readonly from: number }[][] = [];

  const mayEnter = entryNodes(model, graph);
  const isReached = (node: number): boolean => node === GROUND_NODE || carrier[node] !== NONE;

  /** Adds a node and all nodes that required joints connect to it. */
  const reach = (start: number): void => {
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const level = node === GROUND_NODE ? 0 : depth[node];
      for (const joint of graph.jointsAt(node)) {
        if (model.joints[joint].role === "loop") continue;
        const outboard = graph.across(joint, node);
        if (isReached(outboard)) continue;
        if (!isRequired(model.joints[joint])) {
          if (!mayEnter(outboard)) continue;
          while (levels.length <= level) levels.push([]);
          levels[level].push({ joint, from: node });
        } else {
          attach(outboard, joint, node);
          waiting.push(outboard);
        }
      }
    }
  };

  const attach = (outboard: number, joint: number, from: number): void => {
    carrier[outboard] = joint;
    inboard[outboard] = from;
    depth[outboard] = (from === GROUND_NODE ? 0 : depth[from]) + 1;
  };

  reach(GROUND_NODE);
  // A body reached from level k lies at k + 1 or deeper, so a level is complete when its turn comes.
  for (let level = 0; level < levels.length; level++) {
    for (const { joint, from } of levels[level].sort((a, b) => a.joint - b.joint)) {
      const outboard = graph.across(joint, from);
      if (isReached(outboard)) continue;
      attach(outboard, joint, from);
      reach(outboard);
    }
  }
  return { carrier, inboard };
}
