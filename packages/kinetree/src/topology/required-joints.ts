import { ModelError } from "../errors/kinetree-error.js";
import type { Joint, Model } from "../model/types.js";
import { GROUND_NODE, type LinkGraph } from "./link-graph.js";

/** In every tree: joints of role "tree", and those that carry the stations of flexible bodies. */
export const isRequired = ({ role, kind }: Joint): boolean => role === "tree" || kind === "flexible";

/**
 * The bodies that the tree may reach by a joint that is not required. A station is carried by its flexible body alone, so a group
 * that required joints connect may only be entered where all of its flexible joints then lead from body to station: a single
 * flexible body at its frame. Refuses groups without such a body.
 */
export function entryNodes(model: Model, graph: LinkGraph): (node: number) => boolean {
  const closed = new Set<number>();
  const seen = new Set<number>();
  for (const start of [GROUND_NODE, ...model.bodies.keys()]) {
    if (seen.has(start)) continue;
    const backwards = againstStations(model, graph, start);
    for (const node of backwards.keys()) seen.add(node);
    for (const [node, count] of backwards) if (count > 0) closed.add(node);
    const isOpen = backwards.has(GROUND_NODE) ? !closed.has(GROUND_NODE) : [...backwards.values()].includes(0);
    if (!isOpen) throw intoStation(model, graph, backwards);
  }
  return (node) => !closed.has(node);
}

/** For each node that required joints connect to the first: how many flexible joints would be reversed from there. */
function againstStations(model: Model, graph: LinkGraph, start: number): ReadonlyMap<number, number> {
  // Relative to the start: crossing a flexible joint turns that one alone.
  const turned = new Map([[start, 0]]);
  let atStart = 0;
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const joint of graph.jointsAt(node)) {
      const other = graph.across(joint, node);
      if (!isRequired(model.joints[joint]) || turned.has(other)) continue;
      const isFlexible = model.joints[joint].kind === "flexible";
      const isForward = graph.parentOf[joint] === node;
      if (isFlexible && !isForward) atStart++;
      turned.set(other, (turned.get(node) ?? 0) + (isFlexible ? (isForward ? 1 : -1) : 0));
      waiting.push(other);
    }
  }
  return new Map([...turned].map(([node, count]) => [node, atStart + count]));
}

/** Only joints of role "tree" can connect a station to a body that would have to carry it. */
function intoStation(model: Model, graph: LinkGraph, nodes: ReadonlyMap<number, number>): ModelError {
  const carriers = new Map(
    model.joints.flatMap((joint, i) => (joint.kind === "flexible" ? [[graph.childOf[i], joint] as const] : [])),
  );
  const index = model.joints.findIndex(
    ({ role, kind }, i) =>
      role === "tree" &&
      kind !== "flexible" &&
      nodes.has(graph.parentOf[i]) &&
      [graph.parentOf[i], graph.childOf[i]].some((node) => carriers.has(node)),
  );
  const joint = model.joints[index];
  const station = [graph.parentOf[index], graph.childOf[index]].find((node) => carriers.has(node)) ?? GROUND_NODE;
  const name = model.bodies[station].name;
  return new ModelError({
    code: "tree-role-into-station",
    subject: `joint "${joint.name}" (${joint.parent} → ${joint.child})`,
    value: name,
    message:
      `joint "${joint.name}" (${joint.parent} → ${joint.child}): its role is "tree", but station "${name}" is carried by its own ` +
      `joint "${carriers.get(station)?.name}" already, and nothing can be entered through a station. Give "${joint.name}" role ` +
      `"auto" or "loop".`,
  });
}
