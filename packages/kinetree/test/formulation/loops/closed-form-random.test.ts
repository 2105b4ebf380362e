import { describe, expect, test } from "vitest";
import { mechanism, type AnyMechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { neutralState } from "../../../src/state/state.js";
import { dice, randomUnit, type Dice } from "../../support/dice.js";
import { both, placeOf, words } from "./closed-forms.js";
import { planAmong } from "./settle-alone.js";

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
