import { expect, test } from "vitest";
import { buildSkeleton } from "../../src/formulation/skeleton/skeleton.js";
import { aggregatedNodes } from "../../src/formulation/loops/closures/compounds.js";
import { closuresOf } from "../../src/formulation/loops/closures/closures.js";
import { hmmwv, type HmmwvOptions } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { buildTopology } from "../../src/topology/build-topology.js";

const models: readonly (readonly [string, Partial<HmmwvOptions>])[] = [
  ["A", { struts: "bodies", idler: "body", lowerBall: "pins" }],
  ["B", { tieRods: "bodies", idler: "body", lowerBall: "pins" }],
];

/** Loops that are solved together, by the joints of their bodies. */
function compounds(options: Partial<HmmwvOptions>): readonly (readonly string[])[] {
  const model = hmmwv(options);
  const skeleton = buildSkeleton(model, buildTopology(model));
  return aggregatedNodes(skeleton, closuresOf(skeleton)).map(({ nodes }) =>
    nodes.map((node) => model.joints[skeleton.nodes[node].joint].name),
  );
}

test.each(models)("model %s with tyres, shafts and brakes / the counts of the bare one", (_, options) => {
  for (const powertrain of ["m998", "wheel-motors", "none"] as const) {
    const { bodies, nv, constraints, degreesOfFreedom } = buildTopology(hmmwv({ ...options, powertrain })).counts;
    expect([bodies, nv, constraints, degreesOfFreedom]).toEqual([36, 45, 30, 15]);
    expect([6 * bodies, 6 * bodies - nv + constraints]).toEqual([216, 201]);
  }
});

test.each([...models, ["as it stands", {}] as const])("model %s / shafts and brakes join no loops", (_, options) => {
  const bare = compounds({ ...options, support: "none" });
  for (const differentials of ["open", "locked"] as const)
    expect(compounds({ ...options, powertrain: "m998", differentials })).toEqual(bare);
  expect(bare.length).toBeGreaterThan(1);
});
