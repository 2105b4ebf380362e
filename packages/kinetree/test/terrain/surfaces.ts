import { planSurface } from "../../src/elements/terrain/traced-surface.js";
import type { Terrain } from "../../src/model/contact.js";
import { identityPose } from "../../src/model/pose.js";
import type { Pose } from "../../src/model/types.js";

export type Point = readonly [number, number, number];

export interface NumericTouch {
  readonly depth: number;
  readonly normal: Point;
  readonly tangents: readonly [Point, Point];
}

/** The touch of a sphere with a terrain without parameters, in plain numbers. */
export function toucher(terrain: Terrain): (centre: Point, radius: number) => NumericTouch {
  const surface = planSurface(terrain, (real) => real as number);
  return (centre, radius) => surface.touch(centre, radius, surface.numbers) as NumericTouch;
}

export const plane = (pose: Pose = identityPose): Terrain => ({ kind: "plane", name: "ground", pose });

export interface Grid {
  readonly x0: number;
  readonly y0: number;
  readonly dx: number;
  readonly dy: number;
  readonly nx: number;
  readonly ny: number;
}

export function sampledMap(
  grid: Grid,
  height: (x: number, y: number) => number,
  rest: Partial<Extract<Terrain, { kind: "height-map" }>> = {},
): Extract<Terrain, { kind: "height-map" }> {
  const heights: number[] = [];
  for (let j = 0; j < grid.ny; j++)
    for (let i = 0; i < grid.nx; i++) heights.push(height(grid.x0 + i * grid.dx, grid.y0 + j * grid.dy));
  return { kind: "height-map", name: "ground", pose: identityPose, ...grid, heights, ...rest };
}

/** Two triangles for each cell of a grid. */
export function sampledMesh(
  grid: Grid,
  height: (x: number, y: number) => number,
  pose: Pose = identityPose,
): Extract<Terrain, { kind: "mesh" }> {
  const vertices: Point[] = [];
  const triangles: Point[] = [];
  for (let j = 0; j < grid.ny; j++)
    for (let i = 0; i < grid.nx; i++) {
      const [x, y] = [grid.x0 + i * grid.dx, grid.y0 + j * grid.dy];
      vertices.push([x, y, height(x, y)]);
      const at = j * grid.nx + i;
      if (i + 1 < grid.nx && j + 1 < grid.ny)
        triangles.push([at, at + 1, at + grid.nx + 1], [at, at + grid.nx + 1, at + grid.nx]);
    }
  return { kind: "mesh", name: "ground", pose, vertices, triangles };
}

export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Point): number => Math.sqrt(dot(a, a));
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
