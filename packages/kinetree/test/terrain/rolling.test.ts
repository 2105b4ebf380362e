import { describe, expect, test } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { solidSphere } from "../../src/model/bodies/solids.js";
import type { Model } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { simulate } from "../../src/simulate/simulate.js";
import { sampledMap, sampledMesh } from "./surfaces.js";

const RADIUS = 0.1;
const grid = { x0: -3, y0: -3, dx: 0.1, dy: 0.1, nx: 61, ny: 61 };
const hills = (x: number, y: number): number => 0.05 * Math.sin(2 * x) * Math.cos(1.5 * y);
const bowl = (x: number, y: number): number => (x * x + y * y) / 4;

type Ground = (ball: ReturnType<typeof ballAbove>) => { readonly build: () => Model };

const ballAbove = (z: number) =>
  mechanism("ball")
    .parameter("roughness", 1)
    .parameter("tilt", 0.1)
    .body("ball", solidSphere(1, RADIUS))
    .free("base", { parent: "ground", child: "ball", at: [0, 0, z] });

const contact = {
  body: "ball",
  radius: RADIUS,
  terrain: "ground",
  normal: { kind: "hunt-crossley", stiffness: 1e6, dissipation: 0.3 },
  friction: { kind: "coulomb", kinetic: 0.6, transitionSpeed: 1e-2 },
} as const;

const given = ({ name: _, kind: __, pose: ___, ...rest }: ReturnType<typeof sampledMap>) => rest;
const triangles = ({ vertices, triangles }: ReturnType<typeof sampledMesh>) => ({ vertices, triangles });

const on =
  (height: (x: number, y: number) => number) =>
  (interpolation: "bicubic" | "bilinear"): Ground =>
  (ball) =>
    ball
      .heightMap("ground", { ...given(sampledMap(grid, height)), interpolation, scale: param("roughness") })
      .contact("skin", contact);
const onMesh =
  (height: (x: number, y: number) => number): Ground =>
  (ball) =>
    ball.terrainMesh("ground", triangles(sampledMesh(grid, height))).contact("skin", contact);

const grounds: readonly (readonly [string, Ground])[] = [
  ["bicubic map", on(hills)("bicubic")],
  ["bilinear map", on(hills)("bilinear")],
  ["mesh", onMesh(hills)],
];

const rolling = { state: { v: { base: [0, 0, 0, 1, 0.3, 0] } } } as const;

describe.each(grounds)("a ball that rolls over hills: %s", (_, ground) => {
  test("energy at the end / energy at the start and the work of the ground", () => {
    const { end, energy } = simulate(ground(ballAbove(RADIUS)).build(), 2, rolling);
    expect(end).toBe("finished");
    // A hundredth of the tolerance a step, over some thousand steps with kinks.
    expect(Math.abs(energy?.relative ?? 1)).toBeLessThan(1e-7);
  });

  test("every sample of a batch / a run of its own, bit for bit", async () => {
    const model = ground(ballAbove(RADIUS)).build();
    const parametersOf = (i: number): Record<string, number> => ({ roughness: 0.5 + 0.25 * i });
    const batch = await runBatch(model, {
      tEnd: 0.5,
      samples: 3,
      sample: (i) => ({ ...rolling, parameters: parametersOf(i) }),
    });
    for (let i = 0; i < 3; i++) {
      const { final } = simulate(model, 0.5, { ...rolling, parameters: parametersOf(i), energyBalance: false });
      const nq = final.q.length;
      expect([...batch.q.subarray(i * nq, (i + 1) * nq)]).toEqual([...final.q]);
    }
  });
});

test("a mesh of a sloping plane / the plane, by parameters of the pose", () => {
  const turned = { rpy: [0, param("tilt"), 0] } as const;
  const onPlane = ballAbove(RADIUS).plane("ground", { at: turned }).contact("skin", contact).build();
  const mesh = ballAbove(RADIUS)
    .terrainMesh("ground", { ...triangles(sampledMesh(grid, () => 0)), at: turned })
    .contact("skin", contact)
    .build();
  const parameters = { tilt: 0.2 };
  const [one, other] = [onPlane, mesh].map((model) => simulate(model, 1, { parameters }));
  // The same equations up to rounding, at a tolerance of 1e-8.
  one.final.q.forEach((q, i) => expect(Math.abs(other.final.q[i] - q)).toBeLessThan(1e-7));
  expect(one.final.q[0]).toBeGreaterThan(0.5);
});

test("a finer mesh of a bowl / the smooth bowl, closer by", () => {
  const smooth = simulate(on(bowl)("bicubic")(ballAbove(RADIUS)).build(), 1, rolling).final.q;
  const errors = [0.2, 0.05].map((cell) => {
    const n = Math.round(3 / cell) + 1;
    const coarse = { x0: -1.5, y0: -1.5, dx: cell, dy: cell, nx: n, ny: n };
    const ball = ballAbove(RADIUS)
      .terrainMesh("ground", triangles(sampledMesh(coarse, bowl)))
      .contact("skin", contact);
    const { q } = simulate(ball.build(), 1, rolling).final;
    return Math.hypot(q[0] - smooth[0], q[1] - smooth[1]);
  });
  // Every edge costs a little energy, the less the smaller the angle.
  expect(errors[1]).toBeLessThan(0.5 * errors[0]);
});

test("a ball that rolls over the border of a mesh falls freely", () => {
  const table = { x0: -0.5, y0: -0.5, dx: 0.5, dy: 0.5, nx: 3, ny: 3 };
  const model = ballAbove(RADIUS)
    .terrainMesh("ground", triangles(sampledMesh(table, () => 0)))
    .contact("skin", contact)
    .build();
  const result = simulate(model, 2, { ...rolling, channels: ["contact.skin.touching", "acc.ball.z"] });
  expect(result.column("contact.skin.touching")[10]).toBe(1);
  expect(result.column("contact.skin.touching").at(-1)).toBe(0);
  expect(result.column("acc.ball.z").at(-1)).toBeCloseTo(-9.81, 11);
});
