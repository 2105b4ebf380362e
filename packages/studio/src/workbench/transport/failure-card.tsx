import { play, reset, setSetup, startFromLastGood } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, ErrorCard } from "../../ui/index.js";
import "./failure-card.css";

/** By how much "smaller" makes a tolerance or a step smaller. */
const [FINER_TOLERANCE, FINER_STEP] = [1e-3, 0.1];

export function FailureCard() {
  const status = useStudio((state) => state.status);
  const setup = useStudio((state) => state.setup);
  if (status?.state !== "failed" || !status.trouble) return null;
  const { trouble } = status;
  const again = (): void => {
    // From the start, so that the whole recording has one set-up.
    reset();
    const finer = (value: number, by: number): number => Number((value * by).toPrecision(3));
    setSetup(
      setup.step === null
        ? { tolerance: Math.max(1e-13, finer(setup.tolerance, FINER_TOLERANCE)) }
        : { step: finer(setup.step, FINER_STEP) },
    );
    play();
  };
  return (
    <div className="failure-card">
      <ErrorCard
        title="The run stopped"
        message={trouble.message}
        data-testid="failure"
        actions={
          <>
            <Button variant="primary" onPress={() => void startFromLastGood()} data-testid="last-good">
              Continue from the last good state
            </Button>
            <Button onPress={reset} data-testid="failure-reset">
              Reset
            </Button>
            <Button onPress={again} data-testid="smaller-tolerance">
              Try a smaller {setup.step === null ? "tolerance" : "step"}
            </Button>
          </>
        }
      />
    </div>
  );
}
