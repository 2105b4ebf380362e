import { definitionOf } from "../model/joints.js";
import { attachmentsOf, loadDefinitions } from "../model/loads.js";
import type { Model, Signal } from "../model/types.js";
import type { ModelWarning } from "./model-warnings.js";
import { beamGroups, type BeamDirection } from "../elements/flexible/beam-groups.js";
import { bendingDeflection, rodDeflection, type UnitLoad } from "../elements/flexible/static-shape.js";
import type { BeamCorrection } from "../model/flexible.js";
import { stationsOf } from "../formulation/flexible/flexible-stations.js";

/** Shares of the static deflection above this need no warning. */
const LEAST_SHARE = 0.99;

/** Beams with too few modes for the loads at their stations. */
export function aboutModes(model: Model): ModelWarning[] {
  if (!model.bodies.some(({ flexible }) => flexible?.kind === "beam")) return [];
  const acting = loadsOnBodies(model);
  return deflectionShares(model)
    .filter((each) => each.modes > 0 && each.share < LEAST_SHARE && feels(model, acting, each))
    .map((each) => ({
      code: "few-modes",
      path: `bodies.${each.body}.flexible`,
      modelPath: ["bodies", model.bodies.findIndex(({ name }) => name === each.body), "flexible"],
      value: each.share,
      message: inWords(model, each),
    }));
}

function inWords(model: Model, { body, station, load, modes, share }: DeflectionShare): string {
  const [what, axis] = load.split("-");
  const does = what === "force" ? "deflection" : "turn";
  const joint = model.joints.find(({ kind, child }) => kind === "flexible" && child === station);
  const at = Number(joint?.X_parent_joint.position[0]);
  return (
    `beam "${body}": ${modes === 1 ? "its mode" : `its ${modes} modes`} ${modes === 1 ? "gives" : "give"} ${(100 * share).toPrecision(3)} % of the ` +
    `static ${does} at "${station}" under a ${what} ${what === "force" ? "along" : "about"} ${axis}. ` +
    `Add the correction { at: ${at}, load: "${load}" }, or modes.`
  );
}

interface Acting {
  readonly forces: ReadonlySet<string>;
  readonly torques: ReadonlySet<string>;
}

function loadsOnBodies({ loads, joints, contacts, constraints, actuators }: Model): Acting {
  const forces = new Set<string>();
  const torques = new Set<string>();
  const isActing = (signals: readonly Signal[]): boolean =>
    signals.some((signal) => !(signal.kind === "constant" && signal.value === 0));
  for (const load of loads)
    for (const effect of loadDefinitions[load.kind].exerts) {
      if (load.kind === "wrench" && !isActing(load[effect])) continue;
      for (const { body } of attachmentsOf(load)) (effect === "force" ? forces : torques).add(body);
    }
  for (const actuator of actuators) {
    if (actuator.kind === "body") (actuator.effect === "force" ? forces : torques).add(actuator.at.body);
  }
  for (const { kind, parent, child } of joints) if (kind !== "flexible") forces.add(parent).add(child);
  for (const { at } of contacts) forces.add(at.body);
  for (const constraint of constraints) {
    if (!("a" in constraint)) continue;
    for (const end of [constraint.a, constraint.b]) forces.add(end.body);
  }
  return { forces, torques };
}

/** Whether something acts on a station, or on a body welded to it. */
function feels({ joints }: Model, acting: Acting, { station, load }: DeflectionShare): boolean {
  const group = new Set([station]);
  for (const body of group) {
    for (const joint of joints) {
      if (definitionOf(joint).closes !== "everything") continue;
      const { parent, child } = joint;
      if (parent === body) group.add(child);
      if (child === body) group.add(parent);
    }
  }
  const on = load.startsWith("force") ? acting.forces : acting.torques;
  return [...group].some((body) => on.has(body));
}

/** The share of a beam's static deflection at a station that its modes represent; all slow motions miss the rest. */
export interface DeflectionShare {
  readonly body: string;
  readonly station: string;
  /** A force along, or a torque about, an axis of the beam's frame. */
  readonly load: BeamCorrection["load"];
  /** Modes in this direction, static corrections included; a beam without any is rigid. */
  readonly modes: number;
  /** Deflection along the force, or rotation about the torque's axis, relative to the exact one: 0 to 1. */
  readonly share: number;
}

const kinds: readonly (readonly [BeamCorrection["load"], BeamDirection, UnitLoad["on"]])[] = [
  ["force-y", "y", "value"],
  ["force-z", "z", "value"],
  ["force-x", "axial", "value"],
  ["torque-x", "torsion", "value"],
  ["torque-y", "z", "slope"],
  ["torque-z", "y", "slope"],
];

/** For all stations on the axes of beams and all loads; independent of material and section. */
export function deflectionShares(model: Model): readonly DeflectionShare[] {
  const stations = stationsOf(model);
  return model.bodies.flatMap(({ name, flexible }, index): DeflectionShare[] => {
    if (flexible?.kind !== "beam") return [];
    const groups = beamGroups(flexible);
    return stations
      .filter(({ body }) => body === index)
      .flatMap(({ name: station, position: [at] }) =>
        kinds.map(([load, direction, on]): DeflectionShare => {
          const group = groups.find((each) => each.direction === direction);
          if (!group) return { body: name, station, load, modes: 0, share: 0 };
          const { count, stiffness, motion } = group.basis;
          const shapes = group.basis.at(at);
          const order = on === "value" ? 0 : 1;
          const exact = (motion === "bending" ? bendingDeflection : rodDeflection)({ at, on })(at)[order];
          const shown = shapes.reduce((sum, shape, k) => sum + (shape[order] * shape[order]) / stiffness[k], 0);
          return { body: name, station, load, modes: count, share: shown / exact };
        }),
      );
  });
}
