import type { DriftControl, FormulationName } from "kinetree";
import type { OpenedModel } from "../../engine/protocol.js";
import type { RunSetup } from "../../experiment/types.js";
import { setDuration, setSetup } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { NumberField, Select, Switch } from "../../ui/index.js";
import { formatCount, formatNumber } from "../../ui/behaviour/number-text.js";
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
  { id: "projection", label: "projection", detail: "projects the state onto the loop constraints after every step" },
  { id: "baumgarte", label: "Baumgarte", detail: "adds feedback of residuals and their rates to the accelerations" },
  { id: "none", label: "none", detail: "lets the residuals of loops grow" },
];

const closures: readonly { readonly id: RunSetup["closure"]; readonly label: string; readonly detail: string }[] = [
  { id: "auto", label: "automatic", detail: "formulas for planar loops, Newton's method for others" },
  { id: "analytic", label: "analytic", detail: "by formulas; refused where a loop has none" },
  { id: "iterative", label: "iterative", detail: "by Newton's method" },
];

/** Settings of a run. Changes apply at once, also to a run in progress. */
export function SetupPanel({ opened }: { opened: OpenedModel }) {
  const setup = useStudio((state) => state.setup);
  const hasLoops = opened.counts.constraints > 0;
  // The choice known before a run is that of explicit integrators.
  const automatic = hasLoops && choosesFormulation(setup.integrator) ? null : opened.automatic;
  return (
    <div className="setup-panel" data-testid="setup-panel">
      <FormulationSelect opened={opened} automatic={automatic} />
      <Running automatic={automatic} />
      <Select
        label="Integrator"
        value={setup.integrator}
        options={integratorChoices.map(({ id, detail }) => ({ id, label: id, detail }))}
        onChange={(id) => setSetup(withIntegrator(setup, id as RunSetup["integrator"]))}
        data-testid="integrator"
      />
      <Stepping />
      <StepFields />
      <Select
        label="Loop closure"
        value={setup.closure}
        isDisabled={!hasLoops || setup.formulation !== "embedded"}
        options={closures}
        onChange={(id) => setSetup({ closure: id as RunSetup["closure"] })}
        data-testid="closure"
      />
      <Select
        label="Drift control"
        value={setup.drift}
        isDisabled={!hasLoops}
        options={drifts}
        onChange={(id) => setSetup({ drift: id as DriftControl })}
        data-testid="drift"
      />
      {!hasLoops && <p className="setup-panel-note">The model has no loops, so there is no drift to control.</p>}
      <RecordingFields />
    </div>
  );
}

interface AutomaticProps {
  readonly automatic: OpenedModel["automatic"];
}

function FormulationSelect({ opened, automatic }: AutomaticProps & { readonly opened: OpenedModel }) {
  const { formulation, integrator } = useStudio((state) => state.setup);
  const isConstrainable = canConstrain(integrator);
  return (
    <Select
      label="Formulation"
      value={formulation}
      options={[
        { id: "auto", label: automatic ? `automatic: ${automatic.name}` : "automatic", detail: automatic?.reason },
        ...opened.formulations.map(({ name, refusal }) => ({
          id: name,
          label: name,
          detail: refusal ?? undefined,
          isDisabled: refusal !== null,
        })),
        {
          id: "constrained",
          label: "constrained",
          detail: isConstrainable
            ? "accelerations and constraint forces solved together by the integrator"
            : `only with the integrators ${constrainedBy()}`,
          isDisabled: !isConstrainable,
        },
      ]}
      onChange={(id) => setSetup({ formulation: id as FormulationName | "auto" })}
      data-testid="formulation"
    />
  );
}

function StepFields() {
  const setup = useStudio((state) => state.setup);
  return (
    <>
      <Switch
        label="Fixed step"
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
    </>
  );
}

function RecordingFields() {
  const sampleEvery = useStudio((state) => state.setup.sampleEvery);
  const duration = useStudio((state) => state.duration);
  return (
    <>
      <NumberField
        label="Sample interval"
        value={sampleEvery}
        unit="s"
        min={1e-6}
        max={10}
        step={0.001}
        onChange={(interval) => setSetup({ sampleEvery: interval })}
        data-testid="sample-every"
      />
      <p className="setup-panel-note">{formatNumber(1 / sampleEvery)} rows per simulated second</p>
      <Switch
        label="Stop at a given time"
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
    </>
  );
}

/** The integrator that an automatic run uses now, advice and warnings from the run, and the counts of implicit integrators. */
function Stepping() {
  const status = useStudio((state) => state.status);
  if (!status) return null;
  const { integratorNow, advice, implicit, warnings } = status;
  return (
    <>
      {integratorNow !== null && (
        <p className="setup-panel-note" data-testid="integrator-now">
          Integrator in use: <strong>{integratorNow.name}</strong>: {integratorNow.reason}
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
      {warnings.map((warning) => (
        <p className="setup-panel-warning" role="alert" data-testid="run-warning" key={warning}>
          {warning}
        </p>
      ))}
    </>
  );
}

/** The formulation in use and the reason; before a run, the one that would be chosen. */
function Running({ automatic }: AutomaticProps) {
  const status = useStudio((state) => state.status);
  const chosen = useStudio((state) => state.setup.formulation);
  if (status?.formulation)
    return (
      <p className="setup-panel-note" data-testid="formulation-reason">
        Running with <strong>{status.formulation}</strong>
        {status.formulationReason && `: ${status.formulationReason}`}
      </p>
    );
  if (chosen !== "auto" || !automatic) return null;
  return (
    <p className="setup-panel-note" data-testid="formulation-reason">
      Will use <strong>{automatic.name}</strong>: {automatic.reason}
    </p>
  );
}
