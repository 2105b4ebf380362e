import type { Cond, Num } from "../../graph/graph.js";
import { add, div, le, lt, max, min, mul, neg, select, sqrt, square, sub } from "../../graph/num.js";
import { dot3, scale3, type Vec3 } from "../../spatial/vec3.js";
import type { ScalePlan } from "../scale.js";
import type { HeightBounds } from "./height-bounds.js";
import type { HeightGrid, Relief } from "./height-grid.js";
import { tangentsOf, type TracedSurface } from "./surface.js";
import type { TerrainFrame } from "./terrain-frame.js";

/** Heights over a plane, with what bounds them. */
export interface ReliefParts {
  readonly grid: HeightGrid;
  /** Of the surface between the heights, before their scale. */
  readonly bounds: HeightBounds;
  readonly isLevelAround: Cond;
  /** Width of the narrowest rise or hollow [m]. */
  readonly grain: Num;
}

export interface ReliefPlan {
  readonly key: string;
  readonly frame: TerrainFrame;
  readonly scale: ScalePlan;
  /** Those of the heights. */
  readonly numbers: readonly Num[];
  /** @param numbers begin with those of the plan */
  readonly relief: (numbers: readonly Num[]) => ReliefParts;
  /** How far a place of the terrain's plane is within the border; null where a run cannot leave. */
  readonly inside: ((x: Num, y: Num, numbers: readonly Num[]) => Num) | null;
  /** Coefficient of friction over a place of the terrain's plane; null where nothing tells it. */
  readonly friction: ((x: Num, y: Num, numbers: readonly Num[]) => Num) | null;
}

/** Rounds of the search for the foot of a sphere: each squares the error, which is below a radius at the start. */
const ROUNDS = 3;

/** A point touches the tangent plane under it: depth = (height - z) n_z. A sphere touches at the place nearest to its centre. */
export function planRelief({ key, frame, scale, numbers, relief, inside, friction }: ReliefPlan): TracedSurface {
  const scaleAt = frame.numbers.length;
  const ownAt = scaleAt + scale.numbers.length;
  const times = (value: Num, n: readonly Num[]): Num => scale.times(value, n.slice(scaleAt));
  return {
    key: `${key} ${frame.key} ${scale.key}`,
    numbers: [...frame.numbers, ...scale.numbers, ...numbers],
    grain: (n) => relief(n.slice(ownAt)).grain,
    inside:
      inside &&
      ((place, n) => {
        const [x, y] = frame.placeInTerrain(place, n);
        return inside(x, y, n.slice(ownAt));
      }),
    friction:
      friction &&
      ((place, n) => {
        const [x, y] = frame.placeInTerrain(place, n);
        return friction(x, y, n.slice(ownAt));
      }),
    up: (n) => frame.directionInWorld([0, 0, 1], n),
    room: (centre, radius, n) => {
      const [x, y, z] = frame.placeInTerrain(centre, n);
      const { grid, bounds, isLevelAround } = relief(n.slice(ownAt));
      // Nothing within this share of the height over the ground is steep enough to reach up to there.
      const share = div(1, sqrt(add(1, square(times(bounds.slope, n)))));
      const highest = max(times(bounds.highest, n), times(bounds.lowest, n));
      return {
        clearance: sub(mul(share, sub(z, times(grid(x, y).h, n))), radius),
        above: select(isLevelAround, sub(sub(z, highest), radius), -Infinity),
        up: frame.directionInWorld([0, 0, 1], n),
      };
    },
    touch: (centre, radius, n) => {
      const [x, y, z] = frame.placeInTerrain(centre, n);
      const { grid } = relief(n.slice(ownAt));
      const reliefAt = (fx: Num, fy: Num): Relief => {
        const { h, hx, hy, hxx, hxy, hyy } = grid(fx, fy);
        const [slopeX, slopeY, bendX, twist, bendY] = [hx, hy, hxx, hxy, hyy].map((value) => times(value, n));
        return { h: times(h, n), hx: slopeX, hy: slopeY, hxx: bendX, hxy: twist, hyy: bendY };
      };
      const [fx, fy] = radius === 0 ? [x, y] : footOf([x, y, z], radius, reliefAt);
      const { h, hx, hy } = reliefAt(fx, fy);
      const normal = scale3(div(1, sqrt(add(1, add(square(hx), square(hy))))), [neg(hx), neg(hy), 1]);
      const away: Vec3 = [sub(x, fx), sub(y, fy), sub(z, h)];
      const above = dot3(normal, away);
      // Over the ground by the distance from the foot, not from its plane: where the search has not ended, the plane may
      // reach up to a sphere that is apart.
      const isOver = lt(reliefAt(x, y).h, z);
      const distance = radius === 0 ? above : select(isOver, sqrt(select(isOver, dot3(away, away), 1)), above);
      const [t1, t2] = tangentsOf(normal);
      const inWorld = (direction: Vec3): Vec3 => frame.directionInWorld(direction, n);
      return { depth: sub(radius, distance), normal: inWorld(normal), tangents: [inWorld(t1), inWorld(t2)] };
    },
  };
}

/**
 * The place f at which f - c + (h - z) ∇h = 0: the line from there to the centre is along the normal. By Newton's method with the
 * curvature of the ground, and without it where the ground is hollower than the sphere (two places are then equally near).
 * A foot within touch is no farther aside than the radius.
 */
function footOf([x, y, z]: Vec3, radius: Num, reliefAt: (x: Num, y: Num) => Relief): readonly [Num, Num] {
  let [fx, fy]: readonly [Num, Num] = [x, y];
  const within = (f: Num, centre: Num): Num => max(sub(centre, radius), min(add(centre, radius), f));
  for (let round = 0; round < ROUNDS; round++) {
    const { h, hx, hy, hxx, hxy, hyy } = reliefAt(fx, fy);
    const over = sub(h, z);
    const rx = add(sub(fx, x), mul(over, hx));
    const ry = add(sub(fy, y), mul(over, hy));
    const flat = { xx: add(1, square(hx)), xy: mul(hx, hy), yy: add(1, square(hy)) };
    const bent = {
      xx: add(flat.xx, mul(over, hxx)),
      xy: add(flat.xy, mul(over, hxy)),
      yy: add(flat.yy, mul(over, hyy)),
    };
    const determinant = sub(mul(bent.xx, bent.yy), square(bent.xy));
    const isHollow = le(min(determinant, bent.xx), SHARE);
    const pick = (key: "xx" | "xy" | "yy"): Num => select(isHollow, flat[key], bent[key]);
    const [xx, xy, yy] = [pick("xx"), pick("xy"), pick("yy")];
    const inverse = div(1, sub(mul(xx, yy), square(xy)));
    fx = within(sub(fx, mul(inverse, sub(mul(yy, rx), mul(xy, ry)))), x);
    fy = within(sub(fy, mul(inverse, sub(mul(xx, ry), mul(xy, rx)))), y);
  }
  return [fx, fy];
}

/** Where the curvature leaves less than this of the way, the place is hollow. */
const SHARE = 0.05;
