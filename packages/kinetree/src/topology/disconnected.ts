import { ModelError } from "../errors/kinetree-error.js";
import type { Model } from "../model/types.js";
import { NONE, type TreeChoice } from "./choose-tree.js";
import type { LinkGraph } from "./link-graph.js";

/** Beyond this many names the list stops helping. */
const LONGEST_LIST = 12;

/** Refuses bodies that no chain of joints ties to the ground. */
export function refuseDisconnected(model: Model, graph: LinkGraph, { carrier }: TreeChoice): void {
  const lost = [...model.bodies.keys()].filter((body) => carrier[body] === NONE);
  if (lost.length === 0) return;
  const names = lost.map((body) => model.bodies[body].name);
  const shown = names
    .slice(0, LONGEST_LIST)
    .map((name) => `"${name}"`)
    .join(", ");
  const more = names.length > LONGEST_LIST ? ` and ${names.length - LONGEST_LIST} more` : "";
  const cut = lost.flatMap((body) => graph.jointsAt(body)).find((joint) => model.joints[joint].role === "loop");
  const hint = cut === undefined ? "" : ` (Joint "${model.joints[cut].name}" does not count: its role is "loop".)`;
  const isOne = names.length === 1;
  throw new ModelError({
    code: "disconnected-bodies",
    subject: `model "${model.name}"`,
    value: names,
    message:
      `model "${model.name}": ${isOne ? "body" : "bodies"} ${shown}${more} ${isOne ? "hangs" : "hang"} on nothing: ` +
      `no chain of joints leads to the ground.${hint} Add a joint that does; ` +
      `a free joint to the ground if ${isOne ? "it" : "they"} should float.`,
  });
}
