import { evaluateReal, GROUND, jointsFromState, type Joint, type Model, type Real, type State } from "kinetree";

/** Stands for a point [m]. */
const POINT_RADIUS = 1e-3;

/** MuJoCo wants all three moments of a body above zero, and slender rods have one that is not [kg m²]. */
const LEAST_INERTIA = 1e-9;

/**
 * A tree of hinges on a free base as MJCF: same masses, inertias, places, springs and dampers. Contacts become small spheres on a
 * plane with MuJoCo's own laws, of which only the friction in motion is the model's. A body whose moments break the triangle
 * inequality, which MuJoCo refuses, has the mean of its moments.
 */
export function mjcfOf(model: Model, parameters: Readonly<Record<string, number>>, timestep: number): string {
  const values = new Map(Object.entries(parameters));
  const list = (reals: readonly Real[]): string => reals.map((real) => evaluateReal(real, values)).join(" ");
  const bodyText = (joint: Joint): string => {
    const { com, inertia, mass } = found(model.bodies, joint.child);
    const { position, rotation } = joint.X_parent_joint;
    const spheres = model.contacts
      .filter(({ at }) => at.body === joint.child)
      .map(({ at, friction }) => {
        const sliding = friction.kind === "lugre" || friction.kind === "coulomb" ? friction.kinetic : 0;
        return `<geom type="sphere" size="${POINT_RADIUS}" pos="${list(at.pose.position)}" friction="${list([sliding])} 0 0" priority="1" contype="0" conaffinity="1" mass="0"/>`;
      });
    return [
      `<body name="${joint.child}" pos="${list(position)}" quat="${list(rotation)}">`,
      `<inertial pos="${list(com)}" mass="${list([mass])}" diaginertia="${list(inertia.slice(0, 3))}"/>`,
      jointText(joint),
      ...spheres,
      ...childrenOf(model, joint.child).map(bodyText),
      "</body>",
    ].join("\n");
  };
  const jointText = (joint: Joint): string => {
    if (joint.kind === "free") return `<freejoint name="${joint.name}"/>`;
    if (joint.kind !== "revolute") throw new RangeError(`joint "${joint.name}" is no hinge`);
    const [{ stiffness, damping, rest }] = joint.coordinates;
    if (typeof stiffness === "object" && "x" in stiffness) throw new RangeError(`joint "${joint.name}" has a curve`);
    return `<joint name="${joint.name}" type="hinge" axis="${list(joint.axis)}" stiffness="${list([stiffness])}" damping="${list([damping])}" springref="${list([rest])}"/>`;
  };
  return [
    "<mujoco>",
    `<compiler angle="radian" boundinertia="${LEAST_INERTIA}" balanceinertia="true"/>`,
    `<option timestep="${timestep}" gravity="${list(model.gravity)}"/>`,
    "<worldbody>",
    `<geom type="plane" size="0 0 1" contype="1" conaffinity="0"/>`,
    ...childrenOf(model, GROUND).map(bodyText),
    "</worldbody>",
    "</mujoco>",
  ].join("\n");
}

/** A state as MuJoCo packs it: joints as they come in the text, speeds of the free base linear first and along the world. */
export function mujocoState(model: Model, state: State): { readonly qpos: number[]; readonly qvel: number[] } {
  const { q, v } = jointsFromState(model, state);
  const [qpos, qvel]: [number[], number[]] = [[], []];
  const visit = (joint: Joint): void => {
    const [position, speed] = [numbers(q[joint.name]), numbers(v[joint.name])];
    qpos.push(...position);
    qvel.push(...(joint.kind === "free" ? freeSpeeds(position.slice(3), speed) : speed));
    childrenOf(model, joint.child).forEach(visit);
  };
  childrenOf(model, GROUND).forEach(visit);
  return { qpos, qvel };
}

const childrenOf = ({ joints }: Model, body: string): readonly Joint[] =>
  joints.filter(({ parent }) => parent === body);

const numbers = (values: number | ArrayLike<number>): number[] =>
  typeof values === "number" ? [values] : Array.from(values);

/** Ours are [angular, linear] along the body's axes. */
const freeSpeeds = (quat: readonly number[], v: readonly number[]): readonly number[] => [
  ...turned(quat, v.slice(3)),
  ...v.slice(0, 3),
];

/** R(w, u) x = x + 2w (u × x) + 2 u × (u × x). */
function turned([w, ...u]: readonly number[], x: readonly number[]): readonly number[] {
  const once = cross(u, x);
  const twice = cross(u, once);
  return x.map((each, i) => each + 2 * (w * once[i] + twice[i]));
}

const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]): readonly number[] => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

function found<T extends { readonly name: string }>(things: readonly T[], name: string): T {
  const thing = things.find((each) => each.name === name);
  if (thing) return thing;
  throw new RangeError(`there is no "${name}"`);
}
