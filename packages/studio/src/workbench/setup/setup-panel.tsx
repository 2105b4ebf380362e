import { methods, type DriftControl, type FormulationName, type MethodName } from "kinetree";
import type { OpenedModel } from "../../engine/protocol.js";
import { setDuration, setSetup } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { NumberField, Select, Switch } from "../../ui/index.js";
import { formatNumber } from "../format-number.js";
import "./setup-panel.css";

const integrators: readonly { readonly id: MethodName; readonly detail: string }[] = [
  { id: "dormand-prince", detail: "order 5, follows a tolerance" },
  { id: "dop853", detail: "order 8, for narrow tolerances" },
  { id: "rkf45", detail: "order 5, follows a tolerance" },
  { id: "rk4", detail: "order 4, fixed steps only" },
  { id: "euler-cromer", detail: "order 1, fixed steps only" },
];

const drifts: readonly { readonly id: DriftControl; readonly label: string; readonly detail: string }[] = [
  { id: "projection", label: "projection", detail: "puts loops back together after every step" },
  { id: "baumgarte", label: "Baumgarte", detail: "springs and dampers pull loops together" },
  { id: "none", label: "none", detail: "shows how far loops drift apart" },
];

/** A step to begin with where none was chosen yet [s]. */
const FIRST_STEP = 1e-3;

/** How a run is computed; whatever is changed acts at once, on a run under way too. */
export function SetupPanel({ opened }: { opened: OpenedModel }) {
  const setup = useStudio((state) => state.setup);
  const duration = useStudio((state) => state.duration);
  const { formulations, automatic, counts } = opened;
  const hasLoops = counts.constraints > 0;
  const isFixedOnly = !methods[setup.integrator].adaptive;
  const chooseIntegrator = (integrator: MethodName): void =>
    setSetup({ integrator, ...(!methods[integrator].adaptive && setup.step === null && { step: FIRST_STEP }) });
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
        ]}
        onChange={(id) => setSetup({ formulation: id as FormulationName | "auto" })}
        data-testid="formulation"
      />
      <Running automatic={automatic} />
      <Select
        label="Integrator"
        value={setup.integrator}
        options={integrators.map(({ id, detail }) => ({ id, label: id, detail }))}
        onChange={(id) => chooseIntegrator(id as MethodName)}
        data-testid="integrator"
      />
      <Switch
        label="Fixed steps"
        isSelected={setup.step !== null}
        isDisabled={isFixedOnly}
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
