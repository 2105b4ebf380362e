import type { DisplayOptions } from "../../run/store.js";
import { NumberField, Slider, Switch } from "../../ui/index.js";

/** A range to begin with where none was chosen yet [Pa]. */
const FIRST_TOP = 1e8;
const MEGA = 1e6;

export function FlexibleOptions({
  display,
  onChange,
}: {
  readonly display: DisplayOptions;
  readonly onChange: (change: Partial<DisplayOptions>) => void;
}) {
  const { stress, stressTop, undeformed, deformation } = display;
  return (
    <fieldset className="scene-display-group">
      <legend>Flexible bodies</legend>
      <Switch
        label="Colour by stress"
        isSelected={stress}
        onChange={(isOn) => onChange({ stress: isOn })}
        data-testid="display-stress"
      />
      {stress && (
        <>
          <Switch
            label="Fixed colour range"
            isSelected={stressTop > 0}
            onChange={(isFixed) => onChange({ stressTop: isFixed ? FIRST_TOP : 0 })}
            data-testid="display-stress-fixed"
          />
          {stressTop > 0 && (
            <NumberField
              label="Stress at the top of the colour scale"
              value={stressTop / MEGA}
              unit="MPa"
              min={1e-6}
              step={10}
              onChange={(value) => onChange({ stressTop: value * MEGA })}
              data-testid="display-stress-top"
            />
          )}
        </>
      )}
      <Switch
        label="Undeformed beams"
        isSelected={undeformed}
        onChange={(isOn) => onChange({ undeformed: isOn })}
        data-testid="display-undeformed"
      />
      {/* Even in its logarithm: true size, tenfold, hundredfold, a thousandfold. */}
      <Slider
        label="Deformation scale"
        value={Math.log10(deformation)}
        min={0}
        max={3}
        step={0.05}
        format={(value) => `× ${Number((10 ** value).toPrecision(2))}`}
        onChange={(value) => onChange({ deformation: Number((10 ** value).toPrecision(2)) })}
        data-testid="display-deformation"
      />
      {deformation !== 1 && (
        <p className="scene-display-note">
          Bodies attached to flexible bodies move with the scaled deformation, so loops appear open. At × 1 all is
          exact.
        </p>
      )}
    </fieldset>
  );
}
