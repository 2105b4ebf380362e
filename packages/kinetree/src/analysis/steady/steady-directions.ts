import { RequestError } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import type { Skeleton } from "../../formulation/skeleton/skeleton.js";
import { definitionOf } from "../../model/joints.js";
import type { TreeBody } from "../../topology/types.js";
import type { Pin } from "../free-directions.js";

/**
 * A coordinate that may go on changing in a steady motion, since nothing depends on it: all of a joint or one coordinate of it. Of a free
 * joint, with `about`: the heading about an axis and the position across it; of a spherical joint the heading alone. The axis is
 * given in the joint's frame on its parent.
 */
export type Ignorable = Pin | { readonly joint: string; readonly about: readonly [number, number, number] };

/** A direction of the speeds at one pose, and how it turns with the pose: rate of direction · v by each direction of q. */
export interface SteadyDirection {
  readonly along: Float64Array;
  readonly turning: Float64Array;
  readonly name: string;
}

/** Directions at a pose in which a steady motion stands still, and those in which it goes on. */
export interface SteadyDirections {
  readonly still: readonly SteadyDirection[];
  readonly ignorable: readonly SteadyDirection[];
}

type Vector = readonly [number, number, number];

/** Which speeds a place in a joint has; -1 for all of it. */
export function speedsOf({ model, topology }: Skeleton, pin: Pin, what: string): Int32Array {
  const name = typeof pin === "string" ? pin : pin.joint;
  const place = placeOf({ model, topology }, name, what);
  if (typeof pin === "string") return Int32Array.from({ length: place.nv }, (_, k) => place.vStart + k);
  const { coordinate } = pin;
  if (Number.isInteger(coordinate) && coordinate >= 0 && coordinate < place.nv)
    return Int32Array.of(place.vStart + coordinate);
  const message = `${what} joint "${name}" has no coordinate ${coordinate}. Give 0 to ${place.nv - 1}.`;
  throw new RequestError({ code: "unknown-coordinate", subject: `joint "${name}"`, value: coordinate, message });
}

function placeOf({ model, topology }: Pick<Skeleton, "model" | "topology">, name: string, what: string): TreeBody {
  const place = topology.tree.find(({ joint }) => model.joints[joint].name === name);
  if (place) return place;
  const known = topology.tree.map(({ joint }) => model.joints[joint].name);
  const message = `${what} joint "${name}" is unknown. ${suggestName(name, known)}`;
  throw new RequestError({ code: "unknown-joint", subject: `joint "${name}"`, value: name, message });
}

/** Plans the directions of a model; the result takes a pose and speeds. */
export function planSteadyDirections(
  skeleton: Skeleton,
  ignorable: readonly Ignorable[],
  nameOf: (speed: number) => string,
): (q: Float64Array, v: Float64Array) => SteadyDirections {
  const { model, nv } = skeleton;
  const goesOn = new Uint8Array(nv);
  const about: { readonly place: TreeBody; readonly axes: readonly [Vector, Vector, Vector]; readonly at: number }[] =
    [];
  for (const each of ignorable) {
    if (typeof each === "string" || !("about" in each)) {
      for (const speed of speedsOf(skeleton, each, "ignorable")) goesOn[speed] = 1;
      continue;
    }
    const place = placeOf(skeleton, each.joint, "ignorable");
    const { quaternion } = definitionOf(model.joints[place.joint]);
    if (quaternion === null) throw noHeading(each.joint);
    goesOn.fill(1, place.vStart, place.vStart + place.nv);
    about.push({ place, axes: triad(each.about, each.joint), at: place.qStart + quaternion.at });
  }
  const plain = (speed: number): SteadyDirection => ({
    along: new Float64Array(nv).fill(1, speed, speed + 1),
    turning: new Float64Array(nv),
    name: nameOf(speed),
  });
  const turned = new Set(about.flatMap(({ place: { vStart, nv: count } }) => range(vStart, count)));
  const all = range(0, nv);
  return (q, v) => {
    const still = all.filter((i) => goesOn[i] === 0).map(plain);
    const going = all.filter((i) => goesOn[i] === 1 && !turned.has(i)).map(plain);
    for (const { place, axes, at } of about) {
      const [n, e1, e2] = axes.map((axis) => inChild(axis, q, at));
      const name = `heading of joint "${model.joints[place.joint].name}"`;
      const make = (axis: Vector, first: number): SteadyDirection => {
        const along = new Float64Array(nv);
        along.set(axis, first);
        // An axis of the parent, seen from a child that turns by δ, changes by axis × δ.
        const turning = new Float64Array(nv);
        turning.set(cross([v[first], v[first + 1], v[first + 2]], axis), place.vStart);
        return { along, turning, name };
      };
      const [omega, linear] = [place.vStart, place.vStart + 3];
      still.push(make(e1, omega), make(e2, omega));
      going.push(make(n, omega));
      if (place.nv < 6) continue;
      still.push(make(n, linear));
      going.push(make(e1, linear), make(e2, linear));
    }
    return { still, ignorable: going };
  };
}

const range = (start: number, count: number): number[] => Array.from({ length: count }, (_, k) => start + k);

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];

/** A unit axis and two across it. */
function triad([x, y, z]: Vector, joint: string): readonly [Vector, Vector, Vector] {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !Number.isFinite(length)) {
    const message = `ignorable joint "${joint}": the axis ${x}, ${y}, ${z} has no direction. Give one such as [0, 0, 1].`;
    throw new RequestError({ code: "axis-without-direction", subject: `joint "${joint}"`, value: [x, y, z], message });
  }
  const n: Vector = [x / length, y / length, z / length];
  const other: Vector = Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const [a, b, c] = cross(n, other);
  const size = Math.sqrt(a * a + b * b + c * c);
  const e1: Vector = [a / size, b / size, c / size];
  return [n, e1, cross(n, e1)];
}

/** An axis of the parent in the child: Rᵀ a = a − 2 w (r × a) + 2 r × (r × a). */
function inChild(axis: Vector, q: Float64Array, at: number): Vector {
  const [w, x, y, z] = q.subarray(at, at + 4);
  const r: Vector = [x, y, z];
  const once = cross(r, axis);
  const twice = cross(r, once);
  return [
    axis[0] - 2 * w * once[0] + 2 * twice[0],
    axis[1] - 2 * w * once[1] + 2 * twice[1],
    axis[2] - 2 * w * once[2] + 2 * twice[2],
  ];
}

function noHeading(joint: string): RequestError {
  const message = `ignorable joint "${joint}" has no heading: it is neither free nor spherical. Name the joint, or one of its coordinates.`;
  return new RequestError({ code: "joint-without-heading", subject: `joint "${joint}"`, value: joint, message });
}
