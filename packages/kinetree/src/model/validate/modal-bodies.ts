import { eigenSymmetric } from "../../linalg/eigen-symmetric.js";
import { matrixFromRows } from "../../linalg/matrix.js";
import type { Body, ModalBody, SquareMatrix } from "../types.js";
import { checkDampingRatio } from "./beams.js";
import { issue, type Check } from "../check.js";
import { checkModalNodes } from "./modal-nodes.js";
import { checkRows } from "./number-rows.js";
import { checkPositive } from "./numbers.js";
import { itemOf, memberOf, named, propertyOf, type Part } from "../part.js";
import { wholeMassMatrix } from "../bodies/whole-mass-matrix.js";

/** Equations have a term for any two modes, and all are compiled: so many take about a minute. */
export const MOST_MODAL_MODES = 60;

/** Relative to the largest entry: what printing with ten digits does. */
const SYMMETRIC = 1e-9;
/** Relative to the largest eigenvalue: what rounding leaves of a zero. */
const DEFINITE = 1e-9;
/** Below it modes are the same but for rounding. */
const INDEPENDENT = 1e-12;
/** Relative: integrals of one body from one program agree to the digits that it prints. */
const SAME_UNITS = 1e-6;

/** Sizes first, then symmetry, then signs: what comes later means nothing before. */
export function checkModalBody(check: Check, part: Part, body: ModalBody): void {
  const m = body.mass.length;
  const mass = memberOf(part, "mass");
  if (m < 1 || m > MOST_MODAL_MODES) {
    const rest = `must be 1 to ${MOST_MODAL_MODES}. Keep the modes of the lowest frequencies.`;
    check.report(issue("mode-number", named(mass, `number of rows of ${mass.name}`), m, rest));
    return;
  }
  checkPositive(check, memberOf(part, "stiffnessScale"), body.stiffnessScale, "1 leaves the stiffness as it is.");
  const matrices = [
    checkMatrix(check, mass, body.mass, m, "positive"),
    checkMatrix(check, memberOf(part, "stiffness"), body.stiffness, m, "not negative"),
  ];
  const damping = memberOf(part, "damping");
  if (!("ratio" in body.damping)) checkMatrix(check, damping, body.damping as SquareMatrix, m, "not negative");
  else checkDampingRatio(check, memberOf(damping, "ratio"), body.damping.ratio);
  const lists = [
    checkRows(check, memberOf(part, "translation"), body.translation, m, 3),
    checkRows(check, memberOf(part, "firstMoments"), body.firstMoments, m, 9),
  ];
  if (matrices[0]) checkSecondMoments(check, memberOf(part, "secondMoments"), body);
  if (matrices.every(Boolean) && lists.every(Boolean)) checkModalNodes(check, part, body);
}

function checkMatrix(
  check: Check,
  part: Part,
  matrix: SquareMatrix,
  m: number,
  sign: "positive" | "not negative",
): boolean {
  if (!checkRows(check, part, matrix, m, m)) return false;
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let i = 0; i < m; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [matrix[i][j], matrix[j][i]];
      if (Math.abs(a - b) <= SYMMETRIC * largest) continue;
      const rest = `must equal its mirror image ${part.name}[${j}][${i}] = ${b}. Export the matrix again, or average the two.`;
      check.report(issue("not-symmetric", itemOf(itemOf(part, i), j), a, rest));
      return false;
    }
  const { least, most } = scaledEigenvalues(matrix);
  const isSound = sign === "positive" ? least > INDEPENDENT * most : least >= -DEFINITE * most;
  if (isSound) return true;
  const rest =
    sign === "positive"
      ? "must be > 0: some combination of its modes would have no inertia. Remove modes that depend on others."
      : "must not be negative: some combination of its modes would gain energy from nothing. Check its signs.";
  const whole = named(part, `least eigenvalue of ${part.name} (its diagonal scaled to 1)`);
  check.report(issue("not-definite", whole, least, rest));
  return false;
}

/** Eigenvalues of D⁻¹ A D⁻¹ with D² the sizes on the diagonal: free of units, since amplitudes may be metres beside radians. */
function scaledEigenvalues(matrix: SquareMatrix): { readonly least: number; readonly most: number } {
  const scale = matrix.map((row, i) => (row[i] === 0 ? 1 : 1 / Math.sqrt(Math.abs(row[i]))));
  const { values } = eigenSymmetric(matrixFromRows(matrix.map((row, i) => row.map((x, j) => x * scale[i] * scale[j]))));
  return { least: values[0], most: Math.max(Math.abs(values[0]), values[values.length - 1]) };
}

function checkSecondMoments(check: Check, part: Part, { mass, secondMoments }: ModalBody): void {
  if (secondMoments === null) return;
  const m = mass.length;
  if (secondMoments.length !== m) {
    const rest = `must be ${m}. Give one row for each mode, or null.`;
    check.report(issue("wrong-length", named(part, `number of entries of ${part.name}`), secondMoments.length, rest));
    return;
  }
  if (!secondMoments.every((row, i) => checkRows(check, itemOf(part, i), row, m, 9))) return;
  const largest = Math.max(...secondMoments.flat(2).map(Math.abs), ...mass.flat().map(Math.abs));
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      const here = secondMoments[i][j];
      const block = itemOf(itemOf(part, i), j);
      const turned = secondMoments[j][i];
      const odd = here.findIndex(
        (x, at) => Math.abs(x - turned[3 * (at % 3) + Math.floor(at / 3)]) > SYMMETRIC * largest,
      );
      if (odd >= 0) {
        const rest = `must be the transpose of ${part.name}[${j}][${i}]: ∫ Φᵢ Φⱼᵀ dm turned over. Check rows and columns.`;
        check.report(issue("not-symmetric", itemOf(block, odd), here[odd], rest));
        return;
      }
      const trace = here[0] + here[4] + here[8];
      if (Math.abs(trace - mass[i][j]) > SAME_UNITS * Math.sqrt(Math.abs(mass[i][i] * mass[j][j]))) {
        const rest =
          `must be flexible.mass[${i}][${j}] = ${mass[i][j]}, since both are ∫ Φᵢ·Φⱼ dm. ` +
          `Bring both to kg and m, with the same shapes.`;
        check.report(issue("modal-units", named(block, `trace of ${block.name}`), trace, rest));
        return;
      }
    }
}

/** The kinetic energy of the whole body must not be negative in any motion: it is where units that do not match show. */
export function checkWholeMass(check: Check, part: Part, body: Body, modal: ModalBody): void {
  const least = scaledEigenvalues(wholeMassMatrix(body, modal, check.values)).least;
  if (least >= -DEFINITE) return;
  const rest =
    "must not be negative: some motion would have negative kinetic energy, so units of mass, com, inertia, translation, " +
    "firstMoments and flexible.mass do not match. Bring all to kg and m (shapes in mm?), about the body frame.";
  const what = "least eigenvalue of the mass matrix of rigid motion and modes (its diagonal scaled to 1)";
  check.report(issue("modal-units", propertyOf(part, "mass", what), least, rest));
}
