import { refuse, requireNames } from "../equations/options.js";
import type { PendulumResult } from "../run/simulate.js";
import { boxFaces, type BoxFace } from "./drawn-boxes.js";
import { Perspective } from "./perspective.js";

/** What is drawn of a pendulum's motion. */
export interface PendulumDrawingOptions {
  /** Rows from one drawn position to the next. Default: such that the positions span the run. */
  readonly every?: number;
  /** Number of positions. Default 10, or as many as there are rows. */
  readonly count?: number;
  /** Of the picture [px]. Default 640. */
  readonly width?: number;
  /** Of the picture [px]. Default 480. */
  readonly height?: number;
  /** Where the eye stands, as an angle about the vertical from the x axis [rad]. Default -1.2. */
  readonly azimuth?: number;
  /** How far the eye is raised above the level of what is drawn [rad]. Default 0.25. */
  readonly elevation?: number;
  /** Default: how many positions of how many bodies, and when. */
  readonly title?: string;
}

const defaults: Required<Pick<PendulumDrawingOptions, "width" | "height" | "azimuth" | "elevation">> = Object.freeze({
  width: 640,
  height: 480,
  azimuth: -1.2,
  elevation: 0.25,
});
const SUBJECT = "pendulum drawing";
const optionNames = ["every", "count", "title", ...Object.keys(defaults)];
/** Red, green and blue of one body after the other; distinct for colour-blind eyes too (Okabe, Ito 2008). */
const colors = [
  [0, 114, 178],
  [230, 159, 0],
  [0, 158, 115],
] as const;
/** How strong the first of several positions is, the last being 1. */
const FAINTEST = 0.15;
/** Heights of the strips with the title and with scale and times, and what stays free at the sides [px]. */
const STRIP = 40;
const LOWER_STRIP = 60;
const MARGIN = 16;

/** Successive positions of the bodies as boxes in perspective, from faint (first) to full (last), z upwards: an SVG document. */
export function pendulumDrawing(result: PendulumResult, options: PendulumDrawingOptions = {}): string {
  const { width, height, azimuth, elevation } = readOptions(options);
  const chosen = chooseRows(result, options);
  const faces = chosen.flatMap((row, position) => boxFaces(result, row, position));
  const eye = new Perspective(
    [...faces.flatMap(({ corners }) => corners), result.pendulum.pivot],
    { azimuth, elevation },
    { left: MARGIN, top: STRIP, width: width - 2 * MARGIN, height: height - STRIP - LOWER_STRIP },
  );
  const seen = faces
    .filter(({ normal, corners }) => eye.shows(normal, corners[0]))
    .map((face) => {
      const points = face.corners.map((corner) => eye.at(corner));
      return { face, points, depth: points.reduce((sum, point) => sum + point.depth, 0) };
    })
    // The farthest first, so that nearer ones cover them.
    .sort((a, b) => b.depth - a.depth);
  const strength = (position: number): number =>
    chosen.length === 1 ? 1 : FAINTEST + ((1 - FAINTEST) * position) / (chosen.length - 1);
  const polygons = seen.map(({ face, points }) => {
    const path = points.map(({ x, y }) => `${short(x)},${short(y)}`).join(" ");
    const faded = strength(face.position);
    return `<polygon points="${path}" fill="${fill(face, eye, faded)}" stroke="${gray(1 - faded)}"/>`;
  });
  const [first, last] = [result.rows[chosen[0]].t, result.rows[chosen[chosen.length - 1]].t];
  const title = options.title ?? describe(chosen.length, result.reported.length, result.pendulum.n, first, last);
  const pivot = eye.at(result.pendulum.pivot);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
      `font-family="sans-serif" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g stroke-width="0.8" stroke-linejoin="round">`,
    ...polygons,
    "</g>",
    `<circle class="pivot" cx="${short(pivot.x)}" cy="${short(pivot.y)}" r="4" fill="#ffffff" stroke="#000000" stroke-width="1.5"/>`,
    `<text x="${width / 2}" y="24" text-anchor="middle" fill="#000000">${escaped(title)}</text>`,
    ...scaleBar(eye, height),
    ...timeKey(strength, chosen.length, first, last, width, height),
    "</svg>",
    "",
  ].join("\n");
}

/** Numbers of the rows that are drawn. */
function chooseRows({ rows, reported }: PendulumResult, options: PendulumDrawingOptions): readonly number[] {
  const count = options.count ?? (options.every === undefined ? Math.min(10, rows.length) : 10);
  const most = Math.max(1, Math.floor((rows.length - 1) / Math.max(1, count - 1)));
  const every = options.every ?? most;
  const whole = { count, every };
  for (const name of ["count", "every"] as const)
    if (!(Number.isInteger(whole[name]) && whole[name] >= 1))
      throw refuse(SUBJECT, name, whole[name], "must be a whole number from 1 on");
  if ((count - 1) * every > rows.length - 1)
    throw refuse(
      SUBJECT,
      "count",
      count,
      `with every = ${every} reaches beyond the ${rows.length} rows of the result. Draw fewer, or record more often (option "step")`,
    );
  if (reported.length === 0)
    throw refuse(SUBJECT, "report", [], "left out all bodies. Simulate with some of them reported", "nothing-to-draw");
  return Array.from({ length: count }, (_, k) => k * every);
}

function readOptions(options: PendulumDrawingOptions): typeof defaults {
  requireNames(SUBJECT, options, optionNames);
  const read = { ...defaults, ...options };
  for (const name of ["width", "height"] as const)
    if (!(read[name] >= 4 * STRIP && read[name] < Infinity))
      throw refuse(SUBJECT, name, read[name], `must be at least ${4 * STRIP} pixels`);
  for (const name of ["azimuth", "elevation"] as const)
    if (!Number.isFinite(read[name])) throw refuse(SUBJECT, name, read[name], "must be an angle in radians");
  return read;
}

/** Colour of a face: that of its body, lighter the more it faces up, and mixed with white the fainter it is. */
function fill({ body, normal }: BoxFace, eye: Perspective, strength: number): string {
  const [x, y, z] = eye.towards;
  const light = 0.55 + 0.25 * Math.max(0, normal[2]) + 0.2 * (normal[0] * x + normal[1] * y + normal[2] * z);
  const color = colors[body % colors.length].map((part) => {
    const lit = part + (255 - part) * Math.max(0, Math.min(1, light - 0.35));
    return Math.round(255 + (lit - 255) * strength);
  });
  return `rgb(${color.join(",")})`;
}

/** Grey of this lightness, 0 to 1. */
function gray(lightness: number): string {
  const part = Math.round(255 * lightness);
  return `rgb(${part},${part},${part})`;
}

/** A length of 1, 2 or 5 times a power of ten, as long as it is seen at the middle of the picture. */
function scaleBar({ scale }: Perspective, height: number): string[] {
  const longest = 140 / scale;
  let unit = 1;
  while (unit > longest) unit /= 10;
  while (10 * unit <= longest) unit *= 10;
  const length = [5, 2, 1].map((factor) => factor * unit).find((each) => each <= longest) ?? unit;
  const [left, top, right] = [16, height - 16, 16 + length * scale];
  return [
    `<path class="scale" d="M${left},${top - 5}V${top}H${short(right)}V${top - 5}" fill="none" stroke="#000000"/>`,
    `<text x="${left + 4}" y="${top - 8}" fill="#000000">${Number(length.toPrecision(1))} m</text>`,
  ];
}

/** Faint to full, with the times of the first and the last position. */
function timeKey(
  strength: (position: number) => number,
  count: number,
  first: number,
  last: number,
  width: number,
  height: number,
): string[] {
  const [top, size] = [height - 28, 12];
  const left = width - 16 - size * count;
  const squares = Array.from(
    { length: count },
    (_, k) =>
      `<rect x="${left + size * k}" y="${top}" width="${size}" height="${size}" fill="${gray(1 - 0.7 * strength(k))}"/>`,
  );
  const label = count === 1 ? `t = ${seconds(last)} s` : `t = ${seconds(first)} to ${seconds(last)} s`;
  return [...squares, `<text x="${width - 16}" y="${top - 6}" text-anchor="end" fill="#000000">${label}</text>`];
}

function describe(positions: number, bodies: number, n: number, first: number, last: number): string {
  const places = positions === 1 ? "one position" : `${positions} positions`;
  const part = bodies === n ? "" : ` (${bodies} of them drawn)`;
  const when = positions === 1 ? `at ${seconds(last)} s` : `from ${seconds(first)} s to ${seconds(last)} s`;
  return `${places} of a ${n}-body pendulum${part} ${when}`;
}

const seconds = (t: number): string => String(Number(t.toPrecision(6)));

const short = (x: number): string => String(Math.round(10 * x) / 10);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
