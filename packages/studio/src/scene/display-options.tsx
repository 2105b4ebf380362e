import type { DisplayOptions } from "../run/store.js";
import { Slider, Switch } from "../ui/index.js";
import { FlexibleOptions } from "./flexible/flexible-options.js";
import { MOST_EARLIER } from "./mechanism/trail.js";

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

const FIRST_COUNT = 10;

function TrailOptions({
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
