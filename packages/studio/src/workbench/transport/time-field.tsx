import { runTo, scrub } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { useThrottled } from "../../plots/use-throttled.js";
import { NumberField } from "../../ui/index.js";
import { recordedExtent } from "./recorded-extent.js";

/** Digits behind the point: a microsecond. */
const DIGITS = 6;

const readCursor = (): number => Number(useStudio.getState().cursor.toFixed(DIGITS));

/** The time shown, editable: later times are computed. */
export function TimeField() {
  const cursor = useThrottled(readCursor, useStudio.subscribe);
  const go = (t: number): void => {
    const state = useStudio.getState();
    if (state.result || t <= recordedExtent(state).last) scrub(t);
    else void runTo(t);
  };
  return (
    <div className="time-field">
      <NumberField
        label="Time"
        isLabelHidden
        value={cursor}
        unit="s"
        min={0}
        step={0.1}
        onChange={go}
        data-testid="time"
      />
    </div>
  );
}
