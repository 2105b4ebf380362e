import { describe, expect, test } from "vitest";
import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { coordinateRelations } from "../../src/model/constraints/coordinate-relation.js";
import { massPropertyProblem } from "../../src/model/bodies/mass-properties.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Body, Model } from "../../src/model/types.js";
import { arm, withBody } from "./arm-data.js";

const link = { mass: 1, inertia: [1, 1, 1] } as const;
const base = mechanism("m")
  .parameter("ratio", 2)
  .body("a", link)
  .body("b", link)
  .revolute("x", { parent: "ground", child: "a", axis: [0, 0, 1], maxForce: 87, maxSpeed: param("ratio") })
  .cylindrical("y", { parent: "a", child: "b", axis: [0, 0, 1] });

describe("couplers of the builder", () => {
  test("a joint's name means its first coordinate; without driving, the driven one is held", () => {
    const model = base
      .coupler("gear", { driven: { joint: "y", coordinate: 1 }, driving: "x", polynomial: [0.1, param("ratio")] })
      .coupler("lock", { driven: "y", polynomial: [1] })
      .build();
    expect(model.constraints).toEqual([
      {
        kind: "coupler",
        name: "gear",
        driven: { joint: "y", coordinate: 1 },
        driving: { joint: "x", coordinate: 0 },
        polynomial: [0.1, { parameter: "ratio" }],
      },
      { kind: "coupler", name: "lock", driven: { joint: "y", coordinate: 0 }, driving: null, polynomial: [1] },
    ]);
    expect(Object.isFrozen(coordinateRelations(model.constraints)[0].polynomial)).toBe(true);
  });
  test("an unknown joint does not compile, and a misspelt option is refused at once", () => {
    // @ts-expect-error: no such joint
    expect(() => base.coupler("gear", { driven: "z", polynomial: [0] }).build()).toThrowError(/"z", which is unknown/);
    // @ts-expect-error: a misspelt option
    expect(() => base.coupler("gear", { driven: "x", polynomal: [0] })).toThrowError(/Did you mean "polynomial"/);
  });
});

describe("plain data", () => {
  test("constraints may be left out of a description and are in the model all the same", () => {
    const { constraints: _none, ...description } = arm;
    expect(buildModel(description).constraints).toEqual([]);
    expect(arm.constraints).toEqual([]);
  });
  test("a model built again is the same", () => {
    const model = base.coupler("lock", { driven: "y", polynomial: [1] }).build();
    expect(buildModel(model)).toEqual(model);
  });
  test("limits of a drive are as given, or null", () => {
    const [x] = base.build().joints[0].coordinates;
    expect([x.maxForce, x.maxSpeed]).toEqual([87, { parameter: "ratio" }]);
    expect(arm.joints[0].coordinates[0].maxForce).toBeNull();
  });
  test("a joint of one coordinate has no column to collide with", () => {
    const model = mechanism("m")
      .body("a", link)
      .body("b", link)
      .revolute("x", { parent: "ground", child: "a", axis: [0, 0, 1] })
      .revolute("x.0", { parent: "ground", child: "b", axis: [0, 0, 1] });
    expect(model.build().joints).toHaveLength(2);
  });
});

describe("mass properties that no body can have", () => {
  const impossible: readonly [string, Partial<Body>, RegExp][] = [
    ["a negative mass", { mass: -1 }, /^mass is -1 kg, must be > 0$/],
    ["no mass, but inertia", { mass: 0 }, /^mass is 0 kg, must be > 0$/],
    ["a negative moment", { inertia: [1, 1, -1, 0, 0, 0] }, /^inertia is .* none may be negative$/],
    ["a broken triangle", { inertia: [1, 1, 3, 0, 0, 0] }, /^inertia is .* sum of the other two: no body has that/],
    ["products too large", { inertia: [1, 1, 1, 2, 0, 0] }, /^inertia is .* none may be negative$/],
  ];
  const problemOf = ({ bodies: [{ mass, inertia }] }: Model): string | null =>
    massPropertyProblem(mass as number, inertia as unknown as Parameters<typeof massPropertyProblem>[1]);

  test.each(impossible)("%s: refused, named by the test for readers, kept as written on purpose", (_, change, says) => {
    expect(() => buildModel(withBody(change))).toThrowError(InvalidModelError);
    expect(problemOf(withBody(change))).toMatch(says);
    const kept = buildModel(withBody({ ...change, unphysical: true })).bodies[0];
    expect(kept).toMatchObject({ ...change, unphysical: true });
  });
  test("what a body can have is no problem", () => expect(problemOf(arm)).toBeNull());
  test("numbers must be finite all the same", () =>
    expect(() => buildModel(withBody({ mass: NaN, unphysical: true }))).toThrowError(/mass is NaN, must be finite/));
  test("the builder keeps them too", () => {
    const body = { mass: 0, inertia: [1, 1, 3], unphysical: true } as const;
    const model = mechanism("m")
      .body("b", body)
      .revolute("j", { parent: "ground", child: "b", axis: [0, 0, 1] });
    expect(model.build().bodies[0]).toMatchObject({ mass: 0, inertia: [1, 1, 3, 0, 0, 0], unphysical: true });
  });
});
