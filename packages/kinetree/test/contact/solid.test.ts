import { describe, expect, it } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, g, ice } from "./bodies.js";

const [elastic, viscoelastic, damping] = [22000, 920, 5550];

describe("the standard linear solid", () => {
  it("relaxes at a constant depth, from the elastic force to that of both springs in line", () => {
    const depth = 0.01;
    const model = mechanism("pressed")
      .body("foot", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("slide", { parent: "ground", child: "foot", axis: [0, 0, 1] })
      .prescribe("hold", { joint: "slide", motion: [-depth] })
      .plane("floor")
      .contact("touch", { body: "foot", terrain: "floor", normal: ice })
      .build();
    const { t, column } = simulate(model, 1, {
      state: { q: { slide: -depth } },
      tolerance: 1e-10,
      sampleEvery: 0.1,
      channels: ["contact.touch.normal"],
    });
    const forces = column("contact.touch.normal");
    const settled = (elastic * viscoelastic * depth) / (elastic + viscoelastic);
    const rate = (elastic + viscoelastic) / damping;
    t.forEach((time, row) => {
      const expected = settled + (elastic * depth - settled) * Math.exp(-rate * time);
      expect(Math.abs(forces[row] / expected - 1)).toBeLessThan(1e-9);
    });
  });

  it("relaxes under a body that is welded to the ground too", () => {
    const depth = 0.01;
    const model = mechanism("fixed")
      .body("post", { mass: 1, inertia: [1, 1, 1] })
      .body("arm", { mass: 1, inertia: [1, 1, 1] })
      .weld("set", { parent: "ground", child: "post", at: [0, 0, -depth] })
      .revolute("hinge", { parent: "post", child: "arm", axis: [0, 0, 1] })
      .plane("floor")
      .contact("touch", { body: "post", terrain: "floor", normal: ice })
      .build();
    const { column } = simulate(model, 3, { tolerance: 1e-9, channels: ["contact.touch.normal"] });
    const forces = column("contact.touch.normal");
    expect(forces[0]).toBeCloseTo(elastic * depth, 9);
    const settled = (elastic * viscoelastic * depth) / (elastic + viscoelastic);
    const left = (elastic * depth - settled) * Math.exp((-3 * (elastic + viscoelastic)) / damping);
    expect(Math.abs(forces[forces.length - 1] / (settled + left) - 1)).toBeLessThan(1e-7);
  });

  it("is equation (6.3) of the force, integrated as it stands", () => {
    // Drop of 1 kg at 1 m/s onto the ice, by RK4 of d, d', F with 1e-5 s; up to 25 ms, before the force is back at zero.
    const rates = ([d, v, F]: readonly number[]): number[] => [
      v,
      g - F,
      -((elastic + viscoelastic) / damping) * F + ((elastic * viscoelastic) / damping) * d + elastic * v,
    ];
    let y = [0, 1, 0];
    const h = 1e-5;
    const moved = (k: readonly number[], part: number): number[] => y.map((value, i) => value + part * h * k[i]);
    const expected: number[] = [];
    for (let i = 1; i <= 2000; i++) {
      const k1 = rates(y);
      const k2 = rates(moved(k1, 0.5));
      const k3 = rates(moved(k2, 0.5));
      const k4 = rates(moved(k3, 1));
      y = y.map((value, j) => value + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]));
      if (i % 400 === 0) expected.push(y[2]);
    }
    expect(Math.min(...expected)).toBeGreaterThan(0);
    const { column } = simulate(ball(ice, { kind: "none" }), 0.02, {
      state: above(0, 0, 0, -1),
      tolerance: 1e-10,
      sampleEvery: 0.004,
      channels: ["contact.touch.normal"],
    });
    const forces = column("contact.touch.normal");
    expected.forEach((force, i) => expect(Math.abs(forces[i + 1] / force - 1)).toBeLessThan(1e-7));
  });

  it("creeps under a weight until the slow spring carries it", () => {
    // Five times its own time constant of 6 s.
    const { final } = simulate(ball(ice, { kind: "none" }), 60, { state: above(0, 0), tolerance: 1e-8 });
    const settled = g / elastic + (g / viscoelastic) * (1 - Math.exp((-60 * viscoelastic) / damping));
    expect(Math.abs(-final.q[2] / settled - 1)).toBeLessThan(1e-3);
  });

  it("never pulls, and forgets on lift-off", () => {
    const model = ball(ice, { kind: "none" }, { radius: 0.1 });
    const { column, stateAt, t } = simulate(model, 2, {
      state: above(0, 0.6),
      tolerance: 1e-7,
      sampleEvery: 1e-3,
      channels: ["contact"],
    });
    const [normal, touching] = [column("contact.touch.normal"), column("contact.touch.touching")];
    expect(Math.min(...normal)).toBe(0);
    const lifts = t.findIndex((_, row) => row > 0 && touching[row - 1] === 1 && touching[row] === 0);
    expect(lifts).toBeGreaterThan(0);
    // Some samples on: a step has ended since.
    expect(stateAt(lifts + 50).z).toEqual(Float64Array.of(0));
  });
});
