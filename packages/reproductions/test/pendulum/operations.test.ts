import { describe, expect, test } from "vitest";
import { nBodyPendulum } from "../../src/pendulum/equations/pendulum.js";
import { publishedOperations, type OperationPair, type PendulumScheme } from "../../src/pendulum/run/operations.js";
import { countPendulumOperations } from "../../src/pendulum/run/system.js";
import { randomPendulum } from "./random-pendulum.js";
import { refusal } from "../../../kinetree/test/support/refusal.js";

const count = (scheme: PendulumScheme, n: number): ReturnType<typeof countPendulumOperations> =>
  countPendulumOperations(nBodyPendulum({ n }), scheme);

describe("operations of one Newton iteration", () => {
  test.each([1, 2, 3, 5, 10, 100])("linear-cost scheme, n = %i: multiplications at most as published", (n) => {
    const { multiplications } = count("linear", n).solving;
    expect(multiplications).toBeLessThanOrEqual(publishedOperations("linear", n).multiplications);
  });

  test.each(["residual", "blocks", "elimination", "substitution"] as const)(
    "linear-cost scheme: multiplications and additions of the %s grow by the same from body to body",
    (phase) => {
      // Equal steps from 3 bodies on: the first and the last are special.
      const at = (n: number): OperationPair => count("linear", n)[phase];
      for (const kind of ["multiplications", "additions"] as const) {
        const step = at(4)[kind] - at(3)[kind];
        expect(at(40)[kind]).toBe(at(3)[kind] + 37 * step);
      }
    },
  );

  test.each([1, 2, 3])(
    "full system, n = %i: N³/3 + N² - N/3 multiplications with N = 14 n, which the paper rounds",
    (n) => {
      const N = 14 * n;
      const { multiplications } = count("full", n).solving;
      expect(multiplications).toBe((N * N * N - N) / 3 + N * N);
      expect(Math.abs(multiplications / publishedOperations("full", n).multiplications - 1)).toBeLessThan(1e-3);
    },
  );

  test.each([1, 2, 5, 10])("reduced system, n = %i: multiplications below the published ones", (n) => {
    expect(count("reduced", n).solving.multiplications).toBeLessThan(publishedOperations("reduced", n).multiplications);
  });

  test("do not depend on the pendulum and its posture", () => {
    expect(countPendulumOperations(randomPendulum(4, 3), "linear")).toEqual(count("linear", 4));
  });

  test("the parts add up", () => {
    const { residual, blocks, elimination, substitution, solving, total } = count("reduced", 2);
    expect(solving.multiplications).toBe(elimination.multiplications + substitution.multiplications);
    expect(total.additions).toBe(residual.additions + blocks.additions + solving.additions);
  });

  test("an unknown scheme is refused", () => {
    expect(refusal(() => publishedOperations("lineal" as PendulumScheme, 3))).toEqual({
      code: "unknown-scheme",
      subject: 'scheme "lineal"',
      value: "lineal",
    });
  });
});
