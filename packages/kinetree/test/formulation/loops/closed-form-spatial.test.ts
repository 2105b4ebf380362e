import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import type { LoopPlan } from "../../../src/formulation/loops/closures/loop-plan.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { mechanism, type AnyMechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { bricard } from "../../../src/systems/linkages/bricard.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { spatialSliderCrank } from "../../../src/systems/linkages/spatial-slider-crank.js";
import { stewartPlatform } from "../../../src/systems/linkages/stewart-platform.js";
import { hmmwv } from "../../../src/systems/vehicles/assembly/hmmwv-system.js";
import { quarterCar } from "../../../src/systems/vehicles/quarter-car.js";
import { suspendedVehicle } from "../../../src/systems/vehicles/suspended-vehicle.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { neutralState } from "../../../src/state/state.js";
import { dice, randomUnit, type Dice } from "../../support/dice.js";
import { refusal, thrownBy } from "../../support/refusal.js";
import { formsOf, planAmong, planAt, settleAlone } from "./settle-alone.js";

/** First coordinate of a joint; that of a hinge is its speed's number as well where no quaternion comes before it. */
function placeOf(model: Model, name: string): { q: number; v: number } {
  const place = buildTopology(model).tree.find(({ joint }) => model.joints[joint].name === name);
  if (!place) throw new Error(`no joint ${name}`);
  return { q: place.qStart, v: place.vStart };
}

/** Constructions of each compound, in words. */
const words = (model: Model, plan = planAt(model)): (string | null)[] =>
  formsOf(model, plan).map(
    (sets) =>
      sets
        ?.map((set) => (set.kind === "spatial" ? set.constructions.map(({ kind }) => kind).join(" ") : set.kind))
        .join(", ") ?? null,
  );

describe("constructions are found for", () => {
  test.each<[string, Model, (string | null)[]]>([
    ["a quarter car with a rod for a distance", quarterCar({ tieRod: "rod" }), ["reach place"]],
    ["a quarter car whose tie rod is a body", quarterCar(), ["reach place aim"]],
    ["a hmmwv", hmmwv(), ["reach, reach place, reach place", "reach place", "reach place"]],
    ["a spatial slider-crank", spatialSliderCrank(), ["reach aim"]],
    ["a spatial slider-crank with a distance", spatialSliderCrank({ connection: "distance" }), ["reach"]],
  ])("%s", (_, model, expected) => expect(words(model)).toEqual(expected));

  test.each(["pins", "spherical"] as const)("a vehicle whose ball joints are %s", (lowerBall) => {
    const [front, ...rear] = words(suspendedVehicle({ lowerBall }));
    // Both front corners hang on the steering: one compound. Their order is that of their rows.
    expect(front?.split(", ").sort()).toEqual(["aim", "aim", "planar", "reach place", "reach place"]);
    expect(rear).toEqual(["reach place, aim", "reach place, aim"]);
  });
});

/** Settles the same start by formulas and by Newton's method, and compares. */
function both(model: Model, plan = planAt(model)) {
  const [analytic, iterative] = (["analytic", "iterative"] as const).map((closing) =>
    settleAlone(model, plan, closing),
  );
  return (start: Float64Array) => {
    const a = analytic(start);
    // Twice: the last correction of the first time may start from a residual of 1e-7.
    const b = iterative(iterative(start).q);
    const apart = a.q.reduce((most, x, i) => Math.max(most, Math.abs(x - b.q[i])), 0);
    return { ...a, apart, iterative: b };
  };
}

describe("over the whole travel, both sides, with steering / where Newton's method comes to", () => {
  /** Half the way of a wheel, in steps of about a degree: what a start lacks is far more than a step of a run leaves open. */
  const steps = 25;
  const by = 0.018;

  test.each<[string, Model, readonly string[]]>([
    ["quarter car, tie rod a distance", quarterCar({ tieRod: "rod" }), ["upperArm"]],
    ["quarter car, tie rod a body", quarterCar(), ["upperArm"]],
    [
      "vehicle, pins",
      suspendedVehicle({ chassis: "fixed" }),
      ["pitman", "upperArmFL", "upperArmFR", "upperArmRL", "upperArmRR"],
    ],
    [
      "vehicle, spherical joints",
      suspendedVehicle({ chassis: "fixed", lowerBall: "spherical" }),
      ["pitman", "upperArmFL", "upperArmFR", "upperArmRL", "upperArmRR"],
    ],
    ...(
      [
        { lowerBall: "spherical", tieRods: "distance", struts: "massless" },
        { lowerBall: "pins", tieRods: "bodies", struts: "bodies" },
      ] as const
    ).map((parts): [string, Model, readonly string[]] => [
      `hmmwv, ${Object.values(parts).join(", ")}`,
      hmmwv({ chassis: "fixed", ...parts }),
      ["steeringLink", "upperArmFL", "upperArmFR", "upperArmRL", "upperArmRR"],
    ]),
  ])("%s", (_, model, moved) => {
    const plan = planAt(model);
    const places = moved.map((name) => placeOf(model, name));
    for (const { v } of places) expect(plan.independent).toContain(v);
    const settle = both(model, plan);
    let [apart, open] = [0, 0];
    // Up and down, left against right, and steered either way.
    for (const [lift, roll, steer] of [
      [1, 1, 0],
      [-1, -1, 0],
      [1, -1, 1],
      [-1, 1, -1],
    ]) {
      let q: Float64Array = Float64Array.from(neutralState(model).q);
      for (let k = 0; k < steps; k++) {
        places.forEach(
          ({ q: at }, i) => (q[at] += by * (i === 0 && moved.length > 1 ? steer : i % 2 === 1 ? lift : roll)),
        );
        const settled = settle(q);
        expect(settled.quality).toBeGreaterThan(0);
        apart = Math.max(apart, settled.apart);
        open = Math.max(open, settled.residual);
        q = settled.q;
      }
    }
    expect(open).toBeLessThan(2e-15);
    expect(apart).toBeLessThan(1e-12);
  });
});

/*
 * A double wishbone at random: two arms on hinges or slides, a link between two points, a tie rod, a strut. Joints are drawn in
 * either direction, on a bench that stands anyhow, or on a table on it that is driven.
 */
type Point = readonly [number, number, number];
const samples = 40;
const driveBy = 0.02;

interface RandomWishbone {
  readonly model: Model;
  readonly parts: readonly string[];
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Near a drawn point, so that loops are of a size. */
const near = (die: Dice, [x, y, z]: Point): Point => [
  x + die.between(-0.2, 0.2),
  y + die.between(-0.2, 0.2),
  z + die.between(-0.2, 0.2),
];

function randomWishbone(seed: number): RandomWishbone {
  const die = dice(519, seed, false);
  const link = { mass: 1, inertia: [0.1, 0.2, 0.2] as const };
  const at = {
    lower: near(die, [0, 0, 0]),
    upper: near(die, [0, 0.3, 1]),
    lowerBall: near(die, [0, 1, 0]),
    upperBall: near(die, [0, 1, 1]),
    rodIn: near(die, [0.6, 0.2, 0.5]),
    rodOut: near(die, [0.7, 1, 0.5]),
    strutTop: near(die, [-0.4, 0.4, 1]),
    strutFoot: near(die, [-0.3, 0.5, 0]),
  };
  let built: AnyMechanism = mechanism("wishbone")
    .body("bench", link)
    .weld("bench", {
      parent: "ground",
      child: "bench",
      at: { position: near(die, [0, 0, 0]), axisAngle: [randomUnit(die), 2] },
    });
  let base = "bench";
  if (die.chance(0.5)) {
    base = "table";
    built = built
      .body("table", link)
      .revolute("table", { parent: "bench", child: "table", axis: randomUnit(die) })
      .prescribe("drive", { joint: "table", motion: { kind: "polynomial", coefficients: [driveBy] } });
  }
  // Frames of all bodies stand at the point by which they are carried, with the axes of the bench.
  const origins: Record<string, Point> = { [base]: [0, 0, 0], bench: [0, 0, 0] };
  const ends = (outer: string, inner: string, point: Point, role: "tree" | "loop" = "tree") => {
    origins[inner] ??= point;
    const [onOuter, onInner] = [minus(point, origins[outer]), minus(point, origins[inner])];
    return die.chance(0.5)
      ? { parent: outer, child: inner, at: onOuter, childAt: onInner, role }
      : { parent: inner, child: outer, at: onInner, childAt: onOuter, role };
  };
  const arm = (name: string, kind: "revolute" | "prismatic", where: Point, towards: Point): void => {
    built = built.body(name, link);
    const axis = kind === "revolute" ? randomUnit(die) : minus(towards, where);
    const options = { ...ends(base, name, where), axis };
    built = kind === "revolute" ? built.revolute(name, options) : built.prismatic(name, options);
  };
  const arms = [
    die.pick(["revolute", "revolute", "prismatic"] as const),
    die.pick(["revolute", "revolute", "prismatic"] as const),
  ];
  arm("lower", arms[0], at.lower, at.lowerBall);
  arm("upper", arms[1], at.upper, at.upperBall);
  const ball = die.pick(["spherical", "pins"] as const);
  if (ball === "spherical") {
    built = built.body("link", link);
    built = built.spherical("ball", ends("lower", "link", at.lowerBall));
  } else {
    ["pinX", "pinY", "link"].forEach((name, k) => {
      built = built.body(name, link);
      const outer = k === 0 ? "lower" : ["pinX", "pinY"][k - 1];
      const axis: [number, number, number] = [0.2, 0.2, 0.2];
      axis[k] = 1;
      built = built.revolute(name, { ...ends(outer, name, at.lowerBall), axis });
    });
  }
  built = built.spherical("upperBall", ends("upper", "link", at.upperBall, "loop"));
  const rod = die.pick(["distance", "body", "hung"] as const);
  const rodOn = die.pick([base, "upper"] as const);
  if (rod === "distance") {
    const length = Math.hypot(...minus(at.rodOut, at.rodIn));
    const a = { body: rodOn, at: minus(at.rodIn, origins[rodOn]) };
    const b = { body: "link", at: minus(at.rodOut, origins["link"]) };
    built = built.distance("rod", { ...(die.chance(0.5) ? { a, b } : { a: b, b: a }), length });
  } else if (rod === "hung") {
    // On the link by a ball joint, which lets it turn about itself: the universal joint that closes the loop does not.
    built = built.body("rod", link).spherical("rodOut", ends("link", "rod", at.rodOut));
    built = built.universal("rodIn", {
      ...ends(rodOn, "rod", at.rodIn, "loop"),
      axis1: [1, 0.2, 0],
      axis2: [0, 0.3, 1],
    });
  } else {
    built = built.body("rod", link).universal("rodIn", {
      ...ends(rodOn, "rod", at.rodIn),
      axis1: [1, 0.2, 0],
      axis2: [0, 0.3, 1],
    });
    built = built.spherical("rodOut", ends("rod", "link", at.rodOut, "loop"));
  }
  const hasStrut = die.chance(0.5);
  if (hasStrut) {
    built = built.body("strutUpper", link).universal("strutTop", {
      ...ends(base, "strutUpper", at.strutTop),
      axis1: [1, 0.1, 0],
      axis2: [0, 1, 0.2],
    });
    built = built.body("strutLower", link).prismatic("strut", {
      ...ends("strutUpper", "strutLower", near(die, at.strutTop)),
      axis: minus(at.strutFoot, at.strutTop),
    });
    built = built.spherical("strutFoot", ends("strutLower", "lower", at.strutFoot, "loop"));
  }
  const parts = [
    `${arms[0]} below`,
    `${arms[1]} above`,
    ball,
    `rod a ${rod} on ${rodOn}`,
    ...(hasStrut ? ["strut"] : []),
  ];
  return { model: built.build(), parts };
}

describe("double wishbones at random / closed to rounding, where Newton's method comes to", () => {
  const tried = new Set<string>();
  for (let seed = 0; seed < samples; seed++) {
    const { model, parts } = randomWishbone(seed);
    for (const given of ["lower", "upper"]) {
      const { q: at, v } = placeOf(model, given);
      const plan = planAmong(model, [v]);
      if (!plan) continue; // near a dead point of this choice
      for (const part of parts) tried.add(`${part} from ${given}`);

      test(`sample ${seed}: ${parts.join(", ")}, from the ${given} arm`, () => {
        expect(words(model, plan)[0]).toMatch(/(reach|following)/);
        const settle = both(model, plan);
        for (const move of [-0.08, 0.03, 0.1]) {
          const start = Float64Array.from(neutralState(model).q);
          start[at] += move;
          const { q, residual, quality, apart, iterative } = settle(start);
          if (iterative.quality === 0) continue; // Newton's method does not get there
          expect(q[at]).toBe(start[at]);
          expect(quality).toBeGreaterThan(0);
          expect(residual).toBeLessThan(1e-14);
          expect(apart).toBeLessThan(1e-12);
        }
      });
    }
  }

  test("every part is among the samples, found from either arm", () => {
    const expected = [
      "revolute below",
      "prismatic below",
      "revolute above",
      "prismatic above",
      "spherical",
      "pins",
      "strut",
    ]
      .concat(
        ["distance", "body", "hung"].flatMap((rod) => ["bench", "table", "upper"].map((on) => `rod a ${rod} on ${on}`)),
      )
      .flatMap((part) => [`${part} from lower`, `${part} from upper`]);
    expect(expected.filter((part) => !tried.has(part))).toEqual([]);
  });
});

describe("a loop in space that cannot close", () => {
  test("is said to be of no quality, with finite numbers", () => {
    const model = spatialSliderCrank({ crank: 0.08, rod: 0.3 });
    const { v } = placeOf(model, "slider");
    const plan = planAmong(model, [v], 0) as LoopPlan;
    const settled = settleAlone(
      model,
      plan,
      "analytic",
    )(Float64Array.from(neutralState(model).q, (x, i) => (i === v ? 1 : x)));
    expect(settled.quality).toBe(0);
    expect(settled.q.every(Number.isFinite)).toBe(true);
  });

  test.each(["rod", "body"] as const)(
    "stops a run as Newton's method does: quarter car with its tie rod a %s",
    (tieRod) => {
      const { constraints, ...rest } = quarterCar({ tieRod });
      const motion = { kind: "polynomial", coefficients: [0, 1.5] } as const;
      const drive = { kind: "motion", name: "drive", driven: { joint: "lowerArm", coordinate: 0 }, motion } as const;
      const model = buildModel({ ...rest, constraints: [...constraints, drive] });
      const [analytic, iterative] = (["analytic", "iterative"] as const).map((closure) =>
        thrownBy(() => simulate(model, 2, { formulation: "embedded", closure, integrator: "rk4", step: 1e-3 })),
      );
      expect(analytic.code).toBe("closures-singular");
      expect([analytic.code, analytic.subject]).toEqual([iterative.code, iterative.subject]);
      // Time, closure and direction; the acceleration there is large, and differs by rounding.
      const [before, there] = [analytic, iterative].map(({ message }) => message.split("; largest acceleration")[0]);
      expect(before).toBe(there);
    },
  );
});

describe("the same motion by formulas and by Newton's method", () => {
  test.each<[string, Model, Record<string, number>]>([
    ["quarter car", quarterCar(), {}],
    ["quarter car with a distance", quarterCar({ tieRod: "rod" }), {}],
    ["vehicle", suspendedVehicle(), { pitman: 3 }],
    ["vehicle with spherical joints", suspendedVehicle({ lowerBall: "spherical" }), { pitman: 3 }],
    ["spatial slider-crank", spatialSliderCrank(), { crank: 6 }],
  ])("%s: trajectory and accelerations", (_, model, v) => {
    const [a, b] = (["analytic", "iterative"] as const).map((closure) =>
      simulate(model, 0.5, { formulation: "embedded", closure, integrator: "rk4", step: 1e-3, state: { v } }),
    );
    const evaluator = createEvaluator(model);
    a.t.forEach((_, row) => {
      const [left, right] = [a.stateAt(row), b.stateAt(row)];
      expect(apart(left.q, right.q)).toBeLessThan(1e-12);
      expect(apart(evaluator.forwardDynamics(left), evaluator.forwardDynamics(right))).toBeLessThan(1e-10);
    });
  });

  /** The largest difference, relative to the largest number. */
  function apart(a: Float64Array, b: Float64Array): number {
    const size = a.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
    return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0) / size;
  }

  test("a crank that goes round ten times stays on its branch", () => {
    const model = spatialSliderCrank({ gravity: 0 });
    const result = simulate(model, 10, {
      formulation: "embedded",
      closure: "analytic",
      state: { v: { crank: 2 * Math.PI } },
    });
    const [crank, slider] = [result.column("q.crank"), result.column("q.slider")];
    expect(crank.at(-1)).toBeGreaterThan(9 * 2 * Math.PI);
    expect(result.loops?.closure).toBeLessThan(1e-13);
    // The rod is 0.3 m long, and the crank 0.08 m: on the other branch the slider would be beyond the crank.
    expect(Math.min(...slider)).toBeGreaterThan(-0.2);
  });
});

describe("the option", () => {
  const embedded = { formulation: "embedded" } as const;

  test.each([bricard(), stewartPlatform()])("$name: formulas are refused", (model) => {
    expect(refusal(() => simulate(model, 1, { ...embedded, closure: "analytic" }))).toMatchObject({
      code: "no-closed-form",
      value: "analytic",
    });
  });

  test("left open, a planar loop takes formulas and others Newton's method", () => {
    const final = (model: Model, closure?: "analytic" | "iterative"): Float64Array =>
      simulate(model, 0.2, { ...embedded, ...(closure ? { closure } : {}), state: { v: { crank: 5 } } }).final.q;
    expect(final(fourBar())).toEqual(final(fourBar(), "analytic"));
    expect(final(spatialSliderCrank())).toEqual(final(spatialSliderCrank(), "iterative"));
  });

  test("ball joints follow from arms and slides, whatever their pivots are: a rack", () => {
    const model = hmmwv({ steering: "rack" });
    // By pivots alone the front left wheel's turn would be independent, and the rack would follow.
    expect(formsOf(model)[0]).toBeNull();
    const [analytic, iterative] = (["analytic", "iterative"] as const).map((closure) =>
      simulate(model, 0.1, { ...embedded, closure, integrator: "rk4", step: 1e-3 }),
    );
    expect(analytic.loops?.closure).toBeLessThan(1e-14);
    // Other coordinates are integrated, so this is the error of the method.
    analytic.final.q.forEach((x, i) => expect(Math.abs(x - iterative.final.q[i])).toBeLessThan(1e-7));
  });

  test("other formulations refuse it, and so do unknown names", () => {
    expect(refusal(() => simulate(fourBar(), 1, { formulation: "tree-augmented", closure: "analytic" }))).toMatchObject(
      {
        code: "option-without-effect",
        subject: "closure",
      },
    );
    expect(refusal(() => simulate(fourBar(), 1, { ...embedded, closure: "exact" as "analytic" }))).toMatchObject({
      code: "unknown-closure",
    });
  });
});
