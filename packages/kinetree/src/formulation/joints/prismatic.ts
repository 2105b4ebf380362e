import { mul } from "../../graph/num.js";
import { zero3 } from "../../spatial/vec3.js";
import { axisElimination } from "./axis-elimination.js";
import { slidingBias } from "./bias.js";
import { noTurn, plainChart } from "./charts.js";
import type { NodeJoint } from "./node-joint.js";
import { signOf } from "./blocks.js";

/** Slides along its z axis. */
export const prismatic: NodeJoint = {
  chart: plainChart,
  plain: "linear",
  hasPitch: false,
  posture: (node, q) => ({ slide: [mul(signOf(node), q[0])] }),
  placement: ({ slide }) => [{ shift: [0, 0, slide[0]] }],
  relative: (node, _, rate) => ({ angular: zero3, linear: [0, 0, mul(signOf(node), rate[0])] }),
  columns: (node) => [{ angular: zero3, linear: [0, 0, signOf(node)] }],
  bias: slidingBias,
  elimination: axisElimination((node) => ({ angular: 0, linear: signOf(node) }), "linear"),
  reversal: null,
  turn: noTurn,
};
