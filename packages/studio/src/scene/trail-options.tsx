import type { DisplayOptions } from "../run/store.js";
import { Slider, Switch } from "../ui/index.js";
import { MOST_EARLIER } from "./mechanism/trail.js";

/** As many as a page of the classic drawings has. */
const FIRST_COUNT = 10;

/** Options of earlier positions: how many, and how far apart in time. */
export function TrailOptions({
  display,
  onChange,
}: {
  readonly display: DisplayOptions;
  readonly onChange: (change: Partial<DisplayOptions>) => void;
}) {
  const { trail, trailEvery } = display;
  return (
    <fieldset className="scene-display-group">
      <legend>Motion</legend>
      <Switch
        label="Earlier positions"
        isSelected={trail > 0}
        onChange={(isOn) => onChange({ trail: isOn ? FIRST_COUNT : 0 })}
        data-testid="display-trail"
      />
      {trail > 0 && (
        <>
          <Slider
            label="Number of positions"
            value={trail}
            min={1}
            max={MOST_EARLIER}
            step={1}
            onChange={(value) => onChange({ trail: value })}
            data-testid="display-trail-count"
          />
          {/* Even in its logarithm: a hundredth of a second to ten seconds. */}
          <Slider
            label="Interval"
            value={Math.log10(trailEvery)}
            min={-2}
            max={1}
            step={0.05}
            format={(value) => `${Number((10 ** value).toPrecision(2))} s`}
            onChange={(value) => onChange({ trailEvery: Number((10 ** value).toPrecision(2)) })}
            data-testid="display-trail-every"
          />
        </>
      )}
    </fieldset>
  );
}
