import { describe, expect, it } from "vitest";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { integrators } from "../../src/integrate/integrators.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import type { Model, Terrain } from "../../src/model/types.js";
import { identityPose } from "../../src/model/pose.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import type { RunFailedError } from "../../src/simulate/run/failure.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";

/** Integrators that choose their steps. */
const adaptive = integrators.filter(({ takesTolerance }) => takesTolerance).map(({ name }) => name);

/** Level but for a hill of this height and width across x = 10 m. */
function hilly(height: number, width: number, spacing = width / 10): Terrain {
  const nx = Math.round(20 / spacing) + 1;
  const row = Array.from({ length: nx }, (_, i) => Math.max(0, height * (1 - ((2 * (i * spacing - 10)) / width) ** 2)));
  return {
    kind: "height-map",
    name: "hills",
    pose: identityPose,
    x0: 0,
    y0: -5,
    dx: spacing,
    dy: 5,
    nx,
    ny: 3,
    heights: [...row, ...row, ...row],
  };
}

/** The same hill as a mesh: a roof on a floor. */
const roof: Terrain = {
  kind: "mesh",
  name: "hills",
  pose: identityPose,
  vertices: [0, 9.5, 10, 10.5, 20].flatMap((x) => [-5, 5].map((y) => [x, y, x === 10 ? 4 : 0] as const)),
  triangles: [0, 2, 4, 6].flatMap((i) => [[i, i + 2, i + 1] as const, [i + 2, i + 3, i + 1] as const]),
};

/** A ball of 1 kg that flies without weight. */
function flier(terrain: Terrain, radius = 0.1): Model {
  const model = mechanism("flier")
    .gravity(0, 0, 0)
    .body("ball", { mass: 1, inertia: [0.004, 0.004, 0.004] })
    .free("free", { parent: "ground", child: "ball" })
    .plane("hills", {})
    .contact("touch", {
      body: "ball",
      radius,
      terrain: "hills",
      normal: { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.2 },
      friction: { kind: "none" },
    })
    .build();
  return buildModel({ ...model, terrains: [terrain] });
}

const along = (speed: number, z: number) => ({
  q: { free: [0.5, 0, z, 1, 0, 0, 0] },
  v: { free: [0, 0, 0, speed, 0, 0] },
});

describe("a ball at 5 m/s", () => {
  it.each(adaptive)("is thrown back or up by a hill 4 m high and 1 m wide / %s", (integrator) => {
    const { final } = simulate(flier(hilly(4, 1)), 3.5, { state: along(5, 1), integrator });
    expect(Math.hypot(final.v[3] - 5, final.v[5])).toBeGreaterThan(1);
  });

  it.each(["dop853", "radau5", "bdf"] as const)("is thrown back by a roof of triangles / %s", (integrator) => {
    const { final } = simulate(flier(roof), 3.5, { state: along(5, 1), integrator });
    expect(Math.hypot(final.v[3] - 5, final.v[5])).toBeGreaterThan(1);
  });

  it.each(["mass-matrix", "augmented"] as readonly FormulationName[])("in %s", (formulation) => {
    const { final } = simulate(flier(hilly(4, 1)), 3.5, { state: along(5, 1), formulation });
    expect(Math.hypot(final.v[3] - 5, final.v[5])).toBeGreaterThan(1);
  });

  it("as a point without a radius", () => {
    const { final } = simulate(flier(hilly(4, 1), 0), 3.5, { state: along(5, 1), integrator: "dop853" });
    expect(Math.hypot(final.v[3] - 5, final.v[5])).toBeGreaterThan(1);
  });

  it("over all hills takes no more steps than without ground", () => {
    const { counts } = simulate(flier(hilly(4, 1)), 3.5, { state: along(5, 8) });
    expect(counts.accepted + counts.rejected).toBeLessThan(12);
  });
});

describe("a wheel on a strut at 20 m/s", () => {
  /** A wheel under a sprung mass, at rest on its tyre, that is driven over a bump 0.1 m high and 1 m wide. */
  const car = ((): Model => {
    const model = mechanism("quarter car")
      .gravity(0, 0, -9.81)
      .body("chassis", { mass: 250, inertia: [10, 10, 10] })
      .body("wheel", { mass: 30, inertia: [1, 1, 1] })
      .prismatic("drive", { parent: "ground", child: "chassis", axis: [1, 0, 0] })
      .prismatic("strut", { parent: "chassis", child: "wheel", axis: [0, 0, 1], stiffness: 2e4, damping: 1500 })
      .plane("hills", {})
      .contact("tyre", {
        body: "wheel",
        radius: 0.3,
        terrain: "hills",
        normal: { kind: "spring-damper", stiffness: 2e5, damping: 500 },
        friction: { kind: "none" },
      })
      .build();
    return buildModel({ ...model, terrains: [hilly(0.1, 1)] });
  })();
  // The strut pushes the wheel down with 2e4 N/m over 0.3 m, the tyre holds that and the weight of the wheel.
  const rest = (2e5 * 0.3 - 30 * 9.81) / (2e5 + 2e4);
  const state = { q: { drive: 0.5, strut: rest }, v: { drive: 20 } };

  it.each(adaptive)("feels the bump / %s", (integrator) => {
    const result = simulate(car, 0.7, { state, integrator, sampleEvery: 0.002 });
    expect(Math.max(...result.column("q.strut"))).toBeGreaterThan(rest + 0.05);
  });
});

describe("a ball on a string", () => {
  /** Dips into a floor at the bottom of its swing by 1 mm. */
  const swing = mechanism("swing")
    .body("ball", { mass: 1, inertia: [0.01, 0.01, 0.01], com: [0, 0, -1] })
    .revolute("hinge", { parent: "ground", child: "ball", axis: [0, 1, 0] })
    .plane("floor", { at: [0, 0, -0.999] })
    .contact("touch", {
      body: "ball",
      at: [0, 0, -1],
      terrain: "floor",
      normal: { kind: "spring-damper", stiffness: 1e5, damping: 1e3 },
      friction: { kind: "coulomb", kinetic: 0.5, transitionSpeed: 0.01 },
    })
    .build();

  it.each(["dop853", "radau5"] as const)("touches the floor that it passes within one step / %s", (integrator) => {
    const { final } = simulate(swing, 1.2, { state: { q: { hinge: 0.5 } }, integrator, tolerance: 1e-3 });
    const energy = (q: number, v: number): number => 9.81 * (1 - Math.cos(q)) + 0.5 * 1.01 * v * v;
    expect(energy(final.q[0], final.v[0])).toBeLessThan(0.9 * energy(0.5, 0));
  });
});

describe("fixed steps", () => {
  const fixed = integrators.filter(({ takesStep }) => takesStep).map(({ name }) => name);
  /** Codes of the warnings, or of the failure: stages that hit the hill may be more than a method can take. */
  const codes = (integrator: (typeof fixed)[number], z: number): readonly string[] => {
    try {
      const { warnings } = simulate(flier(hilly(4, 1)), 3.5, { state: along(5, z), integrator, step: 0.5 });
      return warnings.map(({ code }) => code);
    } catch (error) {
      return [(error as RunFailedError).code];
    }
  };

  it.each(fixed)("over a hill are told, as long as they may miss it / %s", (integrator) => {
    expect(codes(integrator, 1)).toContain(integrator === "radau5" ? "no-convergence" : "contact-stepped-over");
    expect(codes(integrator, 8)).toEqual([]);
  });

  it("that are short enough are not told, though they touch", () => {
    const model = flier(hilly(4, 1));
    const { warnings, final } = simulate(model, 3.5, { state: along(5, 1), integrator: "rk4", step: 1e-3 });
    expect(Math.hypot(final.v[3] - 5, final.v[5])).toBeGreaterThan(1);
    expect(warnings.map(({ code }) => code)).not.toContain("contact-stepped-over");
  });

  it("of a roof of triangles, in absolute coordinates, and by name", () => {
    const { warnings } = simulate(flier(roof), 3.5, {
      state: along(5, 1),
      integrator: "rk4",
      step: 0.5,
      formulation: "augmented",
    });
    expect(warnings).toMatchObject([{ code: "contact-stepped-over", limit: 1 }]);
    expect(warnings[0].message).toMatch(/contact "touch" went 2\.5 m in the step that ended at .* terrain "hills"/);
    // A ball of 0.1 m is sure of half the width of the narrowest triangle at least.
    expect(warnings[0].value).toBeLessThanOrEqual(2.5 / 0.25);
  });

  it("over a plane are not looked at: what has passed it is behind it", () => {
    const plane: Terrain = { kind: "plane", name: "hills", pose: identityPose };
    const { warnings } = simulate(flier(plane), 3.5, { state: along(5, 1), integrator: "rk4", step: 0.5 });
    expect(warnings).toEqual([]);
  });

  it("are told after a checkpoint, and not by the next run of the same simulation", () => {
    const simulation = createSimulation(flier(hilly(4, 1)), { integrator: "rk4", step: 0.5 });
    const first = simulation.begin(3.5, { state: along(5, 1) });
    while (first.warnings.length === 0 && first.advance(1));
    const [told] = first.warnings;
    const saved = decodeCheckpoint(encodeCheckpoint(first.checkpoint()));
    first.finish();
    expect(simulation.run(3.5, { state: along(5, 8) }).warnings).toEqual([]);
    const second = simulation.resume(saved, {});
    expect(second.warnings).toEqual([told]);
    while (second.advance(64));
    expect(second.finish().warnings).toMatchObject([{ code: "contact-stepped-over" }]);
  });
});

describe("batches", () => {
  it.each(["dop853", "dormand-prince", "bdf", "radau5"] as const)(
    "have the bits of single runs / %s",
    async (integrator) => {
      const model = flier(hilly(4, 1));
      const samples = [5, 4, 6.5].map((speed) => ({ state: along(speed, 1), tEnd: 3.5 }));
      const batch = await runBatch(model, { integrator, tEnd: 3.5, samples: 3, sample: (i) => samples[i] });
      const single = createSimulation(model, { integrator, energyBalance: false });
      samples.forEach(({ state, tEnd }, i) => {
        const { final, counts } = single.run(tEnd, { state });
        expect(Array.from(batch.stateAt(i).q)).toEqual(Array.from(final.q));
        expect([batch.accepted[i], batch.rejected[i]]).toEqual([counts.accepted, counts.rejected]);
      });
    },
  );
});
