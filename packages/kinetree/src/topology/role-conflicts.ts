import { ModelError } from "../errors/kinetree-error.js";
import type { Model } from "../model/types.js";
import { GROUND_NODE, type LinkGraph } from "./link-graph.js";
import { isRequired } from "./required-joints.js";

/** Refuses joints of role "tree" that close a loop among themselves or with joints to stations: one of them has to be cut. */
export function refuseRoleConflicts(model: Model, graph: LinkGraph): void {
  const required = (joint: number): boolean => isRequired(model.joints[joint]);
  // Carrier of each node in the forest of required joints; null at its roots.
  const carrier = new Map<number, { readonly joint: number; readonly from: number } | null>();
  for (const start of [GROUND_NODE, ...model.bodies.keys()]) {
    if (carrier.has(start)) continue;
    carrier.set(start, null);
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const joint of graph.jointsAt(node)) {
        if (!required(joint) || joint === carrier.get(node)?.joint) continue;
        const other = graph.across(joint, node);
        if (carrier.has(other)) throw conflict(model, loopOf(carrier, joint, node, other));
        carrier.set(other, { joint, from: node });
        waiting.push(other);
      }
    }
  }
}

type Carriers = ReadonlyMap<number, { readonly joint: number; readonly from: number } | null>;

/** The joints of the loop that `joint` closes between two nodes of one forest. */
function loopOf(carrier: Carriers, joint: number, a: number, b: number): readonly number[] {
  const toA = jointsToRoot(carrier, a);
  const toB = jointsToRoot(carrier, b);
  const onlyA = toA.filter((each) => !toB.includes(each));
  const onlyB = toB.filter((each) => !toA.includes(each));
  return [...onlyA, joint, ...onlyB].sort((p, q) => p - q);
}

function jointsToRoot(carrier: Carriers, node: number): readonly number[] {
  const joints: number[] = [];
  for (let link = carrier.get(node); link; link = carrier.get(link.from)) joints.push(link.joint);
  return joints;
}

function conflict(model: Model, loop: readonly number[]): ModelError {
  const names = loop.map((joint) => `"${model.joints[joint].name}"`).join(", ");
  const stations = loop.some((joint) => model.joints[joint].kind === "flexible") ? ", or lead to stations," : "";
  return new ModelError({
    code: "tree-roles-form-loop",
    subject: `model "${model.name}"`,
    value: loop.map((joint) => model.joints[joint].name),
    message:
      `model "${model.name}": joints ${names} all have role "tree"${stations} and form a loop, which a tree cannot hold. ` +
      `Give one of ${stations === "" ? "them" : "the former"} role "loop" or "auto".`,
  });
}
