import type { Terrain } from "../types.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { checkNotNegative, checkPose, checkPositive, checkReal } from "./numbers.js";

export const terrainKinds: readonly Terrain["kind"][] = ["plane", "height-map", "mesh"];

export const interpolations: ReadonlySet<string> = new Set(["bicubic", "bilinear"]);

/** A surface: its pose, and its numbers. */
export function checkTerrain(check: Check, terrain: Terrain): void {
  const subject = `terrain "${terrain.name}"`;
  switch (terrain.kind) {
    case "plane":
      checkPose(check, subject, "pose", terrain.pose);
      return;
    case "height-map":
      checkPose(check, subject, "pose", terrain.pose);
      checkHeights(check, subject, terrain);
      return;
    case "mesh":
      checkPose(check, subject, "pose", terrain.pose);
      checkTriangles(check, subject, terrain);
      return;
    default:
      reportUnknownKind(check, `terrain "${(terrain as Terrain).name}"`, terrain, terrainKinds);
  }
}

type HeightMap = Extract<Terrain, { kind: "height-map" }>;
type Mesh = Extract<Terrain, { kind: "mesh" }>;

function checkHeights(check: Check, subject: string, map: HeightMap): void {
  const { x0, y0, dx, dy, nx, ny, heights, scale, interpolation } = map;
  checkReal(check, subject, "x0", x0);
  checkReal(check, subject, "y0", y0);
  checkPositive(check, subject, "dx", dx, "Give the distance between two columns in metres.");
  checkPositive(check, subject, "dy", dy, "Give the distance between two rows in metres.");
  if (scale !== undefined) checkNotNegative(check, subject, "scale", scale, "Give the factor of all heights.");
  if (interpolation !== undefined)
    checkKnown(check, "unknown-kind", subject, "interpolation", interpolation, interpolations);
  for (const [what, count] of [
    ["nx", nx],
    ["ny", ny],
  ] as const) {
    if (Number.isInteger(count) && count >= 2) continue;
    const rest = "must be a whole number >= 2. Give the number of heights along that side.";
    check.report(issue("wrong-length", subject, what, count, rest));
    return;
  }
  if (heights.length !== nx * ny) {
    const rest = `must be nx · ny = ${nx * ny}. Give one height for each place of the grid, x running fastest.`;
    check.report(issue("wrong-length", subject, "number of heights", heights.length, rest));
    return;
  }
  for (const [i, height] of heights.entries()) if (checkReal(check, subject, `heights[${i}]`, height) === null) return; // one says enough
}

function checkTriangles(check: Check, subject: string, { vertices, triangles }: Mesh): void {
  const isTriple = (value: unknown): boolean => Array.isArray(value) && value.length === 3;
  const misshapen = (what: string, value: unknown): void =>
    check.report(issue("wrong-length", subject, what, value, "must be a list of 3 numbers. Give all 3."));
  for (const [i, vertex] of vertices.entries()) {
    if (!isTriple(vertex)) return misshapen(`vertices[${i}]`, vertex);
    for (const [k, value] of vertex.entries())
      if (checkReal(check, subject, `vertices[${i}][${k}]`, value) === null) return;
  }
  if (triangles.length === 0) {
    const rest = "must be at least 1. Give the triangles of the surface.";
    check.report(issue("wrong-length", subject, "number of triangles", 0, rest));
  }
  for (const [i, triangle] of triangles.entries()) {
    if (!isTriple(triangle)) return misshapen(`triangles[${i}]`, triangle);
    const missing = triangle.find((index) => !Number.isInteger(index) || index < 0 || index >= vertices.length);
    if (missing !== undefined) {
      const rest = `must be a whole number from 0 to ${vertices.length - 1}. Count the vertices from 0.`;
      check.report(issue("unknown-vertex", subject, `a vertex of triangles[${i}]`, missing, rest));
      return;
    }
    const [a, b, c] = triangle.map((index) => vertices[index]);
    const area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
    if (area > 0) continue;
    const rest = "must be > 0: counter-clockwise seen from above (z). Turn the triangle round, or leave it out.";
    check.report(issue("flat-triangle", subject, `area of triangles[${i}] seen from above`, area, rest));
    return;
  }
}
