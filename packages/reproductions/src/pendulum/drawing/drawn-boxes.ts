import { rotation } from "../arithmetic/counted-rotation.js";
import { CountedArithmetic } from "../arithmetic/counted.js";
import type { Triple } from "../equations/pendulum.js";
import type { PendulumResult } from "../run/simulate.js";

/** A face of a box: its corners in the world, one after the other, and its outward normal. */
export interface BoxFace {
  readonly corners: readonly [Triple, Triple, Triple, Triple];
  readonly normal: Triple;
  /** Number of the body, and of the position among those that are drawn. */
  readonly body: number;
  readonly position: number;
}

/** The faces of all reported bodies in one row of a result. */
export function boxFaces({ pendulum, reported, rows }: PendulumResult, row: number, position: number): BoxFace[] {
  const { displacement, orientation } = rows[row];
  const arithmetic = new CountedArithmetic();
  const A = new Float64Array(9);
  return reported.flatMap((body, k) => {
    const { span, centre, box } = pendulum.bodies[body];
    rotation(arithmetic, A, 0, orientation, 4 * k);
    const turned = (x: number, y: number, z: number): Triple => [
      A[0] * x + A[1] * y + A[2] * z,
      A[3] * x + A[4] * y + A[5] * z,
      A[6] * x + A[7] * y + A[8] * z,
    ];
    const corner = (signs: Triple): Triple => {
      const [x, y, z] = turned(
        (span[0] + signs[0] * box[0]) / 2 - centre[0],
        (span[1] + signs[1] * box[1]) / 2 - centre[1],
        (span[2] + signs[2] * box[2]) / 2 - centre[2],
      );
      return [displacement[3 * k] + x, displacement[3 * k + 1] + y, displacement[3 * k + 2] + z];
    };
    return [0, 1, 2].flatMap((axis) =>
      [1, -1].map((side): BoxFace => {
        const at = (u: number, v: number): Triple => {
          const signs: [number, number, number] = [side, side, side];
          signs[(axis + 1) % 3] = u;
          signs[(axis + 2) % 3] = v;
          return corner(signs);
        };
        const along: [number, number, number] = [0, 0, 0];
        along[axis] = side;
        return {
          corners: [at(1, 1), at(-1, 1), at(-1, -1), at(1, -1)],
          normal: turned(...along),
          body,
          position,
        };
      }),
    );
  });
}
