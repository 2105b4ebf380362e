import type { DisplayOptions } from "../run/store.js";
import { Slider, Switch } from "../ui/index.js";
import { FlexibleOptions } from "./flexible/flexible-options.js";
import { TrailOptions } from "./trail-options.js";

type Flag = { [K in keyof DisplayOptions]: DisplayOptions[K] extends boolean ? K : never }[keyof DisplayOptions];

const groups: readonly { readonly title: string; readonly flags: readonly (readonly [Flag, string])[] }[] = [
  {
    title: "Bodies",
    flags: [
      ["shapes", "Shapes"],
      ["translucent", "Transparent bodies"],
      ["names", "Names"],
    ],
  },
  {
    title: "Mechanics",
    flags: [
      ["frames", "Frames"],
      ["axes", "Joint axes"],
      ["masses", "Centres of mass"],
      ["inertia", "Inertia ellipsoids"],
    ],
  },
  {
    title: "Loads",
    flags: [
      ["contactForces", "Contact forces"],
      ["jointLoads", "Joint loads"],
    ],
  },
  {
    title: "World",
    flags: [
      ["grid", "Grid"],
      ["terrain", "Terrain"],
    ],
  },
];

/** Switches for all that the picture can show; those of flexible bodies where there are any. */
export function DisplayPanel({
  display,
  isFlexible,
  onChange,
}: {
  readonly display: DisplayOptions;
  readonly isFlexible: boolean;
  readonly onChange: (change: Partial<DisplayOptions>) => void;
}) {
  return (
    <div className="scene-display">
      {groups.map(({ title, flags }) => (
        <fieldset key={title} className="scene-display-group">
          <legend>{title}</legend>
          {flags.map(([flag, label]) => (
            <Switch
              key={flag}
              label={label}
              isSelected={display[flag]}
              onChange={(isOn) => onChange({ [flag]: isOn })}
              data-testid={`display-${flag}`}
            />
          ))}
        </fieldset>
      ))}
      <TrailOptions display={display} onChange={onChange} />
      {isFlexible && <FlexibleOptions display={display} onChange={onChange} />}
      {/* A scale of tenths to tenfold, even in its logarithm. */}
      <Slider
        label="Arrow length"
        value={Math.log10(display.arrowScale)}
        min={-1}
        max={1}
        step={0.05}
        format={(value) => `× ${Number((10 ** value).toPrecision(2))}`}
        onChange={(value) => onChange({ arrowScale: Number((10 ** value).toPrecision(3)) })}
        data-testid="display-arrow-scale"
      />
    </div>
  );
}
