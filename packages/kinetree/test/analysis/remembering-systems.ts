import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { stateFromJoints } from "../../src/state/state.js";
import { ball, block, bristles, firm, ice, icyFriction } from "../contact/bodies.js";

/* Mechanisms whose elements remember: free, in a tree, with couplers and in a loop. */

const bar = { mass: 1.2, com: [0.3, 0, 0.02], inertia: [0.01, 0.04, 0.05] } as const;

/** A four-bar in the x-z plane with a foot below its coupler, on a floor at z = 0. */
export function footedFourBar(): Model {
  return mechanism("four-bar with a foot")
    .body("crank", bar)
    .body("coupler", { ...bar, mass: 2 })
    .body("rocker", bar)
    .revolute("crank", { parent: "ground", child: "crank", axis: [0, 1, 0], at: [0, 0, 1], stiffness: 3, damping: 0.4 })
    .revolute("middle", { parent: "crank", child: "coupler", axis: [0, 1, 0], at: [0.6, 0, 0] })
    .revolute("rocker", { parent: "ground", child: "rocker", axis: [0, 1, 0], at: [1.2, 0, 1.1] })
    .revolute("pin", { parent: "coupler", child: "rocker", axis: [0, 1, 0], at: [0.7, 0, -0.1], childAt: [0, 0, -0.5] })
    .actuator("motor", { joint: "crank" })
    .plane("floor")
    .contact("foot", {
      body: "coupler",
      at: [0.4, 0, -0.9],
      radius: 0.05,
      terrain: "floor",
      normal: { kind: "standard-linear-solid", elastic: 3000, viscoelastic: 900, damping: 400 },
      friction: bristles,
    })
    .build();
}

/** A cart on a rail with an arm that a gear ties to it; a foot at its tip rubs along a slope. */
export function gearedFoot(): Model {
  return mechanism("geared foot")
    .body("cart", bar)
    .body("arm", bar)
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0.1], at: [0, 0, 0.7], stiffness: 20 })
    .prismatic("lift", { parent: "ground", child: "arm", axis: [0, 0.3, 1], stiffness: 50, damping: 2 })
    .coupler("gear", { driven: "lift", driving: "rail", polynomial: [0.1, 0.5, 0.2] })
    .actuator("motor", { joint: "rail" })
    .plane("floor", { at: { rpy: [0, 0.3, 0] } })
    .contact("foot", {
      body: "arm",
      at: [0.2, 0, -0.2],
      radius: 0.1,
      terrain: "floor",
      normal: ice,
      friction: icyFriction,
    })
    .contact("toe", {
      body: "arm",
      at: [0.2, 0.1, -0.2],
      radius: 0.1,
      terrain: "floor",
      normal: firm,
      friction: bristles,
    })
    .build();
}

interface RememberingCase {
  readonly name: string;
  readonly model: Model;
  readonly point: OperatingPoint & { readonly z: Float64Array };
}

const at = (model: Model, given: Parameters<typeof stateFromJoints>[1], z: readonly number[]): RememberingCase => ({
  name: model.name,
  model,
  point: { ...stateFromJoints(model, given), z: Float64Array.from(z) },
});

/** In motion, touching, with states that are on their way. */
export function rememberingCases(): readonly RememberingCase[] {
  const turned = [0.9, 0.2, 0.3, Math.sqrt(1 - 0.81 - 0.04 - 0.09)];
  const loop = footedFourBar();
  const pins = ["crank"];
  const given = stateFromJoints(loop, { q: { crank: 0.05 }, v: { crank: 0.7 } });
  const start = assemble(loop, given, { pinned: pins, pinnedSpeeds: pins }).state;
  return [
    at(
      ball(ice, icyFriction, { radius: 0.3, slope: 0.2 }),
      { q: { free: [0, 0, 0.27, ...turned] }, v: { free: [0.3, -1, 0.4, 0.2, 0.1, -0.3] } },
      [0.004, 2e-5, -1e-5],
    ),
    at(
      block(ice, bristles, 0.1),
      { q: { free: [0, 0, 0.03, 1, 0, 0, 0] }, v: { free: [0.1, 0.2, -0.1, 0.05, -0.03, 0.02] } },
      Array.from({ length: 12 }, (_, k) => (k % 3 === 0 ? 1e-3 : 1e-4 * Math.sin(k))),
    ),
    at(gearedFoot(), { q: { rail: -0.05 }, v: { rail: 0.4 } }, [0.002, 1e-5, -2e-5, 1e-4, 2e-4]),
    { name: loop.name, model: loop, point: { ...start, z: Float64Array.of(0.01, 1e-4, -1e-4) } },
  ];
}
