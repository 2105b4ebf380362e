import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import type { OpenedModel } from "../engine/protocol.js";
import { useStudio } from "../run/store.js";
import { Button, Checkbox, NumberField, ProgressBar } from "../ui/index.js";
import { useCompare } from "./compare-store.js";
import { cancelComparison, chosenFormulations, startComparison } from "./run-comparison.js";

export function CompareSetup({ opened }: { readonly opened: OpenedModel }) {
  const { work, span, tolerance, chosen } = useCompare();
  const setup = useStudio((state) => state.setup);
  const able = opened.formulations.filter(({ refusal }) => refusal === null).map(({ name }) => name);
  const isChosen = (name: (typeof able)[number]): boolean => able.includes(name) && (chosen?.includes(name) ?? true);
  const choose = (name: (typeof able)[number], isOn: boolean): void => {
    const now = able.filter(isChosen);
    useCompare.setState({ chosen: isOn ? [...now, name] : now.filter((each) => each !== name) });
  };
  const count = able.filter(isChosen).length;
  return (
    <section className="compare-setup" aria-label="Comparison settings">
      <fieldset className="compare-setup-formulations">
        <legend>Formulations</legend>
        {opened.formulations.map(({ name, refusal }) => (
          <div key={name} className="compare-setup-formulation">
            <Checkbox
              label={name}
              isSelected={isChosen(name)}
              isDisabled={refusal !== null || work !== null}
              onChange={(isOn) => choose(name, isOn)}
            />
            {refusal !== null && (
              <span className="compare-setup-refusal" title={refusal}>
                {refusal}
              </span>
            )}
          </div>
        ))}
      </fieldset>
      <div className="compare-setup-run">
        <div className="compare-setup-fields">
          <NumberField
            label="Duration"
            unit="s"
            min={1e-6}
            value={span}
            onChange={(value) => useCompare.setState({ span: value })}
          />
          {setup.step === null && (
            <NumberField
              label="Tolerance"
              min={1e-14}
              max={0.1}
              value={tolerance ?? setup.tolerance}
              onChange={(value) => useCompare.setState({ tolerance: value })}
            />
          )}
        </div>
        <p className="compare-setup-note">
          Starts from the pose of the workbench, with {setup.integrator}
          {setup.step === null ? ", adaptive steps" : `, steps of ${setup.step} s`}, drift control {setup.drift}.
        </p>
        {work === null ? (
          <Button
            variant="primary"
            icon={<Play />}
            isDisabled={count === 0}
            onPress={() => void startComparison()}
            data-testid="compare-start"
          >
            Compare {count} {count === 1 ? "formulation" : "formulations"}
          </Button>
        ) : (
          <div className="compare-setup-progress">
            <ProgressBar label={work.of === "" ? "Opening the model" : `Working on ${work.of}`} value={work.part} />
            <Button icon={<Square />} onPress={cancelComparison} data-testid="compare-cancel">
              Cancel
            </Button>
            <Elapsed />
          </div>
        )}
        {count === 0 && work === null && chosenFormulations().length === 0 && (
          <p className="compare-setup-note">Choose at least one formulation.</p>
        )}
      </div>
    </section>
  );
}

/** How long it has been at it: some parts of the work tell nothing of themselves for a while. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p className="compare-setup-note">{seconds} s elapsed; other pages stay usable.</p>;
}
