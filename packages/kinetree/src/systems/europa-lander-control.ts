import type { AnyMechanism } from "../model/builder/mechanism.js";
import { param } from "../model/real-arithmetic.js";
import { springRest } from "./europa-lander-leg.js";
import type { EuropaLanderOptions } from "./europa-lander-options.js";
import { LEGS } from "./europa-lander-start.js";

const legs = Array.from({ length: LEGS }, (_, k) => k);

/**
 * Adds springs and dampers that a controller exchanges leg by leg: at the command 0 they are the nominal ones, at 1 the soft
 * ones. The controller "impedance" looks at the feet; actuators "hip0", "knee0", ….
 */
export function addImpedanceControl(lander: AnyMechanism, given: EuropaLanderOptions): AnyMechanism {
  const hinges = legs.flatMap((k) => (["hip", "knee"] as const).map((joint) => ({ k, joint, name: `${joint}${k}` })));
  const driven = hinges.reduce((soFar, { joint, name }) => {
    const capital = joint === "hip" ? "Hip" : "Knee";
    const damping = param(`${joint}Damping`);
    return soFar.actuator(name, {
      joint: name,
      stiffness: [param(`${joint}Stiffness`), param(`soft${capital}Stiffness`)],
      damping: [damping, given.softens === "stiffness" ? damping : param(`soft${capital}Damping`)],
      rest: springRest(given, joint),
    });
  }, lander);
  const touching = (k: number): string => `contact.foot${k}.touching`;
  const allTouch = legs.map(touching).join("*");
  const touchesAmongSome = (k: number): string => `min(${touching(k)}, 1 - ${allTouch})`;
  const isLatched = given.impedance === "latched";
  return driven.controller("impedance", {
    period: given.controlPeriod,
    actuators: hinges.map(({ name }) => name),
    law: {
      memory: isLatched
        ? legs.map((k) => ({ name: `soft${k}`, start: 0, next: `max(soft${k}, ${touchesAmongSome(k)})` }))
        : [],
      commands: hinges.map(({ k }) => (isLatched ? `soft${k}` : touchesAmongSome(k))),
    },
  });
}
