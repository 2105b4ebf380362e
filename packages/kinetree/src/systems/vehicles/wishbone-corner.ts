import type { AnyMechanism } from "../../model/builder/mechanism.js";
import { box, cylinder, sphere } from "../../model/bodies/shapes.js";
import { solidSphere } from "../../model/bodies/solids.js";
import type { Shape } from "../../model/types.js";
import type { BushingData, Hardpoints, SpringData, WishboneMasses } from "./data/suspension.js";
import type { WheelData } from "./data/wheel.js";
import { cross, middle, minus, plus, times, unit, type Point } from "../parts/point.js";
import { bar, fromVertical } from "../parts/rod.js";
import { turnedInertia } from "../parts/turned-inertia.js";

interface CornerOptions {
  /** Appended to the names of its bodies, joints and loads. */
  readonly suffix: string;
  /** The body that carries it, and where the origin of the suspension lies in that body. */
  readonly chassis: string;
  readonly origin: Point;
  readonly hardpoints: Hardpoints;
  readonly masses: Pick<WishboneMasses, "upperArm" | "lowerArm" | "upright">;
  readonly wheelParts: WheelData;
  readonly spring: SpringData;
  /** Rubber at the pivots of the arms; hinges if left out. */
  readonly bushings?: BushingData | null;
  readonly side: "left" | "right";
  /** "spherical": one joint; "pins": hinges about x, y, z, through two small bodies that come out of the upright's mass. */
  readonly lowerBall: "spherical" | "pins";
  /** Hub, rim and tyre as one body, or as three that are welded. */
  readonly wheel: "one" | "three";
}

/** A corner as it has been added: its points in the chassis, and where the frames of its bodies lie there in the drawn pose. */
export interface Corner {
  readonly built: AnyMechanism;
  readonly points: Hardpoints;
  readonly lowerArmFrame: Point;
  readonly uprightFrame: Point;
}

interface ArmPivots {
  /** Of the arm, its joint and its bushing. */
  readonly name: string;
  /** Half way between the pivots, and along them, in the chassis. */
  readonly at: Point;
  readonly axis: Point;
}

/** Of the small bodies of a ball joint made of pins [kg, m]; ours. */
const BALL = { mass: 0.5, radius: 0.05 };

/**
 * Adds a double wishbone: "lowerArm" and "upperArm" on hinges of the same names (positive lifts the wheel), "upright" between
 * their ball joints "lowerBall" and "upperBall", of which the upper one closes a loop, "wheel" on "spin", and "spring". All body
 * frames have the axes of the chassis in the drawn pose, so all coordinates are zero there. The arms' moments of inertia are
 * kept as published although no rigid body has such: the largest exceeds the sum of the others.
 */
export function addCorner(soFar: AnyMechanism, options: CornerOptions): Corner {
  const { suffix: s, chassis, masses, side, spring } = options;
  const points = placed(options.hardpoints, options.origin, side);
  const mirror = side === "left" ? 1 : -1;
  const lowerArmFrame = middle(points.lcaFront, points.lcaBack);
  const upperArmFrame = middle(points.ucaFront, points.ucaBack);
  const uprightFrame = points.lcaOuter;
  const lower = {
    name: `lowerArm${s}`,
    at: lowerArmFrame,
    axis: times(mirror, minus(points.lcaFront, points.lcaBack)),
  };
  const upper = {
    name: `upperArm${s}`,
    at: upperArmFrame,
    axis: times(mirror, minus(points.ucaFront, points.ucaBack)),
  };
  const withLower = addPivots(
    soFar.body(lower.name, arm(masses.lowerArm, points.lcaFront, points.lcaBack, points.lcaOuter, points.lcaCentre)),
    lower,
    options,
  );
  const arms = addPivots(
    withLower.body(
      upper.name,
      arm(masses.upperArm, points.ucaFront, points.ucaBack, points.ucaOuter, points.ucaCentre),
    ),
    upper,
    options,
  );
  const inUpright = (point: Point): Point => minus(point, uprightFrame);
  const withUpright = addLowerBall(arms, options, minus(points.lcaOuter, lowerArmFrame))
    .body(`upright${s}`, {
      mass: masses.upright.mass - (options.lowerBall === "pins" ? 2 * BALL.mass : 0),
      com: inUpright(points.upright),
      inertia: masses.upright.moments,
      shapes: [
        bar([0, 0, 0], inUpright(points.ucaOuter), 0.03),
        bar(inUpright(points.upright), inUpright(points.wheel), 0.03),
      ],
    })
    .spherical(`upperBall${s}`, {
      parent: `upperArm${s}`,
      child: `upright${s}`,
      at: minus(points.ucaOuter, upperArmFrame),
      childAt: inUpright(points.ucaOuter),
      role: "loop",
    });
  const built = addWheel(withUpright, options, inUpright(points.wheel)).pointSpring(`spring${s}`, {
    a: { body: chassis, at: points.springChassis },
    b: { body: `lowerArm${s}`, at: minus(points.springArm, lowerArmFrame) },
    stiffness: spring.tension,
    freeLength: spring.freeLength,
  });
  return { built, points, lowerArmFrame, uprightFrame };
}

/** A hinge, or a free joint and rubber whose z axis is that of the hinge. */
function addPivots(
  soFar: AnyMechanism,
  { name, at, axis }: ArmPivots,
  { chassis, bushings }: CornerOptions,
): AnyMechanism {
  if (!bushings) return soFar.revolute(name, { parent: chassis, child: name, at, axis });
  const { radial, axial, tilt, damping, tiltDamping } = bushings;
  const rotation = fromVertical(unit(axis));
  return soFar.free(name, { parent: chassis, child: name, at }).bushing(`${name}Rubber`, {
    a: { body: chassis, at: { position: at, rotation } },
    b: { body: name, at: { position: [0, 0, 0], rotation } },
    stiffness: { rotation: [tilt, tilt, 0], translation: [radial, radial, axial] },
    damping: { rotation: [tiltDamping, tiltDamping, 0], translation: [damping, damping, damping] },
  });
}

/** All points in the chassis, y turned round for the right side. */
function placed(points: Hardpoints, origin: Point, side: "left" | "right"): Hardpoints {
  const mirror = side === "left" ? 1 : -1;
  const moved = Object.entries(points).map(([name, [x, y, z]]: [string, Point]) => [
    name,
    plus(origin, [x, mirror * y, z]),
  ]);
  // The names are those of the points that came in.
  return Object.fromEntries(moved) as Hardpoints;
}

/** An A-arm whose frame lies half way between its pivots. */
function arm(
  { mass, moments }: { readonly mass: number; readonly moments: readonly [number, number, number] },
  front: Point,
  back: Point,
  outer: Point,
  centre: Point,
): Parameters<AnyMechanism["body"]>[1] {
  const frame = middle(front, back);
  const x = unit(minus(front, back));
  const z = unit(cross(minus(back, outer), minus(front, outer)));
  const ends = [front, back].map((pivot) => bar(minus(pivot, frame), minus(outer, frame), 0.02));
  const inertia = turnedInertia(moments, [x, cross(z, x), z]);
  return { mass, com: minus(centre, frame), inertia, unphysical: true, shapes: ends };
}

function addLowerBall(soFar: AnyMechanism, { suffix: s, lowerBall }: CornerOptions, at: Point): AnyMechanism {
  if (lowerBall === "spherical")
    return soFar.spherical(`lowerBall${s}`, { parent: `lowerArm${s}`, child: `upright${s}`, at });
  const small = { ...solidSphere(BALL.mass, BALL.radius), shapes: [sphere(BALL.radius)] };
  return soFar
    .body(`ballX${s}`, small)
    .body(`ballY${s}`, small)
    .revolute(`lowerBallX${s}`, { parent: `lowerArm${s}`, child: `ballX${s}`, at, axis: [1, 0, 0] })
    .revolute(`lowerBallY${s}`, { parent: `ballX${s}`, child: `ballY${s}`, axis: [0, 1, 0] })
    .revolute(`lowerBallZ${s}`, { parent: `ballY${s}`, child: `upright${s}`, axis: [0, 0, 1] });
}

/** A bar across a rim, which shows that it turns. */
const spoke = ({ radius, width }: { readonly radius: number; readonly width: number }, along: Point): Shape => {
  const [x, , z] = times(1.8 * radius, along);
  return box([Math.max(0.05, x), 1.1 * width, Math.max(0.05, z)]);
};

function addWheel(soFar: AnyMechanism, { suffix: s, wheel, wheelParts }: CornerOptions, at: Point): AnyMechanism {
  const { hub, rim } = wheelParts;
  const [across, about, along] = wheelParts.tyre.moments;
  // The half shaft turns with the tyre.
  const tyre = { ...wheelParts.tyre, moments: [across, about + wheelParts.axleShaft, along] } as const;
  const disc = (radius: number, width: number): Shape =>
    cylinder(radius, width, { at: { axisAngle: [[1, 0, 0], Math.PI / 2] } });
  const spin = { parent: `upright${s}`, at, axis: [0, 1, 0] } as const;
  if (wheel === "one") {
    const all = [hub, rim, tyre];
    const sum = (k: 0 | 1 | 2): number => all.reduce((total, { moments }) => total + moments[k], 0);
    return soFar
      .body(`wheel${s}`, {
        mass: all.reduce((total, { mass }) => total + mass, 0),
        inertia: [sum(0), sum(1), sum(2)],
        shapes:
          wheelParts.picture === "rim"
            ? [disc(rim.radius, rim.width), spoke(rim, [1, 0, 0]), spoke(rim, [0, 0, 1])]
            : [disc(tyre.radius, tyre.width)],
      })
      .continuous(`spin${s}`, { ...spin, child: `wheel${s}` });
  }
  return soFar
    .body(`wheel${s}`, { mass: hub.mass, inertia: hub.moments, shapes: [disc(rim.radius / 3, tyre.width)] })
    .body(`rim${s}`, { mass: rim.mass, inertia: rim.moments, shapes: [disc(rim.radius, rim.width)] })
    .body(`tyre${s}`, { mass: tyre.mass, inertia: tyre.moments, shapes: [disc(tyre.radius, 0.9 * tyre.width)] })
    .continuous(`spin${s}`, { ...spin, child: `wheel${s}` })
    .weld(`rim${s}`, { parent: `wheel${s}`, child: `rim${s}` })
    .weld(`tyre${s}`, { parent: `rim${s}`, child: `tyre${s}` });
}
