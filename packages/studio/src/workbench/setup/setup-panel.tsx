import type { DriftControl, FormulationName } from "kinetree";
import type { OpenedModel } from "../../engine/protocol.js";
import type { RunSetup } from "../../experiment/types.js";
import { setDuration, setSetup } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { NumberField, Select, Switch } from "../../ui/index.js";
import { formatCount, formatNumber } from "../../ui/number-text.js";
import {
  canConstrain,
  choosesFormulation,
  constrainedBy,
  FIRST_STEP,
  integratorChoices,
  stepsOf,
  withIntegrator,
} from "./integrators.js";
import "./setup-panel.css";

const drifts: readonly { readonly id: DriftControl; readonly label: string; readonly detail: string }[] = [
  { id: "projection", label: "projection", detail: "puts loops back together after every step" },
  { id: "baumgarte", label: "Baumgarte", detail: "springs and dampers pull loops together" },
  { id: "none", label: "none", detail: "shows how far loops drift apart" },
];

/** How a run is computed; whatever is changed acts at once, on a run under way too. */
export function SetupPanel({ opened }: { opened: OpenedModel }) {
  const setup = useStudio((state) => state.setup);
  const duration = useStudio((state) => state.duration);
  const { formulations, counts } = opened;
  const hasLoops = counts.constraints > 0;
  // What is known before a run begins is what explicit integrators take.
  const automatic = hasLoops && choosesFormulation(setup.integrator) ? null : opened.automatic;
  const isConstrainable = canConstrain(setup.integrator);
  return (
    <div className="setup-panel" data-testid="setup-panel">
      <Select
        label="Formulation"
        value={setup.formulation}
        options={[
          { id: "auto", label: automatic ? `automatic: ${automatic.name}` : "automatic", detail: automatic?.reason },
          ...formulations.map(({ name, refusal }) => ({
            id: name,
            label: name,
            detail: refusal ?? undefined,
            isDisabled: refusal !== null,
          })),
          {
            id: "constrained",
            label: "constrained",
            detail: isConstrainable
              ? "the equations themselves, with the forces of loops as unknowns"
              : `for the integrators ${constrainedBy()}`,
            isDisabled: !isConstrainable,
          },
        ]}
        onChange={(id) => setSetup({ formulation: id as FormulationName | "auto" })}
        data-testid="formulation"
      />
      <Running automatic={automatic} />
      <Select
        label="Integrator"
        value={setup.integrator}
        options={integratorChoices.map(({ id, detail }) => ({ id, label: id, detail }))}
        onChange={(id) => setSetup(withIntegrator(setup, id as RunSetup["integrator"]))}
        data-testid="integrator"
      />
      <Stepping />
      <Switch
        label="Fixed steps"
        isSelected={setup.step !== null}
        isDisabled={stepsOf(setup.integrator) !== "both"}
        onChange={(isFixed) => setSetup({ step: isFixed ? FIRST_STEP : null })}
        data-testid="fixed-step"
      />
      {setup.step === null ? (
        <NumberField
          label="Tolerance"
          value={setup.tolerance}
          min={1e-14}
          max={1}
          step={setup.tolerance}
          onChange={(tolerance) => setSetup({ tolerance })}
          data-testid="tolerance"
        />
      ) : (
        <NumberField
          label="Step"
          value={setup.step}
          unit="s"
          min={1e-7}
          max={1}
          step={setup.step}
          onChange={(step) => setSetup({ step })}
          data-testid="step"
        />
      )}
      <Select
        label="Drift control"
        value={setup.drift}
        isDisabled={!hasLoops}
        options={drifts}
        onChange={(id) => setSetup({ drift: id as DriftControl })}
        data-testid="drift"
      />
      {!hasLoops && <p className="setup-panel-note">No loops in this model: nothing can drift apart.</p>}
      <NumberField
        label="Time between recorded rows"
        value={setup.sampleEvery}
        unit="s"
        min={1e-6}
        max={10}
        step={0.001}
        onChange={(sampleEvery) => setSetup({ sampleEvery })}
        data-testid="sample-every"
      />
      <p className="setup-panel-note">{formatNumber(1 / setup.sampleEvery)} rows a second of the run</p>
      <Switch
        label="Stop at a time"
        isSelected={duration !== null}
        onChange={(stops) => setDuration(stops ? 10 : null)}
        data-testid="has-duration"
      />
      {duration !== null && (
        <NumberField
          label="Duration"
          value={duration}
          unit="s"
          min={1e-6}
          step={1}
          onChange={setDuration}
          data-testid="duration"
        />
      )}
    </div>
  );
}

/** Which integrator an automatic run takes now, what an explicit one was found to suffer from, and what an implicit one does. */
function Stepping() {
  const status = useStudio((state) => state.status);
  if (!status) return null;
  const { integratorNow, advice, implicit } = status;
  return (
    <>
      {integratorNow !== null && (
        <p className="setup-panel-note" data-testid="integrator-now">
          Steps by <strong>{integratorNow.name}</strong>: {integratorNow.reason}
        </p>
      )}
      {implicit !== null && (
        <p className="setup-panel-note" data-testid="implicit-counts">
          {formatCount(implicit.evaluations)} evaluations, {formatCount(implicit.jacobians)} Jacobians,{" "}
          {formatCount(implicit.factorizations)} factorisations
        </p>
      )}
      {advice !== null && (
        <p className="setup-panel-advice" role="note" data-testid="advice">
          {advice}
        </p>
      )}
    </>
  );
}

/** What runs, and why: of the run there is, or of the one that would be begun. */
function Running({ automatic }: { automatic: OpenedModel["automatic"] }) {
  const status = useStudio((state) => state.status);
  const chosen = useStudio((state) => state.setup.formulation);
  if (status?.formulation)
    return (
      <p className="setup-panel-note" data-testid="formulation-reason">
        Runs by <strong>{status.formulation}</strong>
        {status.formulationReason && `: ${status.formulationReason}`}
      </p>
    );
  if (chosen !== "auto" || !automatic) return null;
  return (
    <p className="setup-panel-note" data-testid="formulation-reason">
      Takes <strong>{automatic.name}</strong>: {automatic.reason}
    </p>
  );
}
