import { cos, sin } from "../../graph/elementary.js";
import { mul } from "../../graph/num.js";
import { scale3, type Vec3 } from "../../spatial/vec3.js";
import { axisElimination } from "./axis-elimination.js";
import { slidingBias } from "./bias.js";
import { axisTurn, plainChart } from "./charts.js";
import type { NodeJoint } from "./node-joint.js";
import { signOf } from "./blocks.js";

/** Turns about its z axis and advances along it. */
export const screw: NodeJoint = {
  chart: plainChart,
  plain: null,
  hasPitch: true,
  posture: (node, q, frame) => {
    const angle = mul(signOf(node), q[0]);
    return { sinCos: [sin(angle), cos(angle)], slide: [mul(frame.pitch[0], angle)] };
  },
  placement: ({ sinCos, slide }) => [
    { shift: [0, 0, slide[0]] },
    { rotation: [{ axis: "z", s: sinCos[0], c: sinCos[1] }] },
  ],
  relative: (node, { frame }, rate) => {
    const along: Vec3 = [0, 0, mul(signOf(node), rate[0])];
    return { angular: along, linear: scale3(frame.pitch[0], along) };
  },
  columns: (node, frame) => [{ angular: [0, 0, signOf(node)], linear: [0, 0, mul(signOf(node), frame.pitch[0])] }],
  bias: slidingBias,
  elimination: axisElimination(
    (node, { frame }) => ({ angular: signOf(node), linear: mul(signOf(node), frame.pitch[0]) }),
    null,
  ),
  reversal: null,
  turn: axisTurn,
};
