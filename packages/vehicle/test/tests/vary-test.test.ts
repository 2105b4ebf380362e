import { expect, test } from "vitest";
import { refusal } from "../../../kinetree/test/support/refusal.js";
import { standardTestNamed } from "../../src/tests/standard-tests.js";
import { varyTest } from "../../src/tests/vary-test.js";
import { vehicleNamed } from "../../src/vehicles/vehicles.js";

const vehicle = vehicleNamed("double-track");
const braking = standardTestNamed("braking");

test("all combinations are run, the last variation fastest, each as by itself", () => {
  const { runs, table } = varyTest(
    braking,
    vehicle,
    [
      { name: "tyre", values: ["tmeasy", "brush"] },
      { name: "friction", values: [0.4, 0.8] },
    ],
    { options: { speed: 10 } },
  );
  expect(runs.map(({ values }) => Object.values(values))).toEqual([
    ["tmeasy", 0.4],
    ["tmeasy", 0.8],
    ["brush", 0.4],
    ["brush", 0.8],
  ]);
  const alone = braking.run(vehicle.make({ tyre: "brush" }), { speed: 10, friction: 0.4 });
  expect(runs[2].report).toEqual(alone);
  expect(table.rows[2].slice(2)).toEqual(alone.numbers.map(({ value }) => value));
});

test("a combination that cannot be driven is a row without numbers", () => {
  const step = standardTestNamed("iso7401-step");
  const { runs, table } = varyTest(step, vehicle, [{ name: "speed", values: [10, 70] }]);
  expect(runs.map(({ error }) => error === null)).toEqual([true, false]);
  expect(runs[1].error).toContain("does not hold");
  expect(table.rows[1].slice(1).every((cell) => cell === null)).toBe(true);
});

test("mistakes in names and values are refused", () => {
  const vary = (name: string, value: number | string) => () => varyTest(braking, vehicle, [{ name, values: [value] }]);
  expect(refusal(vary("fiction", 1))).toMatchObject({ code: "unknown-option" });
  expect(refusal(vary("tyre", "pac2003"))).toMatchObject({ code: "unknown-tyre" });
  expect(refusal(vary("load", -5))).toMatchObject({ code: "bad-load" });
  const many = Array.from({ length: 101 }, (_, i) => i + 1);
  const variations = ["speed", "friction"].map((name) => ({ name, values: many }));
  expect(refusal(() => varyTest(braking, vehicle, variations))).toMatchObject({ code: "too-many-combinations" });
});
