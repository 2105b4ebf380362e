import { realFunctions } from "../../../model/real-arithmetic.js";
import { rotateVec3, rpy } from "../../../model/rotation.js";
import type { Model, QuatR, Vec3R } from "../../../model/types.js";

/** How the lander comes down: velocity [m/s], z downwards, and orientation as roll, pitch and yaw [rad]. */
export interface EuropaImpact {
  readonly vx: number;
  readonly vy: number;
  readonly vz: number;
  readonly phi: number;
  readonly theta: number;
  readonly psi: number;
}

/** Coordinates and speeds of the joint "root"; the legs stand as they were built, at rest. */
export interface EuropaStart {
  readonly q: { readonly root: readonly number[] };
  readonly v: { readonly root: readonly number[] };
}

/** The numbers of legs and belly points, evenly spaced from the x axis on. */
export const LEGS = 6;
export const RIM_POINTS = 4;

/** The lowest point is a nanometre above the ground, so that rounding does not decide which of several touch first [m]. */
const CLEARANCE = 1e-9;

const sin = (x: number): number => realFunctions.sin.of(x, 0);
const cos = (x: number): number => realFunctions.cos.of(x, 0);

/**
 * The instant of touch-down: the lowest foot or belly point touches the plane z = 0, the mass centre is above the world's
 * origin, nothing turns. Roll, pitch and yaw compose as R = Rz(ψ) Ry(θ) Rx(φ).
 * @param model one that `europaLander` made
 * @param parameters values that the landing has in place of the model's
 */
export function europaLanderStart(
  { parameters: own }: Pick<Model, "parameters">,
  impact: EuropaImpact,
  parameters: Readonly<Record<string, number>> = {},
): EuropaStart {
  const values = { ...Object.fromEntries(own.map(({ name, value }) => [name, value])), ...parameters };
  const rotation = rpy(impact.phi, impact.theta, impact.psi);
  const heights = contactPoints(values).map((point) => turned(rotation, point)[2]);
  const [w, x, y, z] = rotation as readonly number[];
  const velocity: Vec3R = [impact.vx, impact.vy, -impact.vz];
  return {
    q: { root: [0, 0, CLEARANCE - Math.min(...heights), w, x, y, z] },
    v: { root: [0, 0, 0, ...turned([w, -x, -y, -z], velocity)] },
  };
}

// Numbers in, numbers out.
const turned = (rotation: QuatR, vector: Vec3R): readonly number[] => rotateVec3(rotation, vector) as readonly number[];

/** Feet, then belly points, in the frame of the main body. */
function contactPoints(value: Readonly<Record<string, number>>): readonly Vec3R[] {
  const upper = value["upperAngle"] + value["upperAngleDeviation"];
  const lower = value["lowerAngle"] + value["lowerAngleDeviation"];
  const radius = value["hipRadius"] + value["upperLength"] * sin(upper) + value["lowerLength"] * sin(lower);
  const depth = value["upperLength"] * cos(upper) + value["lowerLength"] * cos(lower);
  const belly = -value["massCentreHeight"];
  return [
    ...circle(LEGS, radius, belly + value["hipHeight"] - depth),
    [0, 0, belly],
    ...circle(RIM_POINTS, value["bellyRadius"], belly),
  ];
}

const circle = (count: number, radius: number, z: number): readonly Vec3R[] =>
  Array.from({ length: count }, (_, k) => {
    const azimuth = (2 * Math.PI * k) / count;
    return [radius * cos(azimuth), radius * sin(azimuth), z] as const;
  });
