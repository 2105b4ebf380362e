import { RequestError } from "../errors/kinetree-error.js";
import { heightExtent } from "./height-extent.js";
import { ANCHOR, groundHeader, type GroundNumber } from "./ground-layout.js";
import { padHeightsInto, paddedCount, RINGS, type HeightGridData } from "./padded-heights.js";

/** Coefficients of friction over a regular grid, linear between its places; beyond its border they stay as they are there. */
export interface FrictionGrid extends Omit<HeightGridData, "heights"> {
  /** mu[j nx + i] at (x0 + i dx, y0 + j dy). */
  readonly mu: ArrayLike<number>;
}

/** What a ground is made of. */
export interface GroundData extends HeightGridData {
  /** The friction of tyre measurements, 0.8, if left out. */
  readonly friction?: FrictionGrid;
  /** What lies beyond the border: the slope of the border goes on ("extend", also if left out), or a run that gets there ends ("stop"). */
  readonly beyond?: "extend" | "stop";
}

/** Heights and friction that a run takes for a terrain of kind "ground". */
export interface Ground {
  readonly kind: "ground data";
  readonly x0: number;
  readonly y0: number;
  readonly dx: number;
  readonly dy: number;
  readonly nx: number;
  readonly ny: number;
  readonly beyond: "extend" | "stop";
  /** All of it as the kernels read it; workers share it where the platform has shared memory. */
  readonly numbers: Float64Array;
}

/** Cells beyond which a ground is refused: half a gigabyte. */
export const MOST_CELLS = 64e6;

/** Friction of a ground that says nothing about it: that of the track on which tyre data are measured. */
export const DEFAULT_FRICTION = 0.8;

/** A ground from heights over a regular grid. */
export function makeGround(data: GroundData): Ground {
  const { x0, y0, dx, dy, nx, ny, beyond = "extend", friction = uniformFriction(DEFAULT_FRICTION) } = data;
  requireGrid("ground", data, data.heights);
  requireGrid("friction of a ground", friction, friction.mu);
  const heightsAt = ANCHOR + groundHeader.length;
  const muAt = heightsAt + paddedCount(data);
  const numbers = sharedNumbers(muAt + friction.nx * friction.ny);
  const { lowest, highest, slope, isLevelAround } = heightExtent(data);
  const width = nx + 2 * RINGS;
  const header: Readonly<Record<GroundNumber, number>> = {
    x0,
    y0,
    perX: 1 / dx,
    perY: 1 / dy,
    perXX: 1 / (dx * dx),
    perXY: 1 / (dx * dy),
    perYY: 1 / (dy * dy),
    columns: nx,
    rows: ny,
    width,
    start: heightsAt + RINGS * (width + 1),
    lowest,
    highest,
    slope,
    isLevelAround: isLevelAround ? 1 : 0,
    grain: Math.min(dx, dy),
    right: x0 + (nx - 1) * dx,
    top: y0 + (ny - 1) * dy,
    ends: beyond === "stop" ? 1 : 0,
    muX0: friction.x0,
    muY0: friction.y0,
    muPerX: 1 / friction.dx,
    muPerY: 1 / friction.dy,
    muColumns: friction.nx,
    muRows: friction.ny,
    muStart: muAt,
  };
  groundHeader.forEach((name, i) => (numbers[ANCHOR + i] = header[name]));
  padHeightsInto(numbers, heightsAt, data);
  numbers.set(friction.mu, muAt);
  return { kind: "ground data", x0, y0, dx, dy, nx, ny, beyond, numbers };
}

/** The same coefficient everywhere. */
export const uniformFriction = (mu: number): FrictionGrid => ({
  x0: 0,
  y0: 0,
  dx: 1,
  dy: 1,
  nx: 2,
  ny: 2,
  mu: [mu, mu, mu, mu],
});

/** Whether a place of the terrain's plane is within the border. */
export const isOnGround = ({ x0, y0, dx, dy, nx, ny }: Ground, x: number, y: number): boolean =>
  x >= x0 && x <= x0 + (nx - 1) * dx && y >= y0 && y <= y0 + (ny - 1) * dy;

/** Height at a place of the grid, as it was given. */
export const heightOfCell = ({ nx, numbers }: Ground, column: number, row: number): number =>
  numbers[ANCHOR + groundHeader.length + (row + RINGS) * (nx + 2 * RINGS) + column + RINGS];

function requireGrid(what: string, grid: Omit<HeightGridData, "heights">, values: ArrayLike<number>): void {
  const refuse = (field: string, value: number, must: string): RequestError =>
    new RequestError({
      code: "ground-grid",
      subject: what,
      value,
      message: `${what}: ${field} is ${value}, must be ${must}.`,
    });
  for (const field of ["x0", "y0", "dx", "dy"] as const) {
    const isStep = field === "dx" || field === "dy";
    if (!Number.isFinite(grid[field]) || (isStep && grid[field] <= 0))
      throw refuse(field, grid[field], isStep ? "> 0. Give the distance in metres" : "finite. Give it in metres");
  }
  for (const field of ["nx", "ny"] as const)
    if (!Number.isInteger(grid[field]) || grid[field] < 2)
      throw refuse(field, grid[field], "a whole number >= 2. Give the number of places along that side");
  const { nx, ny } = grid;
  requireCells(what, nx * ny);
  if (values.length !== nx * ny)
    throw refuse(
      "the number of values",
      values.length,
      `nx · ny = ${nx * ny}. Give one for each place, x running fastest`,
    );
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(values[i])) throw refuse(`value ${i}`, values[i], "finite. Fill the hole in the data");
}

/** Refuses grids that are too large to hold. */
export function requireCells(what: string, cells: number): void {
  if (cells <= MOST_CELLS) return;
  const message = `${what} has ${cells} places, must have at most ${MOST_CELLS}. Take a coarser grid, or a smaller part.`;
  throw new RequestError({ code: "ground-cells", subject: what, value: cells, message });
}

/** Zeros that workers can read without a copy of their own, where the platform has shared memory. */
const sharedNumbers = (count: number): Float64Array =>
  new Float64Array(
    typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(8 * count) : new SharedArrayBuffer(8 * count),
  );
