import { SimulationError, type Simulation, type SimulationResult } from "kinetree";
import type { ImplicitCounts } from "kinetree/implicit";
import { EXIT } from "../failure/exit-code.js";
import { brief, count } from "../output/number-text.js";
import { reportError } from "../output/report-failure.js";
import { print, printJson, tell } from "../output/streams.js";
import { table } from "../output/table.js";
import { outcomeOf } from "./describe-run.js";
import type { Executed } from "./execute.js";
import { STANDARD_OUTPUT, type RunSettings } from "./run-settings.js";

export interface ReportFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  /** A result that is not to be trusted counts as a failed run. */
  readonly failOnWarning?: boolean;
}

/** Facts about a run in addition to its outcome. */
export interface RunFacts {
  readonly simulation: Simulation;
  readonly settings: RunSettings;
  readonly rows: number;
  readonly files: readonly string[];
  /** Where a resumed run would go on. */
  readonly checkpoint: string | null;
  /** Simulated by this program [s], and the wall time it took [s]. */
  readonly simulated: number;
  readonly wall: number;
}

/** Says how the run went and gives the exit code. */
export function reportRun(executed: Executed, facts: RunFacts, flags: ReportFlags): number {
  const { result, failure, signal } = executed;
  const isDoubted = flags.failOnWarning === true && result.warnings.length > 0;
  const code = failure || (isDoubted && signal === null) ? EXIT.failed : (signal ?? EXIT.fine);
  if (flags.json === true && !failure) printJson(asData(executed, facts));
  // Rows on standard output leave no room there for words.
  const say = facts.settings.out?.path === STANDARD_OUTPUT ? tell : print;
  if (flags.json !== true && !(say === tell && flags.quiet === true)) say(asText(executed, facts));
  if (flags.quiet !== true) for (const line of warningLines(executed)) tell(`kinetree: warning: ${line}`);
  if (signal !== null) tell(stoppedLine(executed, facts));
  if (failure) {
    const { code: errorCode, subject, value, message } = failure;
    const kept = facts.files.length > 0 ? ` What was recorded until then is in ${facts.files[0]}.` : "";
    const told = message + kept;
    const error = new SimulationError({ code: errorCode, subject, value, message: told });
    reportError(error, { json: flags.json === true, debug: flags.debug === true });
  }
  if (result.end === "event" && flags.quiet !== true) tell(`kinetree: ended by an event at t = ${result.final.t} s`);
  return code;
}

const stoppedLine = ({ result, signal }: Executed, { checkpoint, files, settings }: RunFacts): string => {
  const how = signal === EXIT.interrupted ? "interrupted" : signal === EXIT.hungUp ? "hung up" : "terminated";
  const kept = files.length > 0 ? ` Everything until then is in ${files[0]}.` : "";
  const resume = checkpoint === null ? "" : ` kinetree resume ${checkpoint} continues from there.`;
  return `kinetree: ${how} at t = ${brief(result.final.t)} s of ${brief(settings.tEnd)} s.${kept}${resume}`;
};

/** Which integrators made a run that chose them itself, and why. */
const switchLines = ({ integrator, integrators }: SimulationResult): string[][] =>
  integrator === "auto"
    ? integrators.map(({ t, integrator: name, reason }, i) => [
        i === 0 ? "switches" : "",
        `${name} from ${brief(t)} s on: ${reason}`,
      ])
    : [];

const implicitLine = ({ evaluations, jacobians, factorizations, newtonIterations }: ImplicitCounts): string =>
  `${count(evaluations, "evaluation")}, ${count(jacobians, "Jacobian")}, ${count(factorizations, "factorisation")}` +
  (newtonIterations > 0 ? `, ${count(newtonIterations, "iteration")}` : "");

const warningLines = (executed: Executed): string[] => [
  ...energyLines(executed),
  ...executed.result.warnings.map(({ message }) => message),
  ...excursionLines(executed),
];

function energyLines({ result: { energy } }: Executed): string[] {
  if (energy === null) return [];
  const { start, end, work } = energy;
  const parts = Object.entries({
    "kinetic at the start": start.kinetic,
    "potential at the start": start.potential,
    "kinetic at the end": end.kinetic,
    "potential at the end": end.potential,
    work,
  }).filter(([, value]) => !Number.isFinite(value));
  if (parts.length === 0) return [];
  const told = parts.map(([name, value]) => `${name} ${value} J`).join(", ");
  return [`energy is not finite: ${told}. Check masses, stiffnesses and the state for numbers out of all proportion.`];
}

const excursionLines = ({ result }: Executed): string[] =>
  result.excursions.map(({ joint, coordinate, limit, bound, value, t }) => {
    const which =
      result.model.joints.find(({ name }) => name === joint)?.coordinates.length === 1
        ? ""
        : `, coordinate ${coordinate}`;
    return `joint "${joint}"${which} went to ${brief(value)} at t = ${brief(t)} s, beyond its ${limit} limit ${brief(bound)}, which has no stop.`;
  });

/** How the closures fared, in a line. */
function loopsLine({ closure, redundant, rechoices }: NonNullable<SimulationResult["loops"]>): string {
  const parts = [`closed within ${brief(closure)} m or rad`];
  if (redundant.length > 0)
    parts.push(
      `${redundant.length} redundant ${redundant.length === 1 ? "row" : "rows"} (kinetree explain names them)`,
    );
  if (rechoices.length > 0)
    parts.push(`independent coordinates chosen again ${rechoices.length === 1 ? "once" : `${rechoices.length} times`}`);
  return parts.join(", ");
}

function asData(
  { result, signal }: Executed,
  { simulation, settings, rows, files, checkpoint, simulated, wall }: RunFacts,
): Record<string, unknown> {
  return {
    model: result.model.name,
    source: settings.source,
    modelHash: result.modelHash,
    version: result.version,
    formulation: result.formulation,
    formulationReason: result.formulationReason,
    integrator: result.integrator,
    ...(settings.step === null ? { tolerance: settings.tolerance ?? 1e-8 } : { step: settings.step }),
    tEnd: settings.tEnd,
    ...outcomeOf(result),
    ...(result.implicit === null ? {} : { implicit: result.implicit }),
    interrupted: signal !== null,
    rows,
    columns: ["time", ...simulation.names],
    files,
    checkpoint,
    wallTime: wall,
    realTimeFactor: simulated / wall,
  };
}

function asText({ result }: Executed, { settings, rows, files, simulated, wall }: RunFacts): string {
  const { energy, counts } = result;
  const lines = [
    ["model", `${result.model.name} (${result.modelHash})`],
    ["time", `${brief(result.final.t)} s, ${result.end}`],
    ["steps", `${counts.accepted} accepted, ${counts.rejected} rejected`],
    [
      "integrator",
      `${result.integrator}, ${settings.step === null ? `tolerance ${settings.tolerance ?? 1e-8}` : `step ${settings.step} s`}`,
    ],
    ...switchLines(result),
    ...(result.implicit === null ? [] : [["implicit", implicitLine(result.implicit)]]),
    ["formulation", `${result.formulation}: ${result.formulationReason}`],
    ...(result.loops === null ? [] : [["loops", loopsLine(result.loops)]]),
    ...(energy === null
      ? []
      : [
          [
            "energy",
            `${brief(energy.start.kinetic + energy.start.potential)} J → ${brief(energy.end.kinetic + energy.end.potential)} J, ` +
              `work ${brief(energy.work)} J, left over ${brief(energy.residual, 3)} J (${brief(energy.relative, 2)} relative)`,
          ],
        ]),
    ["speed", `${brief(wall, 3)} s of wall time, ${brief(simulated / wall, 3)} times real time`],
    ...(files.length > 0 ? [["written", `${files.join(", ")} (${count(rows, "row")})`]] : []),
  ];
  return [table(lines), ...result.advice.map(({ message }) => `advice: ${message}`)].join("\n");
}
