import * as fc from "fast-check";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { at } from "../../src/model/pose.js";
import type { Body, BodyDescription, Joint, JointDescription, JointMotion, Model } from "../../src/model/types.js";
import { jointSizes } from "../../src/model/joint-sizes.js";

/* Models of which only who hangs on whom matters. */

const [anyBody, anyBeam, anyStation]: readonly Body[] = mechanism("m")
  .body("any", { mass: 1, inertia: [1, 1, 1] })
  .beam("beam", {
    length: 1,
    section: { kind: "circle", radius: 0.01 },
    material: { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 },
  })
  .build().bodies;

/** Which of them bend and which are stations is said by the edges. */
const bodyAmong =
  (edges: readonly Edge[]) =>
  (name: string): BodyDescription => {
    const stationEdges = edges.filter(([, , , motion]) => motion?.kind === "flexible");
    if (stationEdges.some(([, parent]) => parent === name)) return { ...anyBeam, name };
    return { ...(stationEdges.some(([, , child]) => child === name) ? anyStation : anyBody), name };
  };

export type Edge = readonly [
  name: string,
  parent: string,
  child: string,
  motion?: JointMotion | undefined,
  role?: Joint["role"],
];

const hinge: JointMotion = { kind: "revolute", axis: [0, 0, 1] };

/** To a station; how many modes it has follows. */
export const toStation: JointMotion = { kind: "flexible", modes: 0 };

const joint = ([name, parent, child, motion = hinge, role = "auto"]: Edge): JointDescription => {
  const ends = { name, parent, child, X_child_joint: modelDefaults.pose, role };
  if (motion.kind === "flexible") return { ...ends, X_parent_joint: at(1, 0, 0), kind: "flexible" };
  const coordinates = Array.from({ length: jointSizes(motion).nv }, () => modelDefaults.coordinate);
  return { ...ends, X_parent_joint: modelDefaults.pose, coordinates, ...motion };
};

export const graphModel = (bodies: readonly string[], edges: readonly Edge[]): Model =>
  buildModel({
    name: "graph",
    gravity: [0, 0, 0],
    parameters: [],
    bodies: bodies.map(bodyAmong(edges)),
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
  { kind: "constant-velocity", axis, xAxis: [1, 0, 0] },
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
 * loops. Joints come in random order. Some of the joints that tie are of role "tree", some that close of role "loop". Some bodies
 * are flexible: they have up to two stations, to which others are tied and which extra joints may close loops through.
 */
export const anyGraph = ({ maxBodies, roles }: { maxBodies: number; roles: boolean }): fc.Arbitrary<RandomGraph> =>
  fc
    .integer({ min: 1, max: maxBodies })
    .chain((n) => fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: n, maxLength: n }))
    .chain((stationCounts) => {
      const n = stationCounts.length;
      const bodies = stationCounts.map((_, i) => `b${i}`);
      const stations = stationCounts.map((count, i) => Array.from({ length: count }, (_, k) => `b${i}_at${k}`));
      /** Where others hold on: the ground, or each body and its stations. */
      const places = [["ground"], ...bodies.map((name, i) => [name, ...stations[i]])];
      const motion = fc.constantFrom(...motions);
      const flip = fc.boolean();
      const placeAmong = (most: number): fc.Arbitrary<string> =>
        fc.nat(most).chain((to) => fc.constantFrom(...places[to]));
      const ties = fc.tuple(
        ...bodies.map((name, i) =>
          fc.tuple(placeAmong(i), motion, flip, fc.boolean()).map(([place, m, flipped, forced]): Edge => {
            const [from, onto] = flipped ? [name, place] : [place, name];
            return [`tie${i}`, from, onto, m, roles && forced ? "tree" : "auto"];
          }),
        ),
      );
      const carried = stations.flatMap((names, i) =>
        names.map((station): Edge => [`tie ${station}`, bodies[i], station, toStation]),
      );
      const closing = fc
        .array(fc.tuple(placeAmong(n), placeAmong(n), motion, fc.boolean()), { maxLength: n })
        .map((list) =>
          list
            .filter(([a, b]) => a !== b)
            .map(([a, b, m, forced], i): Edge => [`extra${i}`, a, b, m, roles && forced ? "loop" : "auto"]),
        );
      return fc
        .tuple(ties, closing)
        .map(([t, c]) => [...t, ...carried, ...c])
        .chain((edges) => fc.shuffledSubarray(edges, { minLength: edges.length }))
        .map((edges) => ({ bodies: [...bodies, ...stations.flat()], edges }));
    });
