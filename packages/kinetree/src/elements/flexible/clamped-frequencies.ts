import type { Num } from "../../graph/graph.js";
import { eigenGeneralized } from "../../linalg/eigen-generalized.js";
import { newMatrix, type Matrix } from "../../linalg/matrix.js";
import { evaluateReal } from "../../model/evaluate-real.js";
import type { Flexible } from "../../model/flexible.js";
import { planFlexible } from "./plan-flexible.js";

/** Matrices of the amplitudes of a body whose frame is held; `values` are those of the parameters it depends on. */
export function modalMatrices(
  flexible: Flexible,
  values: ReadonlyMap<string, number> = new Map(),
): Readonly<Record<"mass" | "stiffness" | "damping", Matrix>> {
  const plan = planFlexible(flexible, (real) => evaluateReal(real, values));
  const m = plan.modes;
  const total = (terms: readonly { readonly scale: Num; readonly numbers: readonly number[] }[]): Matrix => {
    const out = newMatrix(m, m);
    // Every number of the plan is a plain one, since the parameters were; `as` only says so to the compiler.
    for (const { scale, numbers } of terms) numbers.forEach((x, at) => (out.data[at] += (scale as number) * x));
    return out;
  };
  return {
    mass: total(plan.inertia.map(({ scale, integrals }) => ({ scale, numbers: integrals.mass }))),
    stiffness: total(plan.stiffness.map(({ scale, matrix }) => ({ scale, numbers: matrix }))),
    damping: { rows: m, cols: m, data: Float64Array.from(plan.damping as readonly number[]) },
  };
}

/** Undamped angular frequencies with the frame held [rad/s]: of a beam in the order of its modes, of a modal body ascending. */
export function clampedFrequencies(
  flexible: Flexible,
  values: ReadonlyMap<string, number> = new Map(),
): readonly number[] {
  const { mass, stiffness } = modalMatrices(flexible, values);
  const root = (x: number): number => Math.sqrt(Math.max(0, x));
  if (flexible.kind === "modal") return Array.from(eigenGeneralized(stiffness, mass).values, root);
  return Array.from({ length: mass.rows }, (_, j) =>
    root(stiffness.data[j * mass.rows + j] / mass.data[j * mass.rows + j]),
  );
}
