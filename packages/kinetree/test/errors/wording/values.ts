import { beamResultants } from "../../../src/elements/flexible/beam-resultants.js";
import { planFlexible } from "../../../src/elements/flexible/plan-flexible.js";
import { parseExpression } from "../../../src/expression/parse-expression.js";
import { add } from "../../../src/graph/num.js";
import { Graph } from "../../../src/graph/graph.js";
import { eigenGeneralized } from "../../../src/linalg/eigen-generalized.js";
import { eigenSymmetric } from "../../../src/linalg/eigen-symmetric.js";
import { matMul, matrixFromRows, matVec, transposeInPlace } from "../../../src/linalg/matrix.js";
import type { ModalBody } from "../../../src/model/flexible.js";
import { normal, uniform } from "../../../src/random/random.js";
import { measureKinds } from "../../../src/units/measure-kinds.js";
import { parseQuantity, quantityOf } from "../../../src/units/quantity.js";
import { plain, strip } from "../../elements/flexible/beams.js";
import { identity } from "../../support/linalg.js";
import type { Wording } from "./row.js";

const wide = matrixFromRows([
  [1, 2, 3],
  [4, 5, 6],
]);

const matrices: readonly Wording[] = [
  {
    code: "matrix-shape",
    make: () => matMul(wide, wide),
    message: "right factor is 2 × 3, must be 3 × 3. Give a matrix of that shape.",
  },
  {
    code: "matrix-shape",
    make: () => transposeInPlace(wide),
    message: "matrix transposed in place is 2 × 3, must be 2 × 2. Give a matrix of that shape.",
  },
  {
    code: "matrix-shape",
    make: () => eigenGeneralized(identity(3), identity(4)),
    message: "mass matrix M is 4 × 4, must be 3 × 3. Give a matrix of that shape.",
  },
  {
    code: "wrong-length",
    make: () => matVec(wide, new Float64Array(2)),
    message: "vector has 2 entries, needs 3. Give an array of that length.",
  },
  {
    code: "wrong-length",
    make: () => matrixFromRows([[1, 2], [3]]),
    message: "row 1 of the matrix has 1 entries, needs 2. Give an array of that length.",
  },
  {
    code: "not-finite",
    make: () =>
      eigenSymmetric(
        matrixFromRows([
          [0, 0],
          [0, NaN],
        ]),
      ),
    message:
      "symmetric matrix[3] is NaN, must be finite. Look where it comes from: a division by zero, a run that diverged.",
  },
];

const expression = (text: string, rest: string): Wording => ({
  code: "expression-syntax",
  make: () => parseExpression(text),
  message: `expression "${text}", character ${rest}`,
});
const expressions: readonly Wording[] = [
  expression("", "1: the end stands where a number or a name is missing. Add it, or remove the rest."),
  expression("2*", "3: the end stands where a number or a name is missing. Add it, or remove the rest."),
  expression(
    "2 m",
    '3: an operator is missing before "m". Write * between them; expressions take no units, all their numbers are SI.',
  ),
  expression("a b", '3: an operator is missing before "b". Write one of + - * / ^.'),
  expression("(a", '3: the end stands where ")" is missing. Close the parenthesis.'),
  expression("a)", '2: ")" is unexpected. Remove it, or open a parenthesis before it.'),
  expression("sinn(x)", '1: function "sinn" is unknown. Did you mean "sin"?'),
  expression("sin(1, 2)", "1: sin has 2 arguments, must have 1. Give it 1."),
  expression(
    "a $ b",
    '3: "$" is not understood. Use numbers, names, + - * / ^ and parentheses; quote other names with backticks.',
  ),
  expression("`abc", "1: a quoted name does not end. Close the quote."),
  expression("``", "1: a quoted name is empty. Name it."),
  {
    code: "graph-mixed",
    make: () => add(new Graph().newInputs(1)[0], new Graph().newInputs(2)[1]),
    message: "expression input#1 belongs to another graph. Pass it in as an input of this one.",
  },
];

const quantities: readonly Wording[] = [
  {
    code: "wrong-dimension",
    make: () => quantityOf("3 m", [measureKinds.angle]),
    message: '"3 m" measures length [m], must measure angle [rad], such as "65 deg". Change the unit or the field.',
  },
  {
    code: "wrong-dimension",
    make: () => quantityOf("2 Hz", [measureKinds.angularSpeed]),
    message:
      '"2 Hz" measures frequency [Hz], must measure angular speed [rad/s], such as "3000 rpm". Change the unit or the field. Hz counts turns, not radians: write rev/s.',
  },
  ...(
    [
      ["degg", "deg"],
      ["Newton", "N"],
      ["KG", "kg"],
    ] as const
  ).map(([unit, nearest]) => ({
    code: "unknown-unit",
    make: () => parseQuantity(`5 ${unit}`),
    message: `unit "${unit}" is unknown. Did you mean "${nearest}"?`,
  })),
  {
    code: "random-seed",
    make: () => uniform(-1, 0, 0),
    message: "random numbers: seed is -1, must be an integer from 0 to 9007199254740991. Number draws from 0.",
  },
  {
    code: "random-draw",
    make: () => normal(0, 0, 0, NaN),
    message: "random numbers: draw is NaN, must be an integer from 0 to 4294967295. Number draws from 0.",
  },
];

const modal: ModalBody = {
  kind: "modal",
  mass: [[1]],
  stiffness: [[1]],
  damping: { ratio: 0.01 },
  translation: [[0, 0, 0]],
  firstMoments: [[0, 0, 0, 0, 0, 0, 0, 0, 0]],
  secondMoments: null,
  nodes: [{ name: "tip", position: [1.7, 0, 0], shapes: [[0, 0, 0]], slopes: [[0, 0, 0]] }],
  stiffnessScale: 1,
};

const flexibleBodies: readonly Wording[] = [
  {
    code: "station-off-beam",
    make: () => beamResultants(strip(), plain(), 2),
    message: "section at 2 m: x = 2 m is not on the beam. Choose x from 0 to 1.7 m.",
  },
  {
    code: "station-off-beam",
    make: () => planFlexible(strip(), plain()).station([1.8, 0, 0]),
    message: "station at [1.8, 0, 0]: x = 1.8 m is not on the beam. Choose x from 0 to 1.7 m.",
  },
  {
    code: "station-without-node",
    make: () => planFlexible(modal, plain()).station([1.6, 0, 0]),
    message:
      'station at [1.6, 0, 0]: no node of the modal body lies there. The nearest is "tip" at [1.7, 0, 0]: use that place, or add a node.',
  },
  {
    code: "corrections-dependent",
    make: () =>
      planFlexible(strip({ corrections: [0.8, 0.8 + 1e-9].map((at) => ({ at, load: "force-y" as const })) }), plain()),
    message:
      "beam of 1.7 m: its static corrections are nearly the same shapes, one is within # of the others. Leave out one of those that are close together.",
  },
];

export const valueWording: readonly Wording[] = [...matrices, ...expressions, ...quantities, ...flexibleBodies];
