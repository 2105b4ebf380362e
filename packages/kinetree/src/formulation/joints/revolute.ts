import { cos, sin } from "../../graph/elementary.js";
import { mul } from "../../graph/num.js";
import { zero3 } from "../../spatial/vec3.js";
import { axisElimination } from "./axis-elimination.js";
import { turningBias } from "./bias.js";
import { axisTurn, plainChart } from "./charts.js";
import type { NodeJoint } from "./node-joint.js";
import { signOf } from "./blocks.js";

/** Turns about its z axis. */
export const revolute: NodeJoint = {
  chart: plainChart,
  plain: "angular",
  hasPitch: false,
  posture: (node, q) => {
    const angle = mul(signOf(node), q[0]);
    return { sinCos: [sin(angle), cos(angle)] };
  },
  placement: ({ sinCos }) => [{ rotation: [{ axis: "z", s: sinCos[0], c: sinCos[1] }] }],
  relative: (node, _, rate) => ({ angular: [0, 0, mul(signOf(node), rate[0])], linear: zero3 }),
  columns: (node) => [{ angular: [0, 0, signOf(node)], linear: zero3 }],
  bias: turningBias,
  elimination: axisElimination((node) => ({ angular: signOf(node), linear: 0 }), "angular"),
  reversal: null,
  turn: axisTurn,
};
