import type { Actuator, Controller } from "kinetree";
import { attachment, jointLink } from "./links.js";
import { links, number, numbers, text, vector, type Property, type PropertySheet } from "./property-sheet.js";

export const actuatorSheet = (
  actuator: Actuator,
  given: Actuator | undefined,
  controllers: readonly Controller[],
): PropertySheet => ({
  title: actuator.name,
  subtitle: actuator.kind === "body" ? `${actuator.effect} on a body` : `${actuator.kind} actuator`,
  sections: [
    { title: "Acts", properties: places(actuator, given) },
    {
      title: "Command",
      properties: [
        number("gain", "", actuator.gain, given?.gain),
        ...(actuator.lower === null ? [] : [number("lower", "", actuator.lower, given?.lower ?? undefined)]),
        ...(actuator.upper === null ? [] : [number("upper", "", actuator.upper, given?.upper ?? undefined)]),
        ...controllers
          .filter(({ actuators }) => actuators.includes(actuator.name))
          .map(({ name }) => links("set by", { kind: "controller", name })),
      ],
    },
  ],
});

function places(actuator: Actuator, given: Actuator | undefined): readonly Property[] {
  if (actuator.kind === "body") {
    const same = given?.kind === "body" ? given : undefined;
    return [
      ...attachment("on", actuator.at, same?.at),
      vector("axis", "", actuator.axis, same?.axis),
      text("expressed in", actuator.along === "world" ? "the world" : "the frame"),
    ];
  }
  if (actuator.kind === "shaft") return [links("element", { kind: "drive", name: actuator.element })];
  const on = [jointLink("joint", actuator.joint), text("coordinate", `number ${actuator.coordinate}`)];
  if (actuator.kind === "joint") return on;
  const same = given?.kind === "impedance" ? given : undefined;
  return [
    ...on,
    numbers("stiffness, at command 0 and 1", "N/m or N m/rad", actuator.stiffness, same?.stiffness),
    numbers("damping, at command 0 and 1", "N s/m or N m s/rad", actuator.damping, same?.damping),
    number("rest", "m or rad", actuator.rest, same?.rest),
  ];
}

/** Properties of a controller: period, latency, state and commands. */
export const controllerSheet = ({ name, period, latency = 0, actuators, law }: Controller): PropertySheet => ({
  title: name,
  subtitle: "controller",
  sections: [
    {
      title: "Samples",
      properties: [
        number("period", "s", period),
        ...(latency > 0 ? [number("latency", "ticks", latency)] : []),
        links("sets", ...actuators.map((each) => ({ kind: "actuator" as const, name: each }))),
      ],
    },
    {
      title: "State",
      properties: (law?.memory ?? []).flatMap((cell) => [
        number(cell.name, "initial value", cell.start),
        text("next", cell.next),
      ]),
    },
    {
      title: "Commands",
      properties: law
        ? law.commands.map((command, i) => text(actuators[i], command))
        : [text("law", "a function supplied by a program; there is none here, so the commands stay 0")],
    },
  ],
});
