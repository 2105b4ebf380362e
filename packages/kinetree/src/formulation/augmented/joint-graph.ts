import { constraintRows } from "../../model/constraints/constraint-rows.js";
import { jointSizes } from "../../model/joint-sizes.js";
import type { Model } from "../../model/types.js";

/** A joint, or a constraint between two points, as far as the structure of the equations depends on it. */
export interface Link {
  readonly name: string;
  /** Scalar constraints. */
  readonly rows: number;
  /** The bodies that it acts on, by number, each once and without the ground. */
  readonly bodies: readonly number[];
}

/** A link of a model; only joints can go to a part of a body. */
export interface ModelLink extends Link {
  readonly isJoint: boolean;
}

/** Joints except free ones, then constraints between points. Redundant rows count: which those are depends on the pose. */
export function linksOf(model: Model): readonly ModelLink[] {
  const number = new Map(model.bodies.map(({ name }, body) => [name, body]));
  const bodies = (...names: readonly string[]): readonly number[] => [
    ...new Set(names.flatMap((name) => number.get(name) ?? [])),
  ];
  const joints = model.joints.map((joint) => ({
    name: joint.name,
    isJoint: true,
    rows: 6 - jointSizes(joint).nv,
    bodies: bodies(joint.parent, joint.child),
  }));
  const constraints = model.constraints.flatMap((constraint) => {
    if (!("a" in constraint)) return [];
    const { name, a, b } = constraint;
    return [{ name, isJoint: false, rows: constraintRows(constraint), bodies: bodies(a.body, b.body) }];
  });
  return [...joints, ...constraints].filter(({ rows }) => rows > 0);
}

/** Joints as vertices, with an edge where two of them act on one body: where the matrix of the joints has blocks off its diagonal. */
export interface JointGraph {
  readonly size: number;
  /** Of each vertex, ascending, without itself. */
  readonly neighbours: readonly (readonly number[])[];
}

/** Wachlin (2018), section 4.2.3. */
export function jointGraph(links: readonly Pick<Link, "bodies">[]): JointGraph {
  const on = new Map<number, number[]>();
  links.forEach(({ bodies }, link) => {
    for (const body of bodies) on.set(body, [...(on.get(body) ?? []), link]);
  });
  const neighbours = links.map(({ bodies }, link) => {
    const all = new Set(bodies.flatMap((body) => on.get(body) ?? []));
    all.delete(link);
    return [...all].sort((a, b) => a - b);
  });
  return { size: links.length, neighbours };
}

/** The largest distance of two neighbours in an order, which lists all vertices by their new places; 0 without edges. */
export function bandwidthOf({ neighbours }: JointGraph, order: readonly number[]): number {
  const place = new Int32Array(order.length);
  order.forEach((vertex, k) => (place[vertex] = k));
  let widest = 0;
  neighbours.forEach((others, vertex) => {
    for (const other of others) widest = Math.max(widest, Math.abs(place[vertex] - place[other]));
  });
  return widest;
}

/** Connected components, in the order of their first members. */
export function componentsOf({ size, neighbours }: JointGraph): readonly (readonly number[])[] {
  const isSeen = new Uint8Array(size);
  const components: number[][] = [];
  for (let start = 0; start < size; start++) {
    if (isSeen[start]) continue;
    isSeen[start] = 1;
    const component = [start];
    for (let i = 0; i < component.length; i++) {
      for (const other of neighbours[component[i]]) {
        if (isSeen[other]) continue;
        isSeen[other] = 1;
        component.push(other);
      }
    }
    components.push(component);
  }
  return components;
}

/** Distances from a vertex, -1 where there is no path. */
export function distancesFrom({ size, neighbours }: JointGraph, start: number): Int32Array {
  const distance = new Int32Array(size).fill(-1);
  distance[start] = 0;
  const reached = [start];
  for (let i = 0; i < reached.length; i++) {
    for (const other of neighbours[reached[i]]) {
      if (distance[other] >= 0) continue;
      distance[other] = distance[reached[i]] + 1;
      reached.push(other);
    }
  }
  return distance;
}
