import type { Model, Signal } from "../model/types.js";
import { deflectionShares, type DeflectionShare } from "../evaluate/probes/deflection-shares.js";
import type { ModelWarning } from "./model-warnings.js";

/** Deflections that fall short by less than this part are what anyone expects of a few modes. */
const LEAST_SHARE = 0.99;

/** Beams whose modes are too few for what acts at their stations. */
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

/** Bodies that forces and torques of loads, other joints, contacts and constraints act on. */
function loadsOnBodies({ loads, joints, contacts, constraints, actuators }: Model): Acting {
  const forces = new Set<string>();
  const torques = new Set<string>();
  const isActing = (signals: readonly Signal[]): boolean =>
    signals.some((signal) => !(signal.kind === "constant" && signal.value === 0));
  for (const load of loads) {
    switch (load.kind) {
      case "wrench":
        if (isActing(load.force)) forces.add(load.at.body);
        if (isActing(load.torque)) torques.add(load.at.body);
        break;
      case "point-spring":
      case "torsion-spring":
      case "bushing":
        for (const { body } of [load.a, load.b]) {
          if (load.kind !== "torsion-spring") forces.add(body);
          if (load.kind !== "point-spring") torques.add(body);
        }
        break;
      case "joint-force":
        break;
    }
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

/** Whether something acts on a station, or on what is welded to it. */
function feels({ joints }: Model, acting: Acting, { station, load }: DeflectionShare): boolean {
  const group = new Set([station]);
  for (const body of group) {
    for (const { kind, parent, child } of joints) {
      if (kind !== "weld") continue;
      if (parent === body) group.add(child);
      if (child === body) group.add(parent);
    }
  }
  const on = load.startsWith("force") ? acting.forces : acting.torques;
  return [...group].some((body) => on.has(body));
}
