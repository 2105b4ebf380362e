import { RequestError } from "../../errors/kinetree-error.js";
import { requireDescription, type GroundDescription } from "../../grounds/generate-ground.js";
import type { Terrain } from "../types.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { checkNotNegative, checkPose, checkPositive, checkReal, isFiniteNumber } from "./numbers.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";

export const terrainKinds: readonly Terrain["kind"][] = ["plane", "height-map", "ground", "mesh"];

export const interpolations: ReadonlySet<string> = new Set(["bicubic", "bilinear"]);

/** A surface: its pose, and its numbers. */
export function checkTerrain(check: Check, terrain: Terrain, index: number): void {
  const part = thingAt(["terrains", index], `terrain "${terrain.name}"`);
  switch (terrain.kind) {
    case "plane":
      checkPose(check, propertyOf(part, "pose"), terrain.pose);
      return;
    case "height-map":
      checkPose(check, propertyOf(part, "pose"), terrain.pose);
      checkHeights(check, part, terrain);
      return;
    case "ground":
      checkPose(check, propertyOf(part, "pose"), terrain.pose);
      checkRelief(check, part, terrain);
      checkDefault(check, part, terrain.default);
      return;
    case "mesh":
      checkPose(check, propertyOf(part, "pose"), terrain.pose);
      checkTriangles(check, part, terrain);
      return;
    default:
      reportUnknownKind(check, thingAt(part.path, `terrain "${(terrain as Terrain).name}"`), terrain, terrainKinds);
  }
}

type HeightMap = Extract<Terrain, { kind: "height-map" }>;
type Mesh = Extract<Terrain, { kind: "mesh" }>;

/** A description that no ground can be made from. */
function checkDefault(check: Check, part: Part, given: GroundDescription | undefined): void {
  if (given === undefined) return;
  try {
    requireDescription(given);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { path } = propertyOf(part, "default");
    const message = `${part.subject}: ${error.message}`;
    check.report({ code: "ground-description", subject: part.subject, value: error.value, path, message });
  }
}

/** What height maps and grounds have in common. */
function checkRelief(
  check: Check,
  part: Part,
  { scale, interpolation }: Pick<HeightMap, "scale" | "interpolation">,
): void {
  if (scale !== undefined) checkNotNegative(check, propertyOf(part, "scale"), scale, "Give the factor of all heights.");
  if (interpolation !== undefined)
    checkKnown(check, "unknown-kind", propertyOf(part, "interpolation"), interpolation, interpolations);
}

function checkHeights(check: Check, part: Part, map: HeightMap): void {
  const { x0, y0, dx, dy, nx, ny, heights } = map;
  checkReal(check, propertyOf(part, "x0"), x0);
  checkReal(check, propertyOf(part, "y0"), y0);
  checkPositive(check, propertyOf(part, "dx"), dx, "Give the distance between two columns in metres.");
  checkPositive(check, propertyOf(part, "dy"), dy, "Give the distance between two rows in metres.");
  checkRelief(check, part, map);
  for (const [key, count] of [
    ["nx", nx],
    ["ny", ny],
  ] as const) {
    if (Number.isInteger(count) && count >= 2) continue;
    const rest = "must be a whole number >= 2. Give the number of heights along that side.";
    check.report(issue("wrong-length", propertyOf(part, key), count, rest));
    return;
  }
  const list = propertyOf(part, "heights");
  if (heights.length !== nx * ny) {
    const rest = `must be nx · ny = ${nx * ny}. Give one height for each place of the grid, x running fastest.`;
    check.report(issue("wrong-length", named(list, "number of heights"), heights.length, rest));
    return;
  }
  checkEach(check, list, heights);
}

/** The numbers of a long list, up to the first that is wrong: one says enough. */
const checkEach = (check: Check, list: Part, numbers: readonly number[]): boolean =>
  numbers.every((value, i) => isFiniteNumber(value) || checkReal(check, itemOf(list, i), value) !== null);

function checkTriangles(check: Check, part: Part, { vertices, triangles }: Mesh): void {
  const isTriple = (value: unknown): boolean => Array.isArray(value) && value.length === 3;
  const misshapen = (of: Part, value: unknown): void =>
    check.report(issue("wrong-length", of, value, "must be a list of 3 numbers. Give all 3."));
  const vertexAt = (i: number): Part => itemOf(propertyOf(part, "vertices"), i);
  const triangleAt = (i: number): Part => itemOf(propertyOf(part, "triangles"), i);
  for (const [i, vertex] of vertices.entries()) {
    if (!isTriple(vertex)) return misshapen(vertexAt(i), vertex);
    if (!checkEach(check, vertexAt(i), vertex)) return;
  }
  if (triangles.length === 0) {
    const rest = "must be at least 1. Give the triangles of the surface.";
    check.report(issue("wrong-length", propertyOf(part, "triangles", "number of triangles"), 0, rest));
  }
  for (const [i, triangle] of triangles.entries()) {
    if (!isTriple(triangle)) return misshapen(triangleAt(i), triangle);
    const missing = triangle.findIndex((index) => !Number.isInteger(index) || index < 0 || index >= vertices.length);
    if (missing >= 0) {
      const rest = `must be a whole number from 0 to ${vertices.length - 1}. Count the vertices from 0.`;
      const vertex = named(itemOf(triangleAt(i), missing), `a vertex of ${triangleAt(i).name}`);
      check.report(issue("unknown-vertex", vertex, triangle[missing], rest));
      return;
    }
    const [a, b, c] = triangle.map((index) => vertices[index]);
    const area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
    if (area > 0) continue;
    const rest = "must be > 0: counter-clockwise seen from above (z). Turn the triangle round, or leave it out.";
    const flat = named(triangleAt(i), `area of ${triangleAt(i).name} seen from above`);
    check.report(issue("flat-triangle", flat, area, rest));
    return;
  }
}
