import { describe, expect, it, test } from "vitest";
import { atan2, cos, sin } from "../../src/graph/elementary.js";
import { add, mul, neg, select, lt, sqrt, square, sub } from "../../src/graph/num.js";
import { param, realNeg } from "../../src/model/real-arithmetic.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";

/** A few operations on numbers up to 10. */
const ROUNDING = 1e-14;

describe("measures of a double pendulum / the same from the recorded state", () => {
  const result = simulate(doublePendulum(), 2, {
    state: { q: { shoulder: 1.1, elbow: 0.4 }, v: { shoulder: 0.3, elbow: -1 } },
    measures: {
      time: (probe) => probe.t,
      angle: (probe) => add(probe.q("shoulder"), probe.q("elbow")),
      rate: (probe) => add(probe.v("shoulder"), probe.v("elbow")),
      tipX: (probe) => probe.position("lower", [0, 0, neg(probe.parameter("length2"))])[0],
      tipZ: (probe) => probe.position("lower", [0, 0, neg(probe.parameter("length2"))])[2],
      elbowX: (probe) => probe.position("lower")[0],
      tipSpeedX: (probe) => probe.velocity("lower", [0, 0, -1])[0],
      tipSpeedZ: (probe) => probe.velocity("lower", [0, 0, -1])[2],
      spin: (probe) => probe.angularVelocity("lower")[1],
      axisX: (probe) => probe.direction("lower", [1, 0, 0])[0],
      folded: (probe) => select(lt(probe.q("elbow"), 0), -1, 1),
      bearing: (probe) => atan2(sin(probe.q("shoulder")), cos(probe.q("shoulder"))),
      constant: () => 42,
      groundPoint: (probe) => probe.position("ground", [1, 2, 3])[1],
      groundSpeed: (probe) => probe.velocity("ground")[1],
    },
  });

  const expected: Record<string, (t: number, q: Float64Array, v: Float64Array) => number> = {
    time: (t) => t,
    angle: (_, [a, b]) => a + b,
    rate: (_, __, [a, b]) => a + b,
    // A turn by θ about y takes -z to (-sin θ, 0, -cos θ).
    tipX: (_, [a, b]) => -Math.sin(a) - Math.sin(a + b),
    tipZ: (_, [a, b]) => -Math.cos(a) - Math.cos(a + b),
    elbowX: (_, [a]) => -Math.sin(a),
    tipSpeedX: (_, [a, b], [u, w]) => -u * Math.cos(a) - (u + w) * Math.cos(a + b),
    tipSpeedZ: (_, [a, b], [u, w]) => u * Math.sin(a) + (u + w) * Math.sin(a + b),
    spin: (_, __, [u, w]) => u + w,
    axisX: (_, [a, b]) => Math.cos(a + b),
    folded: (_, [, b]) => (b < 0 ? -1 : 1),
    bearing: (_, [a]) => Math.atan2(Math.sin(a), Math.cos(a)),
    constant: () => 42,
    groundPoint: () => 2,
    groundSpeed: () => 0,
  };

  it.each(Object.keys(expected))("%s", (name) => {
    const column = result.column(name);
    column.forEach((value, row) => {
      const { t, q, v } = result.stateAt(row);
      expect(Math.abs(value - expected[name](t, q, v))).toBeLessThan(ROUNDING);
    });
  });

  it("column names / coordinates, speeds, then measures in the order given", () => {
    expect(result.names.slice(0, 6)).toEqual(["q.shoulder", "q.elbow", "v.shoulder", "v.elbow", "time", "angle"]);
  });
});

test("measures of a spinning top / world components by its quaternion", () => {
  const result = simulate(heavyTop(), 1, {
    state: { q: { pivot: [Math.cos(0.2), 0, Math.sin(0.2), 0] }, v: { pivot: [0.1, 0, 30] } },
    measures: {
      tip: (probe) => probe.position("top", [0, 0, 1])[2],
      reach: (probe) => {
        const [x, y, z] = probe.position("top", [0, 0, 1]);
        return sqrt(add(add(square(x), square(y)), square(z)));
      },
      w: (probe) => probe.q("pivot", 0),
      spin: (probe) => probe.v("pivot", 2),
    },
  });
  result.t.forEach((_, row) => {
    const { q, v } = result.stateAt(row);
    // The quaternion is unit to 1e-13 (integrate/manifold.test.ts), and both go with its square.
    expect(Math.abs(result.column("tip")[row] - (1 - 2 * (q[1] ** 2 + q[2] ** 2)))).toBeLessThan(1e-13);
    expect(Math.abs(result.column("reach")[row] - 1)).toBeLessThan(1e-13);
    expect(result.column("w")[row]).toBe(q[0]);
    expect(result.column("spin")[row]).toBe(v[2]);
  });
});

test("measure number k and event number k of the same inputs / each itself", () => {
  // Once, the measure got the event's kernel: their steps had one name.
  const { column, events } = simulate(pendulum(), 1, {
    state: { q: { hinge: 1 } },
    events: [{ name: "down", when: (probe) => probe.q("hinge") }],
    measures: { double: (probe) => mul(2, probe.q("hinge")), shifted: (probe) => sub(probe.q("hinge"), 1) },
  });
  const angle = column("q.hinge");
  expect(Array.from(column("double"))).toEqual(Array.from(angle, (x) => 2 * x));
  expect(Array.from(column("shifted"))).toEqual(Array.from(angle, (x) => x - 1));
  expect(events.length).toBe(1);
});

test("a measure of a parameter / the value of the run", () => {
  const model = mechanism("rod")
    .parameter("reach", 2)
    .body("rod", { mass: 1, com: [0, 0, realNeg(param("reach"))], inertia: [1, 1, 1] })
    .revolute("hinge", { parent: "ground", child: "rod", axis: [0, 1, 0] })
    .build();
  const simulation = createSimulation(model, { measures: { reach: (probe) => probe.parameter("reach") } });
  expect(simulation.run(0.1).column("reach")[0]).toBe(2);
  expect(simulation.run(0.1, { parameters: { reach: 5 } }).column("reach")[3]).toBe(5);
  expect(simulation.run(0.1).column("reach")[0]).toBe(2);
});
