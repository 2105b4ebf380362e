import { ModelError } from "../errors/kinetree-error.js";
import { constraintRows } from "../model/constraints/constraint-rows.js";
import { coordinateRelations } from "../model/constraints/coordinate-relation.js";
import { jointSizes } from "../model/joint-sizes.js";
import { requireModel } from "../model/require-model.js";
import type { Model } from "../model/types.js";
import { chooseTree, type TreeChoice } from "./choose-tree.js";
import { GROUND_NODE, linkGraph } from "./link-graph.js";
import { refuseCoupledCuts, refuseDisconnected, refuseMasslessTips, refuseRoleConflicts } from "./refusals.js";
import type { Counts, Topology, TreeBody } from "./types.js";

/**
 * The spanning tree of a model: which joint carries which body, in what order, and which joints are cut.
 *
 * Must hold:
 *  1. every body is in the tree exactly once, carried by one joint that connects it to its parent;
 *  2. a parent comes before its children, and a body is followed by its whole subtree (depth-first);
 *  3. every joint is either a carrier or a cut, never both; cuts are in model order;
 *  4. role "tree" is never cut, role "loop" never carries;
 *  5. `reversed` exactly where the tree leads from the user's child to the user's parent;
 *  6. coordinates and speeds are numbered in tree order without gaps;
 *  7. a station is carried by its own flexible joint, from the flexible body to the station, never reversed;
 *  8. without role "tree" every body has the least depth that the joints allow, none of which leads to a station but its own;
 *  9. the result depends on the order of the joints alone: other orders or names of the bodies give the same tree.
 * Merely nice: a model without loops that is described branch by branch keeps its order.
 */
export function buildTopology(model: Model): Topology {
  requireModel(model); // every computation on a model begins here
  if (model.bodies.length === 0) throw emptyModel(model);
  const graph = linkGraph(model);
  refuseRoleConflicts(model, graph);
  const choice = chooseTree(model, graph);
  refuseDisconnected(model, graph, choice);

  const order = depthFirst(choice);
  const positionOf = new Int32Array(model.bodies.length);
  for (const [position, body] of order.entries()) positionOf[body] = position;
  const tree = numberTree(model, choice, order, positionOf, graph.parentOf);
  const carriers = new Set(choice.carrier);
  const cuts = [...model.joints.keys()].filter((joint) => !carriers.has(joint));
  refuseCoupledCuts(model, cuts);
  refuseMasslessTips(model, graph, tree, positionOf, cuts);
  return Object.freeze({
    tree: Object.freeze(tree),
    cuts: Object.freeze(cuts),
    positionOf,
    counts: count(model, tree, cuts),
  });
}

/** Bodies from the ground outwards, each followed by its subtree; siblings in the order of their joints. */
function depthFirst({ carrier, inboard }: TreeChoice): readonly number[] {
  const children: number[][] = Array.from({ length: carrier.length + 1 }, () => []);
  for (const [body, from] of inboard.entries()) children[from + 1].push(body);
  // Last first, because a stack returns the last item first.
  for (const siblings of children) siblings.sort((a, b) => carrier[b] - carrier[a]);
  const order: number[] = [];
  const waiting = [...children[GROUND_NODE + 1]];
  for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
    order.push(body);
    for (const child of children[body + 1]) waiting.push(child);
  }
  return order;
}

function numberTree(
  model: Model,
  { carrier, inboard }: TreeChoice,
  order: readonly number[],
  positionOf: Int32Array,
  parentOf: readonly number[],
): readonly TreeBody[] {
  let qStart = 0;
  let vStart = 0;
  return order.map((body) => {
    const joint = carrier[body];
    const parent = inboard[body] === GROUND_NODE ? -1 : positionOf[inboard[body]];
    const reversed = parentOf[joint] === body;
    const { nq, nv } = jointSizes(model.joints[joint]);
    const numbered = Object.freeze({ body, joint, parent, reversed, qStart, vStart, nq, nv });
    qStart += nq;
    vStart += nv;
    return numbered;
  });
}

function count(model: Model, tree: readonly TreeBody[], cuts: readonly number[]): Counts {
  const nq = tree.reduce((sum, body) => sum + body.nq, 0);
  const nv = tree.reduce((sum, body) => sum + body.nv, 0);
  const ofCuts = cuts.reduce((sum, joint) => sum + 6 - jointSizes(model.joints[joint]).nv, 0);
  const couplers = coordinateRelations(model.constraints).length;
  const others = model.constraints.reduce((sum, each) => sum + constraintRows(each), 0) - couplers;
  const constraints = ofCuts + others;
  return Object.freeze({
    bodies: model.bodies.length,
    joints: model.joints.length,
    nq,
    nv,
    loops: cuts.length,
    constraints,
    couplers,
    degreesOfFreedom: nv - constraints - couplers,
  });
}

const emptyModel = (model: Model): ModelError => {
  const message = `model "${model.name}" has 0 bodies, must have at least one. Add a body and a joint that ties it to the ground.`;
  return new ModelError({ code: "empty-model", subject: `model "${model.name}"`, value: 0, message });
};
