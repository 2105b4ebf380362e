import { europaGrounds, europaLanderVariants, europaLegs, namedSystem, type NamedSystem } from "kinetree/systems";
import { useEffect, useState } from "react";
import type { ModelSource } from "../../experiment/types.js";
import { openSource } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, NumberField, Panel, Select, TextField } from "../../ui/index.js";
import "./system-options.css";

type SystemSource = Extract<ModelSource, { kind: "system" }>;
type Options = SystemSource["options"];

/** The options of a named system; applying them reopens it. */
export function SystemOptions({ source }: { source: SystemSource }) {
  const system = namedSystem(source.name);
  const [given, setGiven] = useState<Options>(source.options);
  useEffect(() => setGiven(source.options), [source.options]);
  const setup = useStudio((state) => state.setup);
  const defaults = systemDefaults(system, given);
  const isChanged = JSON.stringify(sorted(given)) !== JSON.stringify(sorted(source.options));
  const apply = (options: Options): void => void openSource({ ...source, options }, { setup });
  const set = (option: string, value: number | string): void => {
    const { [option]: _, ...others } = given;
    // Defaults stay out of links.
    setGiven(value === system.defaults[option] ? others : { ...others, [option]: value });
  };
  return (
    <Panel title="Build options" isCollapsible storageKey="workbench.system-options">
      <form
        className="system-options"
        onSubmit={(event) => {
          event.preventDefault();
          apply(given);
        }}
      >
        <div className="system-options-fields">
          {Object.entries(defaults).map(([option, value]) => (
            <OptionField
              key={option}
              system={source.name}
              option={option}
              value={given[option] ?? value}
              onChange={(next) => set(option, next)}
            />
          ))}
        </div>
        <div className="system-options-actions">
          <Button variant="primary" isDisabled={!isChanged} onPress={() => apply(given)} data-testid="apply-options">
            Rebuild
          </Button>
          <Button
            variant="quiet"
            isDisabled={Object.keys(source.options).length === 0 && !isChanged}
            onPress={() => (Object.keys(source.options).length === 0 ? setGiven({}) : apply({}))}
          >
            Defaults
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const sorted = (options: Options): readonly (readonly [string, unknown])[] =>
  Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));

interface OptionFieldProps {
  readonly system: string;
  readonly option: string;
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
}

function OptionField({ system, option, value, onChange }: OptionFieldProps) {
  const label = optionLabel(option);
  const testId = `option-${option}`;
  if (typeof value === "number")
    return <NumberField label={label} value={value} onChange={onChange} data-testid={testId} />;
  const choices = systemChoices(system, option);
  if (!choices) return <TextField label={label} value={value} onChange={onChange} />;
  const options = choices.map((id) => ({ id, label: id.replaceAll("-", " ") }));
  return <Select label={label} value={value} options={options} onChange={onChange} data-testid={testId} />;
}

/** Options of named systems that are one of a few words. */
const choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "n-pendulum": { joint: ["revolute", "spherical"] },
  "europa-lander": {
    variant: Object.keys(europaLanderVariants),
    legs: europaLegs,
    ground: europaGrounds,
    inertiaOf: ["main-body", "lander"],
    springRest: ["initial-pose", "nominal-pose"],
    impedance: ["latched", "while-partial"],
    softens: ["stiffness-and-damping", "stiffness"],
    stribeckExponent: ["parameter", "one"],
  },
  "four-bar": { branch: ["open", "crossed"] },
  "four-bar-row": { coupling: ["shared", "nested"] },
  "spatial-slider-crank": { connection: ["body", "distance"] },
  "flyball-governor": { connection: ["rods", "springs"] },
  "quarter-car": { tieRod: ["body", "rod"] },
  "suspended-vehicle": { chassis: ["free", "fixed"], lowerBall: ["pins", "spherical"] },
  hmmwv: {
    chassis: ["free", "fixed"],
    lowerBall: ["spherical", "pins"],
    struts: ["massless", "bodies"],
    tieRods: ["distance", "bodies"],
    idler: ["distance", "body"],
    steeringInput: ["spring", "angle", "torque", "column"],
    damper: ["two-rate", "linear", "map"],
    stops: ["on", "off"],
    steering: ["pitman", "rack"],
    antiRollBar: ["none", "bodies", "forces"],
    pivots: ["hinges", "bushings", "soft-bushings"],
    air: ["on", "off"],
    support: ["tyres", "posts", "none"],
    tyre: ["tmeasy", "tmeasy-measured", "brush", "fiala", "pac2002", "pac89"],
    tyreContact: ["point", "four-point", "envelope"],
    road: ["plane", "ground"],
    powertrain: ["m998", "map", "converter", "wheel-motors", "none"],
    driven: ["all", "front", "rear"],
    differentials: ["open", "limited-slip", "locked"],
    range: ["high", "low"],
    bodyContact: ["off", "on"],
  },
  cantilever: { correction: ["none", "tip-force"] },
  "spinning-beam": { geometricStiffness: ["on", "off"] },
  "space-platform": { booms: ["rigid", "flexible"], loops: ["open", "closed"] },
  "numbered-chain": { order: ["optimal", "worst"] },
};

/** The words that an option may be; null if it is not one of a few. */
export const systemChoices = (system: string, option: string): readonly string[] | null =>
  choices[system]?.[option] ?? null;

/** "hipRadius" as "hip radius", "upperAngleDeg" as "upper angle [deg]". */
export function optionLabel(option: string): string {
  const degrees = option.endsWith("Deg");
  const words = (degrees ? option.slice(0, -3) : option).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return degrees ? `${words} [deg]` : words;
}

/** Default options of a system; each variant of the lander has its own. */
export function systemDefaults(
  { name, defaults }: Pick<NamedSystem, "name" | "defaults">,
  options: Readonly<Record<string, number | string>>,
): Readonly<Record<string, number | string>> {
  if (name !== "europa-lander") return defaults;
  const variant = Object.entries(europaLanderVariants).find(([each]) => each === options["variant"]);
  return { ...defaults, ...variant?.[1] };
}
