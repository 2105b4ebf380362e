import { RequestError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import { frictionGrid, frictionOf, type FrictionDescription } from "./friction/zones.js";
import { readFields } from "./generators/field.js";
import type { Relief } from "./generators/relief.js";
import { groundGenerators, type ReliefDescription } from "./generators.js";
import type { Span } from "./span.js";
import { makeGround, requireCells, type Ground } from "./ground.js";

/** A ground as plain data, which a file can hold. */
export type GroundDescription = ReliefDescription & {
  readonly friction?: FrictionDescription;
  /** What lies beyond the border: as in `GroundData`. */
  readonly beyond?: "extend" | "stop";
  /** The part of the terrain's plane with heights [m]; default: where the generator has something to show. */
  readonly area?: { readonly x?: Span; readonly y?: Span };
  /** Distances of columns and rows [m]; default: as the generator needs. */
  readonly cells?: { readonly dx?: number; readonly dy?: number };
};

/** Refuses a description that `generateGround` would refuse, without making the ground. */
export function requireDescription(description: GroundDescription): void {
  const { friction } = planOf(description);
  for (const part of [friction, ...(friction.zones ?? [])]) if (part.material !== undefined) frictionOf(part.material);
}

/** Makes a ground: the same numbers for the same description, wherever it runs. */
export function generateGround(description: GroundDescription): Ground {
  const { x, y, height, friction, beyond } = planOf(description);
  const heights = new Float64Array(x.count * y.count);
  for (let j = 0; j < y.count; j++)
    for (let i = 0; i < x.count; i++) heights[j * x.count + i] = height(x.first + i * x.step, y.first + j * y.step);
  const last = (of: Lines): number => of.first + (of.count - 1) * of.step;
  const mu = frictionGrid(friction, { x: [x.first, last(x)], y: [y.first, last(y)] });
  return makeGround({
    x0: x.first,
    y0: y.first,
    dx: x.step,
    dy: y.step,
    nx: x.count,
    ny: y.count,
    heights,
    friction: mu,
    beyond,
  });
}

interface GroundPlan {
  readonly x: Lines;
  readonly y: Lines;
  readonly height: Relief["height"];
  readonly friction: FrictionDescription;
  readonly beyond: "extend" | "stop";
}

/** A checked description: its grid, and what there is to compute on it. */
function planOf(description: GroundDescription): GroundPlan {
  requireParts("ground", description);
  const { friction = {}, beyond = "extend", area = {}, cells = {}, ...relief } = description;
  if (beyond !== "extend" && beyond !== "stop") throw wrong("ground", "beyond", beyond, '"extend" or "stop"');
  const { height, ...own } = reliefOf(relief as ReliefDescription);
  const x = linesAlong("x", area.x ?? own.x, cells.dx ?? own.dx);
  const y = linesAlong("y", area.y ?? own.y, cells.dy ?? own.dy);
  requireCells("ground", x.count * y.count);
  return { x, y, height, friction, beyond };
}

interface Lines {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** A grid over a span: steps as given where they fit into it, the next longer span where they do not. */
function linesAlong(axis: "x" | "y", span: Span, step: number): Lines {
  const [from, to] = span;
  if (!(Array.isArray(span) && Number.isFinite(from) && Number.isFinite(to) && from < to))
    throw wrong("ground", `area.${axis}`, span, "[from, to] with from < to, in metres");
  if (!(step > 0)) throw wrong("ground", `cells.d${axis}`, step, "> 0");
  if (step >= to - from) return { first: from, step: to - from, count: 2 };
  return { first: from, step, count: Math.ceil((to - from) / step - 1e-9) + 1 };
}

/** Sums within sums beyond this depth are mistakes. */
const DEEPEST = 16;

function reliefOf(description: ReliefDescription, depth = 0): Relief {
  requireParts("ground", description);
  const { kind, ...given } = description;
  if (kind === "sum") {
    const { of } = description as Extract<ReliefDescription, { kind: "sum" }>;
    if (!Array.isArray(of) || of.length === 0 || depth > DEEPEST)
      throw wrong('ground "sum"', "of", of, "a list of grounds");
    return sumOf(of.map((each: ReliefDescription) => reliefOf(each, depth + 1)));
  }
  const found = groundGenerators.find((each) => each.kind === kind);
  const known = [...groundGenerators.map((each) => each.kind), "sum"];
  if (!found) throw wrong("ground", "kind", kind, `one of ${known.join(", ")}. ${suggestName(String(kind), known)}`);
  return found.relief(readFields(`ground "${kind}"`, found.fields, given));
}

/** All heights, where any has something to show, as fine as the finest. */
function sumOf(parts: readonly Relief[]): Relief {
  const least = (of: (part: Relief) => number): number => Math.min(...parts.map(of));
  const most = (of: (part: Relief) => number): number => Math.max(...parts.map(of));
  return {
    height: (x, y) => parts.reduce((sum, part) => sum + part.height(x, y), 0),
    x: [least((part) => part.x[0]), most((part) => part.x[1])],
    y: [least((part) => part.y[0]), most((part) => part.y[1])],
    dx: least((part) => part.dx),
    dy: least((part) => part.dy),
  };
}

function requireParts(subject: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(subject, "description", value, 'an object such as { kind: "plane" }');
}

const wrong = (subject: string, field: string, value: unknown, must: string): RequestError =>
  new RequestError({
    code: "ground-description",
    subject: `${subject}, "${field}"`,
    value,
    message: `${subject}: "${field}" is ${JSON.stringify(value)}, must be ${must}${must.endsWith(".") || must.endsWith("?") ? "" : "."}`,
  });
