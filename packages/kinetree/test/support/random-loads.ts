import { jointSizes } from "../../src/model/joint-sizes.js";
import type { Real } from "../../src/model/real.js";
import type { Actuator, Attachment, Body, Curve, Joint, Load, Signal } from "../../src/model/types.js";
import { dice, randomPose, type Dice } from "./dice.js";

function randomSignal(d: Dice): Signal {
  switch (d.integer(5)) {
    case 0:
      return { kind: "constant", value: 0 };
    case 1:
      return { kind: "constant", value: d.real(d.between(-3, 3)) };
    case 2:
      return { kind: "piecewise", times: [0.5, 1, 1.5], values: [d.between(-2, 2), d.between(-2, 2), 1] };
    case 3:
      return { kind: "table", times: [0, 0.8, 1.9], values: [d.between(-2, 2), d.between(-2, 2), d.between(-2, 2)] };
    default:
      return {
        kind: "sine",
        amplitude: d.real(d.between(0.5, 3)),
        angularFrequency: d.real(d.between(0.5, 5)),
        phase: d.between(-1, 1),
        offset: d.chance(0.5) ? 0 : d.between(-1, 1),
      };
  }
}

const randomStiffness = (d: Dice): Real | Curve =>
  d.chance(0.6)
    ? d.real(d.between(1, 30))
    : { x: [-1, -0.2, 0.4, 1.2], y: [-9, -1, 2, 8], beyond: d.pick(["extend", "hold"]) };

const randomDamping = (d: Dice): Real | Curve =>
  d.chance(0.3) ? 0 : d.chance(0.6) ? d.real(d.between(0.1, 2)) : { x: [-2, 0, 3], y: [-1, 0, 2], beyond: "extend" };

/** A frame on a body, or on the ground now and then. */
const attach = (d: Dice, bodies: readonly Body[], other: string | null): Attachment => {
  const names = ["ground", ...bodies.map(({ name }) => name)].filter((name) => name !== other);
  return { body: d.pick(names), pose: randomPose(d) };
};

function ends(d: Dice, bodies: readonly Body[]): { a: Attachment; b: Attachment } {
  const a = attach(d, bodies, null);
  return { a, b: attach(d, bodies, a.body) };
}

/** A spring between two coordinates that are plain numbers, if there are two. */
function randomCoupling(d: Dice, moving: readonly Joint[]): readonly Load[] {
  const coordinates = moving
    .filter((joint) => jointSizes(joint).nq === jointSizes(joint).nv)
    .flatMap(({ name, coordinates: own }) => own.map((_, coordinate) => ({ joint: name, coordinate })));
  if (coordinates.length < 2) return [];
  const a = d.pick(coordinates);
  return [
    {
      kind: "coordinate-spring",
      name: "coupling",
      a,
      b: d.pick(coordinates.filter((each) => each !== a)),
      ratio: d.chance(0.3) ? 1 : d.real(d.between(-2, 2)),
      stiffness: randomStiffness(d),
      rest: d.chance(0.5) ? 0 : d.real(d.between(-0.5, 0.5)),
      damping: randomDamping(d),
    },
  ];
}

/** About one load for every two bodies, of every kind, and about one actuator for every four joints. */
export function randomLoads(
  d: Dice,
  bodies: readonly Body[],
  joints: readonly Joint[],
): { loads: readonly Load[]; actuators: readonly Actuator[] } {
  const moving = joints.filter((joint) => jointSizes(joint).nv > 0);
  const speedOf = (): { joint: string; coordinate: number } => {
    const joint = d.pick(moving);
    return { joint: joint.name, coordinate: d.integer(jointSizes(joint).nv) };
  };
  const count = d.integer(2 + Math.ceil(bodies.length / 2));
  const loads: Load[] = [];
  for (let i = 0; i < count; i++) {
    const name = `load${i}`;
    switch (d.integer(5)) {
      case 0:
        loads.push({
          kind: "point-spring",
          name,
          ...ends(d, bodies),
          stiffness: randomStiffness(d),
          freeLength: d.real(d.between(0.1, 1)),
          damping: randomDamping(d),
        });
        break;
      case 1:
        loads.push({
          kind: "torsion-spring",
          name,
          ...ends(d, bodies),
          stiffness: randomStiffness(d),
          rest: d.chance(0.5) ? 0 : d.real(d.between(-1, 1)),
          damping: randomDamping(d),
        });
        break;
      case 2: {
        const six = (most: number) => [0, 1, 2, 3, 4, 5].map(() => (d.chance(0.2) ? 0 : d.real(d.between(0.1, most))));
        loads.push({
          kind: "bushing",
          name,
          ...ends(d, bodies),
          stiffness: six(10) as unknown as Extract<Load, { kind: "bushing" }>["stiffness"],
          damping: six(1) as unknown as Extract<Load, { kind: "bushing" }>["damping"],
        });
        break;
      }
      case 3:
        loads.push({
          kind: "wrench",
          name,
          at: attach(d, bodies, d.chance(0.9) ? "ground" : null),
          along: d.pick(["world", "body"]),
          torque: [randomSignal(d), randomSignal(d), randomSignal(d)],
          force: [randomSignal(d), randomSignal(d), randomSignal(d)],
        });
        break;
      default:
        if (moving.length > 0) loads.push({ kind: "joint-force", name, ...speedOf(), signal: randomSignal(d) });
    }
  }
  const actuatorCount = moving.length === 0 ? 0 : d.integer(2 + joints.length / 4);
  const actuators = Array.from({ length: actuatorCount }, (_, i): Actuator => {
    const common = {
      name: `actuator${i}`,
      gain: d.real(d.between(0.5, 3)),
      lower: d.chance(0.5) ? d.between(-1, 0) : null,
      upper: d.chance(0.5) ? d.between(0, 1) : null,
    };
    if (d.chance(0.5)) return { kind: "joint", ...common, ...speedOf() };
    return {
      kind: "body",
      ...common,
      at: attach(d, bodies, d.chance(0.9) ? "ground" : null),
      along: d.pick(["world", "body"]),
      effect: d.pick(["force", "torque"]),
      axis: [d.real(d.between(0.5, 2)), d.between(-1, 1), d.between(-1, 1)],
    };
  });
  if (d.chance(0.5)) loads.push(...randomCoupling(d, moving));
  // Drawn apart, so that models that once found a mistake stay what they were.
  const own = dice(1009, 100 * count + 10 * bodies.length + joints.length, false);
  if (own.chance(0.4)) loads.push(randomDamper(own, bodies));
  if (own.chance(0.4)) loads.push(randomAir(own, bodies));
  return { loads, actuators };
}

const randomDamper = (d: Dice, bodies: readonly Body[]): Load => ({
  kind: "mapped-damper",
  name: "damper",
  ...ends(d, bodies),
  tension: {
    x: [0.2, 0.7, 1.5],
    y: [-1, 0, 2],
    z: [1, 2, 3].map((factor) => [-factor * d.between(0.5, 1), 0, factor * d.between(0.5, 1)]),
    ...(d.chance(0.5) ? { scale: d.between(0.5, 2) } : {}),
  },
});

const randomAir = (d: Dice, bodies: readonly Body[]): Load => ({
  kind: "aerodynamic",
  name: "air",
  at: attach(d, bodies, "ground"),
  area: d.between(0.1, 0.5),
  density: 1.2,
  drag: d.between(0.1, 1),
  lift: d.between(-0.2, 0.2),
  side: d.between(0, 1),
  wind: [randomSignal(d), randomSignal(d), randomSignal(d)],
});
