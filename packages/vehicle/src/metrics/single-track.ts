/** The linear single-track model: what the standard tests measure follows from it in closed form. */
export interface SingleTrack {
  /** [kg], [kg m²] */
  readonly mass: number;
  readonly inertia: number;
  /** From the mass centre to the axles [m]. */
  readonly front: number;
  readonly rear: number;
  /** Side force for each radian of slip, of whole axles [N/rad]. */
  readonly frontStiffness: number;
  readonly rearStiffness: number;
}

/** Steering in addition to the wheelbase's for each m/s² of lateral acceleration [rad s²/m]: m/L (l_r/C_f − l_f/C_r). */
export const understeerGradient = ({ mass, front, rear, frontStiffness, rearStiffness }: SingleTrack): number =>
  (mass / (front + rear)) * (rear / frontStiffness - front / rearStiffness);

/** Yaw rate for each radian at the front wheels, steady [1/s]: v/(L + K v²). */
export const yawGain = (vehicle: SingleTrack, speed: number): number =>
  speed / (vehicle.front + vehicle.rear + understeerGradient(vehicle) * speed * speed);

/** Rates of sideslip and yaw rate at a speed: x' = A x + B δ. */
export function singleTrackMatrices(
  { mass, inertia, front: a, rear: b, frontStiffness: cf, rearStiffness: cr }: SingleTrack,
  speed: number,
): { readonly A: readonly [number, number, number, number]; readonly B: readonly [number, number] } {
  const moment = cr * b - cf * a;
  return {
    A: [
      -(cf + cr) / (mass * speed),
      moment / (mass * speed * speed) - 1,
      moment / inertia,
      -(cf * a * a + cr * b * b) / (inertia * speed),
    ],
    B: [cf / (mass * speed), (cf * a) / inertia],
  };
}

/** Eigenvalues of a two by two matrix, by rows; the imaginary part is that of the first. */
export function eigenvaluesOf([a, b, c, d]: readonly [number, number, number, number]): {
  readonly re: readonly [number, number];
  readonly im: number;
} {
  const [middle, product] = [(a + d) / 2, a * d - b * c];
  const inside = middle * middle - product;
  const root = Math.sqrt(Math.abs(inside));
  return inside >= 0 ? { re: [middle + root, middle - root], im: 0 } : { re: [middle, middle], im: root };
}
