import { GROUND, mechanism, type Model, type StateByJoint } from "kinetree";
import { fourBarRow } from "kinetree/systems";

/** A row of rhombic four-bars whose links all lie in one line twice a turn, or the same motion without a change point. */
export const kinds = ["row", "reference"] as const;

export type Kind = (typeof kinds)[number];

const axis = [0, 1, 0] as const;

/** Half way along a coupler, and as far above the line of the ground pivots as above that of the others. */
const THIRD = [0.5, 0, 0.5] as const;

/** An upright rod of 1 m. */
const third = { mass: 0.1, com: [0, 0, 0.5], inertia: [0.1 / 12, 0.1 / 12, 2e-5, 0, 0, 0] } as const;

export const linkage = (kind: Kind, n: number): Model => (kind === "row" ? fourBarRow({ n }) : withThirdCranks(n));

/**
 * The row in which each coupler is carried by a third crank as well, whose pivots lie off the line of the others: it moves in the
 * same way and has redundant closures everywhere, but no pose in which they lose rank.
 */
function withThirdCranks(n: number): Model {
  const row = fourBarRow({ n });
  const cranks = mechanism("third cranks")
    .repeat(n, (soFar, i) => soFar.body(`coupler${i}`, third).body(`third${i}`, third))
    .repeat(n, (soFar, i) =>
      soFar
        .revolute(`third${i}`, { parent: GROUND, child: `third${i}`, at: [i + THIRD[0], THIRD[1], THIRD[2]], axis })
        .revolute(`thirdPin${i}`, {
          parent: `coupler${i}`,
          child: `third${i}`,
          at: THIRD,
          childAt: [0, 0, 1],
          axis,
          role: "loop",
        }),
    )
    .build();
  const names = new Set(row.bodies.map(({ name }) => name));
  return {
    ...row,
    name: `${n} four-bars with third cranks`,
    bodies: [...row.bodies, ...cranks.bodies.filter(({ name }) => !names.has(name))],
    joints: [...row.joints, ...cranks.joints],
  };
}

/** Upright, with the cranks turning at a speed [rad/s]. */
export function startOf(kind: Kind, n: number, speed: number): StateByJoint {
  const v: Record<string, number> = {};
  for (let i = 0; i <= n; i++) v[`link${i}`] = speed;
  for (let i = 0; i < n; i++) {
    v[`coupler${i}`] = -speed;
    if (kind === "reference") v[`third${i}`] = speed;
  }
  return { v };
}
