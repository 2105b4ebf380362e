import { buildTopology, RequestError, type State } from "kinetree";
import { atan2 } from "kinetree/graph";
import type { TestVehicle } from "../vehicles/test-vehicle.js";

/** What a driver sees of the vehicle: the motion of its chassis frame in the level axes of the vehicle. */
export interface Seen {
  /** In the world [m, rad]. */
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  /** Forward and to the left [m/s]. */
  readonly speed: number;
  readonly lateral: number;
  /** [rad/s] */
  readonly yawRate: number;
}

/** Where the free joint of the chassis is in coordinates and speeds. */
export function chassisPlace({ model, chassis }: TestVehicle): { readonly qStart: number; readonly vStart: number } {
  const place = buildTopology(model).tree.find(({ joint }) => model.joints[joint].name === chassis.joint);
  if (place) return place;
  const message = `joint "${chassis.joint}" is not in the model "${model.name}". Name the free joint of the chassis.`;
  throw new RequestError({ code: "unknown-joint", subject: "chassis.joint", value: chassis.joint, message });
}

/** Reads states of a vehicle. */
export function seenBy(vehicle: TestVehicle): (state: State) => Seen {
  const { qStart, vStart } = chassisPlace(vehicle);
  return ({ q, v }) => {
    const [x, y, , w, a, b, c] = q.subarray(qStart, qStart + 7);
    const [, p, r, ahead, aside, up] = v.subarray(vStart, vStart + 6);
    const roll = v[vStart];
    // Columns of the rotation from chassis to world, level components.
    const [xx, xy, xz] = [1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)];
    const [yx, yy, yz] = [2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)];
    const [zx, zy, zz] = [2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)];
    const [vx, vy] = [xx * ahead + xy * aside + xz * up, yx * ahead + yy * aside + yz * up];
    const length = Math.sqrt(xx * xx + yx * yx);
    const [cosine, sine] = [xx / length, yx / length];
    return {
      x,
      y,
      yaw: atan2(yx, xx),
      speed: cosine * vx + sine * vy,
      lateral: cosine * vy - sine * vx,
      yawRate: zx * roll + zy * p + zz * r,
    };
  };
}
