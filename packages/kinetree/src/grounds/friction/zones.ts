import { RequestError } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { requireCells, uniformFriction, type FrictionGrid } from "../ground.js";
import type { GroundPoint, Span } from "../span.js";
import { groundMaterials, type GroundMaterial } from "./materials.js";

/** A part of the ground of another material. Later ones lie over earlier ones. */
export type FrictionZone = {
  /** A name, or a coefficient of friction. */
  readonly material: GroundMaterial | number;
} & (
  | { readonly kind: "rectangle"; readonly x: Span; readonly y: Span }
  /** Corners in order, either way round. */
  | { readonly kind: "polygon"; readonly corners: readonly GroundPoint[] }
  /** All that lies beyond a line through a point, on the side to which a direction shows. */
  | { readonly kind: "half-plane"; readonly point: GroundPoint; readonly towards: GroundPoint }
);

/** Materials of a ground. */
export interface FrictionDescription {
  /** Outside of all zones; the test track of tyre measurements, 0.8, if left out. */
  readonly material?: GroundMaterial | number;
  readonly zones?: readonly FrictionZone[];
  /** Width along which one material turns into the other, half of it to either side of the border [m]; 0 if left out. */
  readonly blend?: number;
  /** Distance of places at which friction is kept [m]; default: a quarter of `blend`, else 0.1. Borders are never sharper. */
  readonly cell?: number;
}

const DEFAULT_CELL = 0.1;

/** Coefficient of friction of a material. */
export function frictionOf(material: GroundMaterial | number): number {
  const mu =
    typeof material === "number"
      ? material
      : Object.hasOwn(groundMaterials, material)
        ? groundMaterials[material]
        : null;
  if (mu !== null && Number.isFinite(mu) && mu >= 0) return mu;
  const subject = `material ${JSON.stringify(material)}`;
  const fix =
    typeof material === "number"
      ? "Give a coefficient of friction >= 0."
      : suggestName(material, Object.keys(groundMaterials));
  throw new RequestError({
    code: "ground-material",
    subject,
    value: material,
    message: `${subject} is unknown. ${fix}`,
  });
}

/** The zones on a grid as large as they are; half-planes reach to the border of the ground. */
export function frictionGrid(
  { material = "test-track", zones = [], blend = 0, cell }: FrictionDescription,
  area: { readonly x: Span; readonly y: Span },
): FrictionGrid {
  const ground = frictionOf(material);
  const over = zones.map((zone, i) => ({ mu: frictionOf(zone.material), distance: distanceTo(zone, i) }));
  const step = cell ?? (blend > 0 ? blend / 4 : DEFAULT_CELL);
  for (const [name, value] of Object.entries({ blend, cell: step }))
    if (!Number.isFinite(value) || value < 0 || (name === "cell" && value === 0))
      throw badZone("friction", name, value);
  if (zones.length === 0) return uniformFriction(ground);
  const margin = blend / 2 + 2 * step;
  const bounds = boundsOf(zones, area);
  const along = (k: "x" | "y"): { readonly first: number; readonly count: number } => {
    const first = Math.floor((bounds[k][0] - margin) / step);
    return { first, count: Math.ceil((bounds[k][1] + margin) / step) - first + 1 };
  };
  const [x, y] = [along("x"), along("y")];
  requireCells("friction of a ground", x.count * y.count);
  const mu = new Float64Array(x.count * y.count);
  for (let j = 0; j < y.count; j++) {
    for (let i = 0; i < x.count; i++) {
      const place: GroundPoint = [(x.first + i) * step, (y.first + j) * step];
      let value = ground;
      for (const zone of over) value += weightAt(zone.distance(place), blend) * (zone.mu - value);
      mu[j * x.count + i] = value;
    }
  }
  return { x0: x.first * step, y0: y.first * step, dx: step, dy: step, nx: x.count, ny: y.count, mu };
}

/** Share of a zone at a distance from its border, negative within. */
const weightAt = (distance: number, blend: number): number =>
  blend > 0 ? Math.max(0, Math.min(1, 0.5 - distance / blend)) : distance <= 0 ? 1 : 0;

function boundsOf(zones: readonly FrictionZone[], area: { readonly x: Span; readonly y: Span }): typeof area {
  let [x, y]: [Span, Span] = [
    [Infinity, -Infinity],
    [Infinity, -Infinity],
  ];
  for (const zone of zones) {
    const corners = cornersOf(zone) ?? [
      [area.x[0], area.y[0]],
      [area.x[1], area.y[1]],
    ];
    for (const [px, py] of corners) {
      x = [Math.min(x[0], px), Math.max(x[1], px)];
      y = [Math.min(y[0], py), Math.max(y[1], py)];
    }
  }
  return { x, y };
}

/** null for a half-plane. */
function cornersOf(zone: FrictionZone): readonly GroundPoint[] | null {
  if (zone.kind === "half-plane") return null;
  if (zone.kind === "polygon") return zone.corners;
  const [[x0, x1], [y0, y1]] = [zone.x, zone.y];
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** Distance to the border of a zone, negative within. */
function distanceTo(zone: FrictionZone, index: number): (place: GroundPoint) => number {
  const subject = `friction zone ${index}`;
  const isPoint = (value: unknown): value is GroundPoint =>
    Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));
  if (zone.kind === "half-plane") {
    const { point, towards } = zone;
    for (const [name, value] of Object.entries({ point, towards }))
      if (!isPoint(value)) throw badZone(subject, name, value);
    const length = Math.sqrt(towards[0] * towards[0] + towards[1] * towards[1]);
    if (length === 0) throw badZone(subject, "towards", towards);
    return ([x, y]) => ((point[0] - x) * towards[0] + (point[1] - y) * towards[1]) / length;
  }
  if (zone.kind === "rectangle") {
    for (const [name, value] of Object.entries({ x: zone.x, y: zone.y }))
      if (!isPoint(value)) throw badZone(subject, name, value);
  } else if (zone.kind !== "polygon") throw badZone(subject, "kind", (zone as { readonly kind: unknown }).kind);
  const corners = cornersOf(zone) ?? [];
  if (corners.length < 3 || !corners.every(isPoint)) throw badZone(subject, "corners", corners);
  return ([x, y]) => {
    let [least, isInside] = [Infinity, false];
    corners.forEach(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % corners.length];
      const [ex, ey] = [bx - ax, by - ay];
      const share = Math.max(
        0,
        Math.min(1, ((x - ax) * ex + (y - ay) * ey) / Math.max(ex * ex + ey * ey, Number.MIN_VALUE)),
      );
      const [dx, dy] = [x - ax - share * ex, y - ay - share * ey];
      least = Math.min(least, dx * dx + dy * dy);
      // A ray along x crosses the side.
      if (ay > y !== by > y && x < ax + ((y - ay) / ey) * ex) isInside = !isInside;
    });
    const distance = Math.sqrt(least);
    return isInside ? -distance : distance;
  };
}

const badZone = (subject: string, field: string, value: unknown): RequestError =>
  new RequestError({
    code: "ground-zone",
    subject: `${subject}, "${field}"`,
    value,
    message:
      `${subject}: "${field}" is ${JSON.stringify(value)}. A rectangle has x and y as [from, to], a polygon at least 3 corners [x, y], a ` +
      "half-plane a point and a direction [x, y] that is not 0; blend is >= 0 and cell > 0, in metres.",
  });
