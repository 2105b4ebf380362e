import { ModelError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import { GROUND, type Model } from "../model/types.js";

/** Node of the ground in the link graph; bodies have their model index. */
export const GROUND_NODE = -1;

/** The model as a graph: bodies as nodes, joints as edges. */
export interface LinkGraph {
  /** Nodes of the parent and the child of each joint, as the model has them. */
  readonly parentOf: readonly number[];
  readonly childOf: readonly number[];
  /** Joints of each node in model order. */
  readonly jointsAt: (node: number) => readonly number[];
  readonly across: (joint: number, node: number) => number;
}

export function linkGraph(model: Model): LinkGraph {
  const nodes = new Map<string, number>(model.bodies.map(({ name }, i) => [name, i]));
  nodes.set(GROUND, GROUND_NODE);
  const nodeOf = (joint: string, body: string): number => {
    const node = nodes.get(body);
    if (node === undefined) throw unknownBody(joint, body, nodes.keys());
    return node;
  };
  const parentOf = model.joints.map(({ name, parent }) => nodeOf(name, parent));
  const childOf = model.joints.map(({ name, child }) => nodeOf(name, child));
  const incident: number[][] = Array.from({ length: model.bodies.length + 1 }, () => []);
  for (const joint of model.joints.keys()) {
    incident[parentOf[joint] + 1].push(joint);
    incident[childOf[joint] + 1].push(joint);
  }
  return {
    parentOf,
    childOf,
    jointsAt: (node) => incident[node + 1],
    across: (joint, node) => (parentOf[joint] === node ? childOf[joint] : parentOf[joint]),
  };
}

const unknownBody = (joint: string, body: string, known: Iterable<string>): ModelError => {
  const message = `joint "${joint}": body "${body}" is unknown. ${suggestName(body, known)}`;
  return new ModelError({ code: "unknown-body", subject: `joint "${joint}"`, value: body, message });
};
