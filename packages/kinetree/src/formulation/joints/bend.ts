import { mat3 } from "../../spatial/mat3.js";
import { vec3 } from "../../spatial/vec3.js";
import { stationColumns, toStation } from "../flexible/modal-motion.js";
import { freeBias } from "./bias.js";
import { noTurn, plainChart } from "./charts.js";
import type { NodeJoint } from "./node-joint.js";
import { rigidElimination } from "./weld.js";

/** A station of a flexible body: moves with the amplitudes of its parent and has no speeds of its own. */
export const bend: NodeJoint = {
  chart: plainChart,
  plain: null,
  hasPitch: false,
  posture: null,
  placement: ({ R, p }) => [{ shift: vec3(p) }, { rotation: { matrix: mat3(R) } }],
  relative: (_, __, rate) => ({ angular: vec3(rate), linear: vec3(rate, 3) }),
  columns: (_, __, posture) =>
    stationColumns(posture).map(({ angular, linear }) => ({
      angular: toStation(posture, angular),
      linear: toStation(posture, linear),
    })),
  bias: freeBias,
  elimination: rigidElimination,
  reversal: null,
  turn: noTurn,
};
