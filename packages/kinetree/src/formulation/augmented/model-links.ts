import { constraintRows } from "../../model/constraint-rows.js";
import { jointSizes } from "../../model/joint-sizes.js";
import type { Model } from "../../model/types.js";
import type { Link } from "./joint-graph.js";

/** A link of a model; only joints can go to a part of a body. */
export interface ModelLink extends Link {
  readonly isJoint: boolean;
}

/**
 * Joints of a model, then its constraints between points, as the equations of bodies on their own know them; free joints hold nothing and
 * are left out. Bodies by their numbers in the model. Rows are all counted, redundant ones too: which those are depends on the pose.
 */
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
  const constraints = model.constraints.flatMap((constraint) =>
    "a" in constraint
      ? [
          {
            name: constraint.name,
            isJoint: false,
            rows: constraintRows(constraint),
            bodies: bodies(constraint.a.body, constraint.b.body),
          },
        ]
      : [],
  );
  return [...joints, ...constraints].filter(({ rows }) => rows > 0);
}
