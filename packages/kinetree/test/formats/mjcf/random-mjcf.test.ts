import { describe, expect, test } from "vitest";
import { dice, randomQuaternion, randomUnit, type Dice } from "../../support/dice.js";
import { compare } from "./compare.js";

const SEED = 20260;
const numbers = (d: Dice, count: number, size: number): string =>
  Array.from({ length: count }, () => d.between(-size, size).toFixed(4)).join(" ");

function orientation(d: Dice): string {
  switch (d.integer(6)) {
    case 0:
      return `quat="${randomQuaternion(d)
        .map((x) => x.toFixed(5))
        .join(" ")}"`;
    case 1:
      return `axisangle="${randomUnit(d).join(" ")} ${d.between(-170, 170)}"`;
    case 2:
      return `euler="${numbers(d, 3, 170)}"`;
    case 3:
      return `zaxis="${randomUnit(d).join(" ")}"`;
    case 4:
      return `xyaxes="${[...randomUnit(d), ...randomUnit(d)].join(" ")}"`;
    default:
      return "";
  }
}

function geom(d: Dice): string {
  const type = d.pick(["sphere", "box", "capsule", "cylinder", "ellipsoid"]);
  const size = Array.from({ length: 3 }, () => d.between(0.05, 0.2).toFixed(3)).join(" ");
  const weight = d.chance(0.5)
    ? `mass="${d.between(0.5, 3)}"`
    : d.chance(0.5)
      ? `density="${d.between(200, 2000)}"`
      : "";
  const isSpan = type !== "sphere" && d.chance(0.3);
  const place = isSpan ? `fromto="${numbers(d, 6, 0.3)}"` : `pos="${numbers(d, 3, 0.3)}" ${orientation(d)}`;
  return `<geom type="${type}" size="${size}" ${place} ${weight}/>`;
}

function joint(d: Dice, name: string): string {
  const type = d.pick(["hinge", "hinge", "slide"]);
  const spring = d.chance(0.4) ? `stiffness="${d.between(1, 20)}" springref="${d.between(-1, 1)}"` : "";
  const rest = [d.chance(0.3) ? `ref="${d.between(-1, 1)}"` : "", d.chance(0.5) ? `damping="${d.between(0, 2)}"` : ""];
  const armature = d.chance(0.3) ? `armature="${d.between(0, 0.2)}"` : "";
  return `<joint name="${name}" type="${type}" axis="${randomUnit(d).join(" ")}" pos="${numbers(d, 3, 0.1)}" ${spring} ${rest.join(" ")} ${armature}/>`;
}

/** A tree of bodies; every joint is also driven by something. */
function mechanism(d: Dice): string {
  const joints: string[] = [];
  const body = (depth: number): string => {
    const kind = d.next();
    const count = kind < 0.15 ? 0 : kind < 0.7 ? 1 : 2;
    const own = Array.from({ length: count }, () => joint(d, joints[joints.push(`j${joints.length}`) - 1]));
    if (kind > 0.9) own.splice(0, own.length, ...own.slice(0, 0), `<joint type="ball" damping="${d.between(0, 1)}"/>`);
    if (kind > 0.9) joints.splice(joints.length - count, count);
    const children = depth > 3 ? 0 : d.integer(3);
    const inside = [
      geom(d),
      ...(d.chance(0.4) ? [geom(d)] : []),
      ...Array.from({ length: children }, () => body(depth + 1)),
    ];
    return `<body pos="${numbers(d, 3, 0.5)}" ${orientation(d)}>${own.join("")}${inside.join("")}<site pos="${numbers(d, 3, 0.3)}"/></body>`;
  };
  const trees = [body(0), body(1)].join("");
  const base = d.chance(0.5)
    ? `<body name="base" pos="0 0 1"><freejoint name="float"/>${geom(d)}${body(2)}</body>`
    : "";
  const drives = joints.map((name) =>
    d.pick([
      `<motor joint="${name}" gear="${d.between(-3, 3)}"/>`,
      `<position joint="${name}" kp="${d.between(1, 30)}" kv="${d.between(0, 2)}" gear="${d.between(0.5, 2)}"/>`,
      `<velocity joint="${name}" kv="${d.between(0.1, 2)}"/>`,
      `<general joint="${name}" gainprm="${d.between(1, 5)}" biastype="affine" biasprm="${d.between(-1, 1)} ${d.between(-5, 5)} ${d.between(-2, 0)}"/>`,
    ]),
  );
  const sequence = Array.from({ length: 3 }, () => d.pick([..."xyzXYZ"])).join("");
  return `<mujoco><compiler eulerseq="${sequence}" angle="${d.pick(["degree", "radian"])}"/><worldbody>${trees}${base}</worldbody><actuator>${drives.join("")}</actuator></mujoco>`;
}

describe("random mechanisms move alike in MuJoCo and kinetree", () => {
  test.each(Array.from({ length: 25 }, (_, sample) => sample))(`seed ${SEED}, sample %i`, async (sample) => {
    const text = mechanism(dice(SEED, sample, false));
    const { accelerations, positions, orientations, sites, masses } = await compare(text);
    expect(accelerations).toBeLessThan(1e-9);
    expect(positions).toBeLessThan(1e-12);
    expect(orientations).toBeLessThan(1e-12);
    expect(sites).toBeLessThan(1e-12);
    expect(masses).toBeLessThan(1e-12);
  });
});
