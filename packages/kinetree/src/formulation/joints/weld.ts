import { addSpatial, mulArticulated } from "../../spatial/inertia.js";
import { zero3 } from "../../spatial/vec3.js";
import { turningBias } from "./bias.js";
import { noTurn, plainChart } from "./charts.js";
import { displacements, turnOf, turns, uprightTurn, type LoopJoint } from "./loop-joint.js";
import type { Elimination, NodeJoint } from "./node-joint.js";

/** Of a node without speeds of its own: everything is handed on. */
export const rigidElimination: Elimination = {
  eliminate: (_, __, I, p, c) => ({ Ia: I, pa: addSpatial(p, mulArticulated(I, c)), hinge: { gain: [], rest: [] } }),
  inverse: () => [],
  passOn: (_, __, ___, W) => ({ u: [], rest: W }),
  resolve: (_, __, ___, known) => ({ rates: [], acceleration: known }),
};

const loop: LoopJoint = {
  relation: {
    key: "weld",
    rows: [...displacements, ...turns],
    residuals: (R, d) => [...d, ...turnOf(R)],
    upright: uprightTurn,
    coincident: 3,
  },
  coordinates: null,
  relatesAngles: false,
  turns: [],
};

/** Stands still in its parent. */
export const weld: NodeJoint = {
  chart: plainChart,
  plain: null,
  hasPitch: false,
  posture: null,
  placement: () => [],
  relative: () => ({ angular: zero3, linear: zero3 }),
  columns: () => [],
  bias: turningBias,
  elimination: rigidElimination,
  reversal: null,
  turn: noTurn,
  loop,
};
