import type { Model } from "kinetree";
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Flexibles } from "../../engine/protocol.js";
import { bodyIndices, matrixOf } from "../base/plain.js";

const NO_TURN = 1e-12;

/** Moves bodies as if flexible bodies were deformed more than they are: stations, and all that hangs on them. */
export class Exaggeration {
  readonly #flexible: Flexibles;
  /** Pose of a station in its flexible body without deformation, by index of the station's body; null for other bodies. */
  readonly #stations: readonly (Matrix4 | null)[];
  readonly #before: readonly Matrix4[];
  readonly #relative = new Matrix4();
  readonly #inverse = new Matrix4();
  readonly #part = new Matrix4();
  readonly #place = new Vector3();
  readonly #rest = new Vector3();
  readonly #turn = new Quaternion();
  readonly #unit = new Vector3(1, 1, 1);
  readonly #axis = new Vector3();

  constructor(model: Model, flexible: Flexibles) {
    this.#flexible = flexible;
    const indices = bodyIndices(model);
    const stations: (Matrix4 | null)[] = model.bodies.map(() => null);
    for (const { kind, child, X_parent_joint, X_child_joint } of model.joints) {
      const index = indices.get(child);
      if (kind !== "flexible" || index === undefined) continue;
      stations[index] = matrixOf(X_parent_joint).multiply(matrixOf(X_child_joint).invert());
    }
    this.#stations = stations;
    this.#before = model.bodies.map(() => new Matrix4());
  }

  /** Changes the matrices of all bodies; loops that are closed without deformation come apart where they were cut. */
  apply(matrices: readonly Matrix4[], scale: number): void {
    const { order, carrier } = this.#flexible;
    for (const [i, matrix] of matrices.entries()) this.#before[i].copy(matrix);
    for (const body of order) {
      const parent = carrier[body];
      if (parent < 0) continue;
      this.#relative.multiplyMatrices(this.#inverse.copy(this.#before[parent]).invert(), this.#before[body]);
      const rest = this.#stations[body];
      if (rest !== null) this.#enlarge(rest, scale);
      matrices[body].multiplyMatrices(matrices[parent], this.#relative);
    }
  }

  /** The way from the undeformed place, and the turn from there, times a factor. */
  #enlarge(rest: Matrix4, scale: number): void {
    this.#place.setFromMatrixPosition(this.#relative);
    this.#rest.setFromMatrixPosition(rest);
    this.#place.sub(this.#rest).multiplyScalar(scale).add(this.#rest);
    // Turn of the section as the body frame sees it, before the station's own frame.
    this.#part.multiplyMatrices(this.#relative, this.#inverse.copy(rest).invert());
    this.#turn.setFromRotationMatrix(this.#part);
    if (this.#turn.w < 0) this.#turn.set(-this.#turn.x, -this.#turn.y, -this.#turn.z, -this.#turn.w);
    this.#axis.set(this.#turn.x, this.#turn.y, this.#turn.z);
    const sine = this.#axis.length();
    if (sine > NO_TURN)
      this.#turn.setFromAxisAngle(this.#axis.divideScalar(sine), 2 * scale * Math.atan2(sine, this.#turn.w));
    this.#part.copy(rest).setPosition(0, 0, 0);
    this.#relative.compose(this.#place, this.#turn, this.#unit).multiply(this.#part);
  }
}
