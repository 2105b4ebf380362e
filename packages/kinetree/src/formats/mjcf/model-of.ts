import { constant } from "../../model/signals.js";
import type { Body, Joint, Load, Model, Signal } from "../../model/types.js";
import { quoted } from "../format-error.js";
import type { Assembly, BodyDraft, JointDraft } from "./assembly.js";
import type { CompilerSettings } from "./compiler.js";
import type { Context } from "./context.js";
import { impossibility } from "./mass/mass-sum.js";
import { at } from "./mass/placement.js";

export function modelOf({ options }: Context, assembly: Assembly, name: string): Model {
  return {
    name: name === "" ? "mujoco" : name,
    gravity: options.gravity,
    parameters: [],
    bodies: assembly.bodies.map(bodyOf),
    joints: assembly.joints.map(jointOf),
    loads: [...assembly.loads, ...biasForces(assembly), ...gravityCompensation(assembly, options.gravity)],
    actuators: assembly.actuators,
    controllers: [],
    constraints: assembly.constraints,
    terrains: [],
    contacts: [],
    tyres: [],
    shafts: [],
    shaftElements: [],
  };
}

function bodyOf(draft: BodyDraft): Body {
  const { mass, com, inertia } = draft.mass;
  const isEmpty = mass === 0 && inertia.every((entry) => entry === 0);
  const body = { name: draft.name, mass, com, inertia, massless: isEmpty, frames: draft.frames, shapes: draft.shapes };
  return impossibility(draft.mass) === null ? body : { ...body, unphysical: true };
}

function jointOf({ name, parent, child, X_parent_joint, X_child_joint, coordinates, role, motion }: JointDraft): Joint {
  return {
    name,
    parent: parent.name,
    child: child.name,
    X_parent_joint,
    X_child_joint,
    coordinates: coordinates.map((coordinate) => coordinate.properties()),
    role,
    ...motion,
  };
}

/** Constant forces: where springs of joint and actuators cancel, or an actuator has a bias without stiffness. */
function biasForces({ joints, loadNames }: Assembly): readonly Load[] {
  return joints.flatMap(({ name, coordinates, scalar }) => {
    const force = scalar === null ? 0 : coordinates[0].spring().force;
    if (force === 0) return [];
    const load = { joint: name, coordinate: 0, signal: constant(force) };
    return [{ kind: "joint-force", name: loadNames.invent(`${name}_bias`), ...load } as const];
  });
}

/** Part of the weight, taken away at the mass centre. */
function gravityCompensation({ bodies, loadNames }: Assembly, gravity: readonly number[]): readonly Load[] {
  return bodies.flatMap(({ name, gravcomp, mass }) => {
    if (gravcomp === 0 || mass.mass === 0 || gravity.every((g) => g === 0)) return [];
    const along = (i: number): Signal => constant(-gravcomp * mass.mass * gravity[i]);
    const none = constant(0);
    const load: Load = {
      kind: "wrench",
      name: loadNames.invent(`${name}_gravcomp`),
      at: { body: name, pose: at(mass.com) },
      along: "world",
      torque: [none, none, none],
      force: [along(0), along(1), along(2)],
    };
    return [load];
  });
}

/** `settotalmass` scales masses and inertias alike, fixed bodies included. */
export function scaleToTotalMass({ settotalmass }: CompilerSettings, bodies: readonly BodyDraft[]): void {
  const total = bodies.reduce((sum, { mass }) => sum + mass.mass, 0);
  if (settotalmass === null || !(total > 0)) return;
  const factor = settotalmass / total;
  for (const body of bodies) {
    const [xx, yy, zz, xy, xz, yz] = body.mass.inertia.map((entry) => entry * factor);
    body.mass = { ...body.mass, mass: body.mass.mass * factor, inertia: [xx, yy, zz, xy, xz, yz] };
  }
}

/** Reports mass properties that no rigid body can have; they are kept as written, or refused if strict. */
export function tellImpossible({ report, strict }: Context, bodies: readonly BodyDraft[]): void {
  for (const { name, element, mass } of bodies) {
    const why = impossibility(mass);
    if (why === null || element === null) continue;
    const inertial = element.children.find((child) => child.name === "inertial") ?? element;
    const what = `body ${quoted(name)} has mass properties that no rigid body can have: ${why}.`;
    const fix = `${strict ? "Correct" : "They are kept as written; correct"} them, or set balanceinertia in <compiler>.`;
    if (strict) report.error(inertial, "unphysical-mass", `${what} ${fix}`, mass.inertia);
    else report.warn(inertial, "unphysical-mass", `${what} ${fix}`, mass.inertia);
  }
}
