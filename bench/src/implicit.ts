import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RunOptions } from "kinetree";
import type { TimedRun } from "./implicit-one.js";
import { openIda, type IdaSetting } from "./ida.js";
import { endError, implicitProblems, runOwn, type EndError, type ImplicitProblem } from "./implicit-problems.js";
import { machine, machineText, type Machine } from "./machine.js";
import { align } from "./table.js";

/** One run of one solver in one setting. */
export interface ImplicitRow {
  readonly problem: string;
  readonly solver: "kinetree" | "IDA";
  readonly setting: string;
  /** Relative error that a step may make; absolutely a tenth of it. */
  readonly rtol: number;
  readonly steps: number;
  /** Without those for differences. */
  readonly evaluations: number;
  readonly jacobians: number;
  /** Evaluations for differences. */
  readonly forJacobians: number;
  readonly factorizations: number;
  readonly seconds: number;
  /** What kinetree takes to make a start ready to step; IDA is given one. */
  readonly startSeconds: number | null;
  /** null if the solver gave up. */
  readonly error: EndError | null;
}

/** A run of each solver, side by side. */
export interface ImplicitComparison {
  readonly problem: string;
  readonly what: string;
  readonly own: ImplicitRow | null;
  readonly ida: ImplicitRow | null;
  /** Ours by that of IDA; null if one is missing. */
  readonly evaluations: number | null;
  readonly time: number | null;
}

export interface ImplicitResult {
  readonly machine: Machine;
  readonly ida: string;
  readonly rows: readonly ImplicitRow[];
  readonly comparisons: readonly ImplicitComparison[];
}

/** Error at the end that counts as accurate [rad, m]. */
const ACCURATE = 1e-8;
/** A tolerance of kinetree is about a run; each step has a hundredth of it. */
const STEPS_OF_A_TOLERANCE = 100;
const tolerances = [1e-6, 1e-7, 3e-8, 1e-8, 1e-9, 3e-10, 1e-10, 5e-11, 2e-11, 1e-11, 5e-12, 2e-12, 1e-12, 1e-13];

/** Processor or wall time for the runs that are compared, each [s]. */
const LONGER = 3;

/** Multipliers that Newton's iteration waits for, and those it does not. */
const WAITS = 1;
const LEAVES = 1e20;
const idaSettings: readonly IdaSetting[] = (["index-1", "index-2", "ggl"] as const).flatMap((form) =>
  (["exact", "difference"] as const).flatMap((jacobian) =>
    // Multipliers of the stabilised form have no bound as steps get short, and an iteration that waits for them does not end.
    (form === "ggl" ? [LEAVES] : [WAITS, LEAVES]).map((multipliers) => ({ form, jacobian, multipliers })),
  ),
);

/** Neither problem is stiff: this is what it takes without Newton's method. */
const EXPLICIT = "dop853";

const ownSettings: readonly { readonly name: string; readonly options: RunOptions }[] = [
  { name: "bdf", options: { integrator: "bdf" } },
  { name: "bdf, constrained", options: { integrator: "bdf", formulation: "constrained" } },
  { name: "radau5", options: { integrator: "radau5" } },
  { name: EXPLICIT, options: { integrator: EXPLICIT } },
];

export function implicit(options: {
  readonly quick: boolean;
  readonly progress: (text: string) => void;
}): ImplicitResult {
  const seconds = options.quick ? 0 : 0.3;
  const chosen = options.quick ? tolerances.filter((_, i) => i % 3 === 2) : tolerances;
  const here = machine();
  const ida = openIda();
  const rows: ImplicitRow[] = [];
  const again = new Map<ImplicitRow, () => number>();
  try {
    for (const problem of implicitProblems) {
      const reference = runOwn(problem, { integrator: "dop853", tolerance: 1e-13 }, 0).q;
      for (const { name, options: own } of ownSettings) {
        options.progress(`${problem.name}: kinetree, ${name}`);
        for (const rtol of chosen) {
          const row = ownRow(problem, name, own, rtol, seconds, reference);
          rows.push(row);
          again.set(row, () =>
            timedAlone({ problem: problem.name, options: withTolerance(own, rtol), budget: LONGER }),
          );
        }
      }
      if ("unavailable" in ida) continue;
      for (const setting of idaSettings) {
        options.progress(`${problem.name}: IDA, ${settingText(setting)}`);
        for (const run of ida.run(problem.name, setting, chosen, seconds)) {
          const row: ImplicitRow = {
            ...run,
            problem: problem.name,
            solver: "IDA",
            setting: settingText(setting),
            evaluations: run.residuals,
            startSeconds: null,
            error: run.flag < 0 ? null : endError(run.q, reference),
          };
          rows.push(row);
          again.set(row, () => ida.run(problem.name, setting, [run.rtol], LONGER)[0].seconds);
        }
      }
    }
    if (!options.quick) {
      options.progress("the runs that are compared, once more");
      timeAgain(rows, again);
    }
  } finally {
    if (!("unavailable" in ida)) ida.close();
  }
  return {
    machine: here,
    ida: "unavailable" in ida ? `IDA: ${ida.unavailable}` : "IDA of SUNDIALS, Debian's libsundials-dev, dense matrices",
    rows,
    comparisons: implicitProblems.flatMap(({ name }) => comparisonsOf(name, rows)),
  };
}

/** Times the runs that are compared for longer: on a busy machine short looks find no quiet moment. */
function timeAgain(rows: ImplicitRow[], again: ReadonlyMap<ImplicitRow, () => number>): void {
  const compared = new Set(
    implicitProblems.flatMap(({ name }) => comparisonsOf(name, rows).flatMap(({ own, ida }) => [own, ida])),
  );
  rows.forEach((row, k) => {
    const seconds = compared.has(row) ? again.get(row)?.() : undefined;
    if (seconds !== undefined) rows[k] = { ...row, seconds: Math.min(row.seconds, seconds) };
  });
}

const withTolerance = (options: RunOptions, rtol: number): RunOptions => ({
  ...options,
  tolerance: STEPS_OF_A_TOLERANCE * rtol,
});

const script = fileURLToPath(new URL("implicit-one.ts", import.meta.url));

const timedAlone = (run: TimedRun): number =>
  Number(execFileSync(process.execPath, ["--import", "tsx", script, JSON.stringify(run)], { encoding: "utf8" }));

function ownRow(
  problem: ImplicitProblem,
  setting: string,
  options: RunOptions,
  rtol: number,
  seconds: number,
  reference: readonly number[],
): ImplicitRow {
  const shared = { problem: problem.name, solver: "kinetree", setting, rtol, forJacobians: 0 } as const;
  try {
    const run = runOwn(problem, withTolerance(options, rtol), seconds);
    return { ...shared, ...run, error: endError(run.q, reference) };
  } catch (error) {
    console.error(`${problem.name}, ${setting}, ${rtol}: ${error instanceof Error ? error.message : String(error)}`);
    return {
      ...shared,
      steps: 0,
      evaluations: 0,
      jacobians: 0,
      factorizations: 0,
      seconds: Infinity,
      startSeconds: null,
      error: null,
    };
  }
}

const settingText = ({ form, jacobian, multipliers }: IdaSetting): string =>
  `${form}, ${jacobian} Jacobian${multipliers === LEAVES ? ", multipliers left" : ""}`;

/** All that was evaluated; an exact Jacobian counts as one more. */
const costOf = (row: ImplicitRow): number =>
  row.evaluations + row.forJacobians + (row.forJacobians > 0 ? 0 : row.jacobians);

/** Accurate, and not by luck: the next stricter tolerance is accurate too. */
const accurateRuns = (rows: readonly ImplicitRow[]): readonly ImplicitRow[] =>
  rows.filter((row) => {
    const stricter = rows.filter((other) => other.setting === row.setting && other.rtol < row.rtol);
    const next = stricter.sort((a, b) => b.rtol - a.rtol)[0];
    return isAccurate(row) && next !== undefined && isAccurate(next);
  });
const isAccurate = ({ error }: ImplicitRow): boolean => error !== null && error.absolute <= ACCURATE;

function comparisonsOf(problem: string, rows: readonly ImplicitRow[]): readonly ImplicitComparison[] {
  const ours = rows.filter((row) => row.problem === problem && row.solver === "kinetree");
  const bdf = ours.filter(({ setting }) => setting.startsWith("bdf"));
  const anyImplicit = ours.filter(({ setting }) => setting !== EXPLICIT);
  const accurate = accurateRuns(rows.filter((row) => row.problem === problem && row.solver === "IDA"));
  const time = (row: ImplicitRow): number => row.seconds;
  const fewest = least(accurate, costOf);
  const quickest = least(accurate, time);
  const same = bdf.filter((row) => row.error !== null && row.rtol === fewest?.rtol);
  const explicit = ours.filter(({ setting }) => setting === EXPLICIT);
  return [
    compared(problem, `BDF, fewest evaluations for ${ACCURATE}`, least(accurateRuns(bdf), costOf), fewest),
    compared(problem, `BDF, least time for ${ACCURATE}`, least(accurateRuns(bdf), time), quickest),
    compared(
      problem,
      `any implicit integrator, least time for ${ACCURATE}`,
      least(accurateRuns(anyImplicit), time),
      quickest,
    ),
    compared(problem, "BDF at the tolerance of IDA, fewest evaluations", least(same, costOf), fewest),
    compared(problem, `without a Jacobian, least time for ${ACCURATE}`, least(accurateRuns(explicit), time), quickest),
  ];
}

const least = (rows: readonly ImplicitRow[], cost: (row: ImplicitRow) => number): ImplicitRow | null =>
  [...rows].sort((a, b) => cost(a) - cost(b))[0] ?? null;

const compared = (
  problem: string,
  what: string,
  own: ImplicitRow | null,
  ida: ImplicitRow | null,
): ImplicitComparison => ({
  problem,
  what,
  own,
  ida,
  evaluations: own && ida ? costOf(own) / costOf(ida) : null,
  time: own && ida ? own.seconds / ida.seconds : null,
});

export function implicitText({ machine: here, ida, rows, comparisons }: ImplicitResult): string {
  const cells = (row: ImplicitRow): string[] => [
    row.problem,
    row.solver,
    row.setting,
    row.rtol.toExponential(0),
    ...(row.error === null
      ? ["", "", "", "", "", "", "gave up", ""]
      : [
          String(row.steps),
          String(row.evaluations),
          row.forJacobians > 0 ? `${row.jacobians} (${row.forJacobians})` : String(row.jacobians),
          String(row.factorizations),
          (1e3 * row.seconds).toFixed(2),
          row.startSeconds === null ? "" : (1e3 * row.startSeconds).toFixed(2),
          row.error.absolute.toExponential(1),
          row.error.relative.toExponential(1),
        ]),
  ];
  const head = [
    "problem",
    "solver",
    "setting",
    "rtol",
    "steps",
    "evaluations",
    "Jacobians",
    "factors",
    "ms",
    "start, ms",
    "error",
    "relative",
  ];
  const name = (row: ImplicitRow | null): string => (row ? `${row.setting}, ${row.rtol.toExponential(0)}` : "none");
  const summary = comparisons.map((each) => [
    each.problem,
    each.what,
    name(each.own),
    each.own ? String(costOf(each.own)) : "",
    each.own ? (1e3 * each.own.seconds).toFixed(2) : "",
    name(each.ida),
    each.ida ? String(costOf(each.ida)) : "",
    each.ida ? (1e3 * each.ida.seconds).toFixed(2) : "",
    each.evaluations?.toFixed(2) ?? "",
    each.time?.toFixed(2) ?? "",
  ]);
  return [
    machineText(here),
    ida,
    "rtol: error that a step may make, by the size of a number; absolutely a tenth of it. error: largest of the coordinates at the end,",
    "against dop853 at 1e-13 [rad, m], and by the size of the coordinate. In brackets: evaluations for differences.",
    "",
    align(head, rows.map(cells), new Set([3, 4, 5, 6, 7, 8, 9, 10, 11])),
    "",
    "Evaluations with those for Jacobians, an exact Jacobian as one; ratios: kinetree by IDA.",
    align(
      ["problem", "compared", "kinetree", "evaluations", "ms", "IDA", "evaluations", "ms", "x evaluations", "x time"],
      summary,
      new Set([3, 4, 6, 7, 8, 9]),
    ),
  ].join("\n");
}
