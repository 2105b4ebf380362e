import type { RunStatus } from "../../engine/protocol.js";
import { useStudio, type StudioState } from "../../run/store.js";
import { Badge, type BadgeProps } from "../../ui/index.js";
import { formatCount } from "../../ui/behaviour/number-text.js";
import "./run-readout.css";

const tones: Readonly<Record<string, BadgeProps["tone"]>> = {
  running: "success",
  replaying: "accent",
  compiling: "accent",
  failed: "danger",
};

/** State, real-time factor, share of a core and steps of the run. */
export function RunReadout() {
  const state = useStudio(runState);
  const status = useStudio((studio) => studio.status);
  const isResult = useStudio((studio) => studio.result !== null);
  const steps = status?.steps ?? { accepted: 0, rejected: 0 };
  const isRunning = status?.state === "running";
  return (
    <dl className="run-readout" data-testid="run-readout">
      <div className="run-readout-state">
        <dt className="visually-hidden">State</dt>
        <dd>
          <span role="status" data-testid="run-state">
            <Badge tone={tones[state]}>{state}</Badge>
          </span>
        </dd>
      </div>
      {!isResult && (
        <>
          <div title="Simulated seconds per second: 1 is real time">
            <dt>real time</dt>
            <dd data-testid="real-time-factor">{isRunning ? `${factorText(status.realTimeFactor)}×` : "–"}</dd>
          </div>
          <div title="Share of one core used by the physics">
            <dt>physics</dt>
            <dd data-testid="physics-share">{isRunning ? `${(100 * status.physicsShare).toFixed(1)} %` : "–"}</dd>
          </div>
          <div title={stepsText(steps, status?.implicit ?? null)}>
            <dt>steps</dt>
            <dd data-testid="steps">{formatCount(steps.accepted)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

const stepsText = (steps: RunStatus["steps"], implicit: RunStatus["implicit"]): string =>
  `${formatCount(steps.accepted)} steps taken, ${formatCount(steps.rejected)} rejected` +
  (implicit === null
    ? ""
    : `; ${formatCount(implicit.evaluations)} evaluations, ${formatCount(implicit.jacobians)} Jacobians, ` +
      `${formatCount(implicit.factorizations)} factorisations`);

const factorText = (factor: number): string =>
  factor >= 100 ? formatCount(factor) : factor >= 10 ? factor.toFixed(1) : factor.toFixed(2);

export function runState({
  result,
  status,
  history,
  playing,
}: Pick<StudioState, "result" | "status" | "history" | "playing">): string {
  if (result) return playing ? "replaying" : "recorded";
  if (status?.state === "compiling" || status?.state === "failed") return status.state;
  if (!history) return "ready";
  if (status?.state === "running") return "running";
  return playing ? "replaying" : status?.state === "ended" ? "ended" : "paused";
}
