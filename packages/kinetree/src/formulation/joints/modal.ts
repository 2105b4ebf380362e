import type { Num } from "../../graph/graph.js";
import { add, sub } from "../../graph/num.js";
import { subSpatial, type SpatialVector } from "../../spatial/inertia.js";
import { dot3, scale3, vec3, zero3 } from "../../spatial/vec3.js";
import { turningBias } from "./bias.js";
import { noTurn, plainChart } from "./charts.js";
import type { Elimination, NodeJoint } from "./node-joint.js";

/** Amplitudes are eliminated with what their stations hand on, by `flexible-nodes.ts`; here is what follows from it. */
const elimination: Elimination = {
  eliminate: () => {
    throw new Error("amplitudes are eliminated with their stations");
  },
  inverse: () => {
    throw new Error("amplitudes are eliminated with their stations");
  },
  passOn: (_, __, hinge, W, tau) => {
    // What pushes the body itself does not push the amplitudes: see `row-forces.ts` for what stations hand on.
    const taken = tau.map((u, k): SpatialVector => {
      const gain = { angular: vec3(hinge.gain, 6 * k), linear: vec3(hinge.gain, 6 * k + 3) };
      return { angular: scale3(u, gain.angular), linear: scale3(u, gain.linear) };
    });
    return { u: tau, rest: taken.reduce(subSpatial, W) };
  },
  resolve: (_, __, hinge, known) => {
    const along = (k: number): Num =>
      add(dot3(vec3(hinge.gain, 6 * k), known.angular), dot3(vec3(hinge.gain, 6 * k + 3), known.linear));
    return { rates: hinge.rest.map((rest, k) => sub(rest, along(k))), acceleration: known };
  },
};

/** A flexible body: stands still in its parent, with the amplitudes of its modes as coordinates. */
export const modal: NodeJoint = {
  chart: plainChart,
  plain: null,
  hasPitch: false,
  posture: null,
  placement: () => [],
  relative: () => ({ angular: zero3, linear: zero3 }),
  columns: () => [],
  bias: turningBias,
  elimination,
  reversal: null,
  turn: noTurn,
};
