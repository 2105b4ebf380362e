import * as fc from "fast-check";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { buildModel } from "../../src/model/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import type { Body, Joint, JointMotion, Model } from "../../src/model/types.js";
import { jointSizes } from "../../src/topology/joint-sizes.js";

/* Models of which only who hangs on whom matters. */

const anyBody: Body = mechanism("m")
  .body("any", { mass: 1, inertia: [1, 1, 1] })
  .build().bodies[0];
const body = (name: string): Body => ({ ...anyBody, name });

export type Edge = readonly [
  name: string,
  parent: string,
  child: string,
  motion?: JointMotion | undefined,
  role?: Joint["role"],
];

const hinge: JointMotion = { kind: "revolute", axis: [0, 0, 1] };

const joint = ([name, parent, child, motion = hinge, role = "auto"]: Edge): Joint => ({
  name,
  parent,
  child,
  X_parent_joint: modelDefaults.pose,
  X_child_joint: modelDefaults.pose,
  coordinates: Array.from({ length: jointSizes(motion).nv }, () => modelDefaults.coordinate),
  role,
  ...motion,
});

export const graphModel = (bodies: readonly string[], edges: readonly Edge[]): Model =>
  buildModel({
    name: "graph",
    gravity: [0, 0, 0],
    parameters: [],
    bodies: bodies.map(body),
    joints: edges.map(joint),
    loads: [],
    actuators: [],
    controllers: [],
  });

const axis = [0, 0, 1] as const;
const motions: readonly JointMotion[] = [
  { kind: "weld" },
  hinge,
  { kind: "continuous", axis },
  { kind: "prismatic", axis },
  { kind: "screw", axis, pitch: 0.1 },
  { kind: "cylindrical", axis },
  { kind: "universal", axis1: [1, 0, 0], axis2: [0, 1, 0] },
  { kind: "planar", axis, xAxis: [1, 0, 0] },
  { kind: "spherical" },
  { kind: "free" },
  {
    kind: "general",
    axes: [
      { kind: "rotation", axis },
      { kind: "translation", axis },
    ],
  },
];

export interface RandomGraph {
  readonly bodies: readonly string[];
  readonly edges: readonly Edge[];
}

/**
 * Connected graphs: each body is tied to an earlier one or to the ground, in either direction, and extra joints close
 * loops. Joints come in random order. Some of the joints that tie are of role "tree", some that close of role "loop".
 */
export const anyGraph = ({ maxBodies, roles }: { maxBodies: number; roles: boolean }): fc.Arbitrary<RandomGraph> =>
  fc.integer({ min: 1, max: maxBodies }).chain((n) => {
    const bodies = Array.from({ length: n }, (_, i) => `b${i}`);
    const ends = ["ground", ...bodies];
    const motion = fc.constantFrom(...motions);
    const flip = fc.boolean();
    const ties = fc.tuple(
      ...bodies.map((name, i) =>
        fc.tuple(fc.nat(i), motion, flip, fc.boolean()).map(([to, m, flipped, forced]): Edge => {
          const [from, onto] = flipped ? [name, ends[to]] : [ends[to], name];
          return [`tie${i}`, from, onto, m, roles && forced ? "tree" : "auto"];
        }),
      ),
    );
    const closing = fc
      .array(fc.tuple(fc.nat(n), fc.nat(n), motion, fc.boolean()), { maxLength: n })
      .map((list) =>
        list
          .filter(([a, b]) => a !== b)
          .map(([a, b, m, forced], i): Edge => [`extra${i}`, ends[a], ends[b], m, roles && forced ? "loop" : "auto"]),
      );
    return fc
      .tuple(ties, closing)
      .chain(([t, c]) => fc.shuffledSubarray([...t, ...c], { minLength: t.length + c.length }))
      .map((edges) => ({ bodies, edges }));
  });
