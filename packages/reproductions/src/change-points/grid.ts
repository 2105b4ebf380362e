import { integrators, type FormulationName, type Integrator } from "kinetree";
import { isWithinBar, type Comparison } from "./bar.js";
import { pass, runner, type Method, type Motion, type Passing } from "./passing.js";

export const formulations = [
  "embedded",
  "tree-augmented",
  "mass-matrix",
  "partitioned",
  "augmented",
] as const satisfies readonly FormulationName[];

/** Passes of a run that count. */
export const LEAST_PASSES = 10;

/** One run of the grid. */
export interface GridRun extends Comparison {
  readonly method: Method;
  readonly n: number;
}

/** Runs of a method, with rows of so many four-bars. */
export interface GridPart {
  readonly method: Method;
  readonly lengths: readonly number[];
}

const steps = [1e-2, 1e-3];
const tolerances = [1e-4, 1e-6, 1e-8, 1e-10];

/** Equations in the coordinates of each body. */
const isAbsolute = (formulation: FormulationName): boolean =>
  formulation === "partitioned" || formulation === "augmented";

/** Implicit runs in the coordinates of each body take up to a hundred times as long as those in joint coordinates. */
const isCostly = (formulation: FormulationName, { kind }: Integrator): boolean =>
  kind === "implicit" && isAbsolute(formulation);

/** Tolerances, or fixed steps; and the lengths of rows. */
export function fullGrid(): readonly GridPart[] {
  return formulations.flatMap((formulation) =>
    [...integrators]
      .filter(({ kind }) => kind !== "automatic")
      .flatMap((each): readonly GridPart[] => {
        const integrator = each.name as Method["integrator"];
        if (!each.takesTolerance)
          return steps.map((step) => ({ method: { formulation, integrator, step }, lengths: [1, 2] }));
        const isSecond = each.form === "second-order";
        const costly = isCostly(formulation, each);
        const least = costly ? (isSecond ? 1e-6 : 1e-8) : isSecond ? 1e-8 : 0;
        return tolerances
          .filter((tolerance) => tolerance >= least)
          .map((tolerance) => ({
            method: { formulation, integrator, tolerance },
            lengths: costly && tolerance < 1e-4 ? [1] : [1, 2],
          }));
      }),
  );
}

const quickMethods = [
  { integrator: "rk4", step: 1e-2 },
  { integrator: "dop853", tolerance: 1e-8 },
  { integrator: "bdf", tolerance: 1e-4 },
] as const;

/** A few integrators at one tolerance or step, the implicit one in joint coordinates alone. */
export const quickGrid = (): readonly GridPart[] =>
  formulations.flatMap((formulation) =>
    quickMethods
      .filter(({ integrator }) => integrator !== "bdf" || !isAbsolute(formulation))
      .map((options) => ({ method: { formulation, ...options }, lengths: [1] })),
  );

/** References by the methods that they were made with: several formulations borrow the same. */
type References = Map<string, Passing>;

/** Runs the grid: each motion with a change point, and one without. */
export function runGrid(
  grid: readonly GridPart[],
  motion: Omit<Motion, "n">,
  progress: (text: string, part: number) => void,
): readonly GridRun[] {
  const references: References = new Map();
  return grid.flatMap(({ method, lengths }, i) => {
    const { formulation, integrator, tolerance, step } = method;
    progress(`${formulation}, ${integrator}, ${tolerance ?? `${step} s`}`, i / grid.length);
    return lengths.map((n) => ({ method, n, ...compare(method, { ...motion, n }, references) }));
  });
}

function compare(method: Method, motion: Motion, references: References): Comparison {
  const passing = pass(runner("row", motion.n, method), motion);
  const own = referenceOf(method, motion, references);
  if (own.failure === null) return { passing, reference: own, isBorrowed: false };
  return {
    passing,
    reference: referenceOf({ ...method, formulation: "tree-augmented" }, motion, references),
    isBorrowed: true,
  };
}

function referenceOf(method: Method, motion: Motion, references: References): Passing {
  const key = JSON.stringify([method, motion]);
  const known = references.get(key);
  if (known) return known;
  const made = pass(runner("reference", motion.n, method), motion);
  references.set(key, made);
  return made;
}

export const isGood = (run: GridRun): boolean => isWithinBar(run, LEAST_PASSES);
