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
  refuseHeldByStation(model, graph, lost);
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

/** A flexible body that hangs on the rest by stations alone: its frame has to be told where it is in another way. */
function refuseHeldByStation(model: Model, graph: LinkGraph, lost: readonly number[]): void {
  const isLost = new Set(lost);
  const flexibleJoints = [...model.joints.keys()].filter((joint) => model.joints[joint].kind === "flexible");
  for (const carrier of flexibleJoints) {
    const station = graph.childOf[carrier];
    const holder = graph
      .jointsAt(station)
      .find((joint) => joint !== carrier && !isLost.has(graph.across(joint, station)));
    if (!isLost.has(graph.parentOf[carrier]) || holder === undefined) continue;
    const { parent: body, child } = model.joints[carrier];
    const { name, parent, child: held } = model.joints[holder];
    throw new ModelError({
      code: "held-by-station",
      subject: `body "${body}"`,
      value: child,
      message:
        `body "${body}": it is held by its station "${child}" alone, through joint "${name}" (${parent} → ${held}), but a ` +
        `flexible body is carried by its frame. Give the frame a joint, such as a free joint from the ground to "${body}"; ` +
        `"${name}" then closes a loop. Or turn the body round, so that its frame is where it is held.`,
    });
  }
}
