import type { MotionPoint, MotionSystem } from "../system.js";

const SCALARS = ["t", "hLast", "hKick", "isFresh", "contraction"] as const;
type Scalar = (typeof SCALARS)[number];

/** All numbers that the method remembers between two attempts, as views of one array: to save them is to copy it. */
export class AlphaMemory {
  readonly numbers: Float64Array;
  /** The accepted state [δ, v, z]; δ is 0 there, since the base moves along. */
  readonly y: Float64Array;
  readonly v: Float64Array;
  readonly z: Float64Array;
  /** v̇, ż and λ there. */
  readonly a: Float64Array;
  readonly zDot: Float64Array;
  readonly lambda: Float64Array;
  /**
   * (aₙ − v̇ₙ)/h of the auxiliary accelerations, and the same for ż. The difference is Δ h v̈ + O(h²), so that a step of another
   * length starts from v̇ₙ + h times this and keeps its order.
   */
  readonly aSlope: Float64Array;
  readonly zSlope: Float64Array;
  /** Change of v̇ and ż over the last step, divided by its length. */
  readonly aRate: Float64Array;
  readonly zRate: Float64Array;
  /** v and z one step of length hLast before. */
  readonly vBefore: Float64Array;
  readonly zBefore: Float64Array;

  constructor({ nv, nz, nc }: Pick<MotionSystem, "nv" | "nz" | "nc">) {
    const numbers = new Float64Array(SCALARS.length + 6 * nv + 5 * nz + nc);
    this.numbers = numbers;
    let at = SCALARS.length;
    const next = (length: number): Float64Array => numbers.subarray(at, (at += length));
    this.y = next(2 * nv + nz);
    this.v = this.y.subarray(nv, 2 * nv);
    this.z = this.y.subarray(2 * nv);
    [this.a, this.zDot, this.lambda] = [next(nv), next(nz), next(nc)];
    [this.aSlope, this.zSlope] = [next(nv), next(nz)];
    [this.aRate, this.zRate] = [next(nv), next(nz)];
    [this.vBefore, this.zBefore] = [next(nv), next(nz)];
  }

  /** v̇, ż and λ ← those of the point. */
  keepAccelerations({ a, zDot, lambda }: MotionPoint): void {
    this.a.set(a);
    this.zDot.set(zDot);
    this.lambda.set(lambda);
  }

  /** The point ← everything here but the positions. */
  copyTo({ v, z, a, zDot, lambda }: MotionPoint): void {
    v.set(this.v);
    z.set(this.z);
    a.set(this.a);
    zDot.set(this.zDot);
    lambda.set(this.lambda);
  }

  get(name: Scalar): number {
    return this.numbers[SCALARS.indexOf(name)];
  }

  set(name: Scalar, value: number): void {
    this.numbers[SCALARS.indexOf(name)] = value;
  }
}
