import { cos, sin } from "kinetree/graph";
import type { Triple } from "../equations/pendulum.js";

/** A point on the picture: right and down [px], and how far before the eye it is [m]. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** Rectangle of a picture [px]. */
export interface PictureFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The eye looks from so many radii of a ball around all: near enough that lines converge, far enough that nothing looks bent. */
const DISTANCE = 4;

/** An eye with the world's z axis upright, from which all that is drawn just fits into a frame. */
export class Perspective {
  /** Pixels to a metre, at the distance of the middle of what is drawn. */
  readonly scale: number;
  /** Towards the eye. */
  readonly towards: Triple;
  private readonly middle: Triple;
  private readonly right: Triple;
  private readonly up: Triple;
  private readonly distance: number;
  private readonly left: number;
  private readonly top: number;

  /** All points that are to be seen; angles in rad. */
  constructor(
    points: readonly Triple[],
    view: { readonly azimuth: number; readonly elevation: number },
    frame: PictureFrame,
  ) {
    const sine = (angle: number): number => sin(angle) as number;
    const cosine = (angle: number): number => cos(angle) as number;
    const [sa, ca] = [sine(view.azimuth), cosine(view.azimuth)];
    const [se, ce] = [sine(view.elevation), cosine(view.elevation)];
    this.towards = [ca * ce, sa * ce, se];
    this.right = [-sa, ca, 0];
    this.up = [-ca * se, -sa * se, ce];
    const halfway = (k: number): number => middleOf(points.map((point) => point[k])).middle;
    this.middle = [halfway(0), halfway(1), halfway(2)];
    let radius = 0;
    for (const point of points) {
      const away = from(this.middle, point);
      radius = Math.max(radius, Math.sqrt(dot(away, away)));
    }
    this.distance = DISTANCE * radius;
    // At a scale of 1 first, to see how large it gets and where its middle is.
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    const seen = points.map((point) => this.at(point));
    const across = middleOf(seen.map(({ x }) => x));
    const down = middleOf(seen.map(({ y }) => y));
    this.scale = Math.min(frame.width / across.size, frame.height / down.size);
    this.left = frame.left + frame.width / 2 - this.scale * across.middle;
    this.top = frame.top + frame.height / 2 - this.scale * down.middle;
  }

  /** Where a point of the world is seen. */
  at(point: Triple): PicturePoint {
    const away = from(this.middle, point);
    const depth = this.distance - dot(away, this.towards);
    const size = (this.scale * this.distance) / depth;
    return { x: this.left + size * dot(away, this.right), y: this.top - size * dot(away, this.up), depth };
  }

  /** Whether a face with this outward normal and a point on it shows itself to the eye. */
  shows(normal: Triple, point: Triple): boolean {
    const [x, y, z] = from(point, this.middle);
    const [a, b, c] = this.towards;
    const toEye: Triple = [x + this.distance * a, y + this.distance * b, z + this.distance * c];
    return dot(normal, toEye) > 0;
  }
}

/** Middle and size of the range of some numbers. */
function middleOf(numbers: readonly number[]): { readonly middle: number; readonly size: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return { middle: (low + high) / 2, size: high - low };
}

const from = (a: Triple, b: Triple): Triple => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
