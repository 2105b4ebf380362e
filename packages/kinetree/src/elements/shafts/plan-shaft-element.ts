import { div, sub } from "../../graph/num.js";
import { shaftElementDefinitions, type ShaftElementKind, type ShaftElementOf } from "../../model/shaft-elements.js";
import type { Real, ShaftElement } from "../../model/types.js";
import { planConverter } from "./converter.js";
import type { PlanScope, ShaftElementPlan } from "./element-plan.js";
import { planBrake, planClutch } from "./friction.js";
import { planGearbox } from "./gearbox.js";
import { planEngine, planMotor } from "./motor.js";
import { planSpring } from "./spring.js";
import { planTorqueBias } from "./torque-bias.js";

type PlanElement<K extends ShaftElementKind> = (element: ShaftElementOf<K>, scope: PlanScope) => ShaftElementPlan;

/** Rigid ones have no torque of their own: they are eliminated. */
const plans: { readonly [K in ShaftElementKind]: PlanElement<K> | null } = {
  spring: planSpring,
  gear: null,
  differential: null,
  "torque-bias": planTorqueBias,
  clutch: planClutch,
  brake: planBrake,
  motor: planMotor,
  engine: planEngine,
  converter: planConverter,
  gearbox: planGearbox,
};

/** The plan of an element; null for rigid ones. */
export function planShaftElement(element: ShaftElement, scope: PlanScope): ShaftElementPlan | null {
  // Each plan takes elements of its own kind, which the compiler cannot see here.
  const make = plans[element.kind] as PlanElement<ShaftElementKind> | null;
  if (!make) return null;
  const plan = make(element as never, scope);
  const { lag = 0 } = element as { readonly lag?: Real };
  return lag === 0 ? plan : delayed(plan, scope.num(lag));
}

/** Follows its command with a delay of first order: u' = (command − u)/lag, before its own states. */
function delayed(plan: ShaftElementPlan, lag: ReturnType<PlanScope["num"]>): ShaftElementPlan {
  return {
    ...plan,
    key: `delayed ${plan.key}`,
    numbers: [lag, ...plan.numbers],
    states: ["command", ...plan.states],
    at: ({ command, states: [followed, ...states], numbers: [time, ...numbers], ...motion }) => {
      const { torques, rates } = plan.at({ ...motion, command: followed, states, numbers });
      return { torques, rates: [div(sub(command, followed), time), ...rates] };
    },
    energy: ([, ...states], [, ...numbers]) => plan.energy(states, numbers),
  };
}

/** Only names are wanted: numbers stay as they are at any value. */
const namesOnly: PlanScope = { num: (real) => (typeof real === "number" ? real : 1), keyOf: () => "" };

/** What an element remembers, such as "half shaft, twist". */
export const shaftElementStateNames = (element: ShaftElement): readonly string[] =>
  planShaftElement(element, namesOnly)?.states.map((state) => `${element.name}, ${state}`) ?? [];

/** How an element bears on the mounts of its shafts. */
export const natureOf = ({ kind }: ShaftElement): "rigid" | "bar" | "housed" => shaftElementDefinitions[kind].nature;
