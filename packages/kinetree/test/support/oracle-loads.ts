import type { State } from "../../src/state/state.js";
import type { TreeBody } from "../../src/topology/types.js";
import { angularVelocity, atRest, compose, fixed, type MovingFrame } from "./moving-frame.js";
import {
  add,
  apply,
  cross,
  dot,
  identity,
  matrixOfQuaternion,
  norm,
  product,
  scale,
  sub,
  sum,
  times,
  transpose,
  unit,
  unskew,
  zero,
  skew,
  type V3,
} from "./numbers.js";
import type { NumericLoad, NumericModel } from "./numeric-model.js";

/* Loads straight from their definitions in model/types.ts, with what they store and what they add or take away. */

type Signal = Extract<NumericLoad, { kind: "joint-force" }>["signal"];
type Coordinate = NumericModel["joints"][number]["coordinates"][number];
type Law = Coordinate["stiffness"];

/** A force and a torque on a body, at a point of space. */
export interface Wrench {
  /** Model index of the body; -1 for ground. */
  readonly body: number;
  readonly point: V3;
  readonly force: V3;
  readonly torque: V3;
}

export interface LoadEffect {
  readonly wrenches: readonly Wrench[];
  /** Stored energy. */
  readonly energy: number;
  /** Power of everything that does not come out of the stored energy. */
  readonly power: number;
}

export function signalAt(signal: Signal, t: number): number {
  switch (signal.kind) {
    case "constant":
      return signal.value;
    case "sine":
      return signal.offset + signal.amplitude * Math.sin(signal.angularFrequency * t + signal.phase);
    case "piecewise": {
      const passed = signal.times.filter((time) => time <= t).length;
      return passed === 0 ? 0 : signal.values[passed - 1];
    }
    case "table":
      return lawAt({ x: signal.times, y: signal.values, beyond: "hold" }, t);
  }
}

/** A linear law or a curve. */
function lawAt(law: Law, x: number): number {
  if (typeof law === "number") return law * x;
  const last = law.x.length - 1;
  if (law.beyond === "hold" && x <= law.x[0]) return law.y[0];
  if (law.beyond === "hold" && x >= law.x[last]) return law.y[last];
  let i = 0;
  while (i < last - 1 && x > law.x[i + 1]) i++;
  return law.y[i] + ((law.y[i + 1] - law.y[i]) / (law.x[i + 1] - law.x[i])) * (x - law.x[i]);
}

/** ∫ from 0 to x: trapezia between all corners on the way, exact for a broken line. */
function lawEnergy(law: Law, x: number): number {
  if (typeof law === "number") return (law * x * x) / 2;
  const [low, high] = [Math.min(0, x), Math.max(0, x)];
  const stations = [low, ...law.x.filter((at) => at > low && at < high), high];
  let area = 0;
  for (let i = 1; i < stations.length; i++)
    area += ((lawAt(law, stations[i]) + lawAt(law, stations[i - 1])) / 2) * (stations[i] - stations[i - 1]);
  return x < 0 ? -area : area;
}

/** Force, stored energy and other power along a joint coordinate. */
export function coordinateEffect(
  c: Coordinate,
  q: number,
  v: number,
): { force: number; energy: number; power: number } {
  const lost = -c.damping * v - (c.friction * v) / Math.hypot(v, c.frictionSpeed);
  let force = lost - lawAt(c.stiffness, q - c.rest);
  let energy = lawEnergy(c.stiffness, q - c.rest);
  let power = lost * v;
  const stop = (depth: number, outwards: 1 | -1): void => {
    if (!(depth > 0) || c.stopStiffness === 0) return;
    const push = Math.max(0, c.stopStiffness * depth + c.stopDamping * outwards * v);
    force -= outwards * push;
    energy += (c.stopStiffness * depth * depth) / 2;
    power += -outwards * push * v + c.stopStiffness * depth * outwards * v;
  };
  if (c.lower !== null) stop(c.lower - q, -1);
  if (c.upper !== null) stop(q - c.upper, 1);
  return { force, energy, power };
}

type Actuator = NumericModel["actuators"][number];
type Attachment = Extract<NumericLoad, { kind: "wrench" }>["at"];

/** An attached frame in the world, and how it moves. */
function attachedTo(model: NumericModel, frames: readonly MovingFrame[], { body, pose }: Attachment) {
  const index = model.bodies.findIndex(({ name }) => name === body);
  const frame = compose(index < 0 ? atRest : frames[index], fixed(matrixOfQuaternion(pose.rotation), pose.position));
  return { body: index, frame, R: frame.R[0], p: frame.p[0], v: frame.p[1], w: angularVelocity(frame) };
}

/** gain × clamp(command) */
export const commanded = ({ gain, lower, upper }: Actuator, u = 0): number =>
  gain * Math.min(upper ?? Infinity, Math.max(lower ?? -Infinity, u));

/** Effect of an actuator on a body; those of joints act elsewhere. */
export function actuatorEffect(
  model: NumericModel,
  actuator: Extract<Actuator, { kind: "body" }>,
  frames: readonly MovingFrame[],
  u: number | undefined,
): LoadEffect {
  const at = attachedTo(model, frames, actuator.at);
  const axis = unit(actuator.axis);
  const effect = scale(commanded(actuator, u), actuator.along === "world" ? axis : apply(at.R, axis));
  const [force, torque] = actuator.effect === "force" ? [effect, zero] : [zero, effect];
  const power = dot(force, at.v) + dot(torque, at.w);
  return { wrenches: [{ body: at.body, point: at.p, force, torque }], energy: 0, power };
}

export type BodyLoad = Exclude<NumericLoad, { kind: "joint-force" | "coordinate-spring" }>;

/** Whether a load acts on bodies; the others act along coordinates. */
export const isBodyLoad = (load: NumericLoad): load is BodyLoad =>
  load.kind !== "joint-force" && load.kind !== "coordinate-spring";

/** Forces of the springs between two coordinates along all speeds, what they store, and the power that they do not store. */
export function couplingEffect(
  model: NumericModel,
  tree: readonly TreeBody[],
  { q, v }: State,
): { readonly forces: readonly number[]; readonly energy: number; readonly power: number } {
  const forces = Array.from(v, () => 0);
  let [energy, power] = [0, 0];
  for (const load of model.loads) {
    if (load.kind !== "coordinate-spring") continue;
    const [a, b] = [load.a, load.b].map(({ joint: name, coordinate }) => {
      const place = tree.find(({ joint }) => model.joints[joint].name === name) as TreeBody;
      return { q: place.qStart + coordinate, v: place.vStart + coordinate };
    });
    const deflection = q[a.q] - load.ratio * q[b.q] - load.rest;
    const rate = v[a.v] - load.ratio * v[b.v];
    const lost = lawAt(load.damping, rate);
    const force = lawAt(load.stiffness, deflection) + lost;
    forces[a.v] -= force;
    forces[b.v] += load.ratio * force;
    energy += lawEnergy(load.stiffness, deflection);
    power -= lost * rate;
  }
  return { forces, energy, power };
}

/** Effect of a load between or on bodies. */
export function loadEffect(model: NumericModel, load: BodyLoad, frames: readonly MovingFrame[], t: number): LoadEffect {
  const attached = (attachment: Attachment) => attachedTo(model, frames, attachment);
  if (load.kind === "wrench") {
    const at = attached(load.at);
    const axes = load.along === "world" ? identity : at.R;
    const of = (signals: readonly Signal[]): V3 =>
      apply(axes, [signalAt(signals[0], t), signalAt(signals[1], t), signalAt(signals[2], t)]);
    const [torque, force] = [of(load.torque), of(load.force)];
    const power = dot(force, at.v) + dot(torque, at.w);
    return { wrenches: [{ body: at.body, point: at.p, force, torque }], energy: 0, power };
  }
  if (load.kind === "aerodynamic") {
    const at = attached(load.at);
    const [x, y, z] = load.wind;
    const u = apply(transpose(at.R), sub(at.v, [signalAt(x, t), signalAt(y, t), signalAt(z, t)]));
    const k = (load.density * load.area) / 2;
    const drag = scale(-k * load.drag * norm(u), u);
    const other: V3 = [0, -k * load.side * norm(u) * u[1], k * load.lift * dot(u, u)];
    const force = apply(at.R, add(drag, other));
    return { wrenches: [{ body: at.body, point: at.p, force, torque: zero }], energy: 0, power: dot(force, at.v) };
  }
  const [a, b] = [attached(load.a), attached(load.b)];
  /** On b as given, on a opposite, at the same point of space. */
  const pair = (force: V3, torque: V3): readonly Wrench[] => [
    { body: b.body, point: b.p, force, torque },
    { body: a.body, point: b.p, force: scale(-1, force), torque: scale(-1, torque) },
  ];
  switch (load.kind) {
    case "point-spring": {
      const d = sub(b.p, a.p);
      const along = unit(d);
      const rate = dot(sub(b.v, a.v), along);
      const extension = norm(d) - load.freeLength;
      const lost = lawAt(load.damping, rate);
      const force = scale(-lawAt(load.stiffness, extension) - lost, along);
      return { wrenches: pair(force, zero), energy: lawEnergy(load.stiffness, extension), power: -lost * rate };
    }
    case "mapped-damper": {
      const d = sub(b.p, a.p);
      const along = unit(d);
      const rate = dot(sub(b.v, a.v), along);
      const { x, y, z, scale: factor = 1 } = load.tension;
      // First across each row, then along the column of what came out.
      const column = z.map((row) => lawAt({ x: y, y: row, beyond: "extend" }, rate));
      const tension = factor * lawAt({ x, y: column, beyond: "hold" }, norm(d));
      return { wrenches: pair(scale(-tension, along), zero), energy: 0, power: -tension * rate };
    }
    case "torsion-spring": {
      // The angle of b's x axis about a's z axis, and its derivative along a turn of b in a: virtual work gives the torque.
      const x = apply(transpose(a.R), apply(b.R, [1, 0, 0]));
      const rho2 = x[0] * x[0] + x[1] * x[1];
      const direction = apply(a.R, [(-x[2] * x[0]) / rho2, (-x[2] * x[1]) / rho2, 1]);
      const deflection = Math.atan2(x[1], x[0]) - load.rest;
      const rate = dot(sub(b.w, a.w), direction);
      const lost = lawAt(load.damping, rate);
      const torque = scale(-lawAt(load.stiffness, deflection) - lost, direction);
      return { wrenches: pair(zero, torque), energy: lawEnergy(load.stiffness, deflection), power: -lost * rate };
    }
    case "bushing": {
      const toA = transpose(a.R);
      const x = apply(toA, sub(b.p, a.p));
      const xRate = apply(toA, sub(sub(b.v, a.v), cross(a.w, sub(b.p, a.p))));
      const wRate = apply(toA, sub(b.w, a.w));
      const phi = rotationVector(product(toA, b.R));
      const each = (k: readonly number[], start: number, y: V3): V3 => [
        k[start] * y[0],
        k[start + 1] * y[1],
        k[start + 2] * y[2],
      ];
      const elasticTorque = apply(transpose(inverseLeftJacobian(phi)), each(load.stiffness, 0, phi));
      const lostTorque = each(load.damping, 0, wRate);
      const lostForce = each(load.damping, 3, xRate);
      const force = scale(-1, add(each(load.stiffness, 3, x), lostForce));
      const torque = scale(-1, add(elasticTorque, lostTorque));
      return {
        wrenches: pair(apply(a.R, force), apply(a.R, torque)),
        energy: (dot(phi, each(load.stiffness, 0, phi)) + dot(x, each(load.stiffness, 3, x))) / 2,
        power: -dot(lostTorque, wRate) - dot(lostForce, xRate),
      };
    }
  }
}

function rotationVector(R: readonly [V3, V3, V3]): V3 {
  const s = unskew(R); // sin θ axis
  const angle = Math.atan2(norm(s), (R[0][0] + R[1][1] + R[2][2] - 1) / 2);
  return norm(s) < 1e-300 ? zero : scale(angle / norm(s), s);
}

/** θ/2 cot θ/2 1 + (1 − θ/2 cot θ/2) a aᵀ − θ/2 [a]×. Barfoot, State Estimation for Robotics (2017), eq. 7.37b. */
function inverseLeftJacobian(phi: V3): readonly [V3, V3, V3] {
  const angle = norm(phi);
  if (angle < 1e-9) return sum(identity, times(-0.5, skew(phi)));
  const a = scale(1 / angle, phi);
  const c = angle / 2 / Math.tan(angle / 2);
  const outer = [scale(a[0], a), scale(a[1], a), scale(a[2], a)] as const;
  return sum(sum(times(c, identity), times(1 - c, outer)), times(-angle / 2, skew(a)));
}
