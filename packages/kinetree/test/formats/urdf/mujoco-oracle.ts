import loadMujoco from "@mujoco/mujoco";
import { apply, cross, matrixOfQuaternion, transpose, type V3 } from "../../support/numbers.js";

/** A state by the names of the joints in the file; free joints as kinetree has them. */
export interface OracleState {
  readonly q: Readonly<Record<string, readonly number[]>>;
  readonly v: Readonly<Record<string, readonly number[]>>;
  readonly tau: Readonly<Record<string, readonly number[]>>;
}

export interface Oracle {
  readonly jointNames: readonly string[];
  /** Accelerations by joint, in kinetree's conventions. */
  readonly accelerations: (state: OracleState) => Readonly<Record<string, readonly number[]>>;
  readonly close: () => void;
}

/**
 * Contacts, limits, Coulomb friction and couplings are constraints there; what is left is the mechanism itself, with its
 * dampers. A link without <inertial> has no mass, in URDF as here; by itself MuJoCo would fill its shapes with water.
 */
const settings = `<mujoco>
  <compiler balanceinertia="false" discardvisual="true" fusestatic="true" inertiafromgeom="false"/>
  <option gravity="0 0 -9.81"><flag constraint="disable"/></option>
</mujoco>`;

/** MuJoCo, which compiles URDF itself: an implementation that shares nothing with this one, fed with the same text. */
export async function mujocoOracle(urdf: string): Promise<Oracle> {
  const mj = await loadMujoco();
  const spec = mj.parseXMLString(urdf.replace("</robot>", `${settings}</robot>`));
  const model = mj.mj_compile(spec);
  const data = new mj.MjData(model);
  mj.mj_forward(model, data);
  const names = Array.from({ length: model.njnt }, (_, i) => mj.mj_id2name(model, mj.mjtObj.mjOBJ_JOINT.value, i));
  const places = names.map((name, i) => ({
    name,
    isFree: (model.jnt_type as Int32Array)[i] === mj.mjtJoint.mjJNT_FREE.value,
    q: (model.jnt_qposadr as Int32Array)[i],
    v: (model.jnt_dofadr as Int32Array)[i],
  }));
  return {
    jointNames: names,
    accelerations(state) {
      const qpos = data.qpos as Float64Array;
      const qvel = data.qvel as Float64Array;
      const forces = data.qfrc_applied as Float64Array;
      for (const { name, isFree, q, v } of places) {
        qpos.set(state.q[name], q);
        qvel.set(isFree ? toWorld(state.q[name], state.v[name]) : state.v[name], v);
        forces.set(isFree ? toWorld(state.q[name], state.tau[name]) : state.tau[name], v);
      }
      mj.mj_forward(model, data);
      const qacc = data.qacc as Float64Array;
      return Object.fromEntries(
        places.map(({ name, isFree, v }) => [
          name,
          isFree ? fromWorld(state.q[name], state.v[name], qacc.subarray(v, v + 6)) : [qacc[v]],
        ]),
      );
    },
    close() {
      data.delete();
      model.delete();
      spec.delete();
    },
  };
}

const triple = (list: ArrayLike<number>, at: number): V3 => [list[at], list[at + 1], list[at + 2]];
const rotationOf = (q: readonly number[]): ReturnType<typeof matrixOfQuaternion> => matrixOfQuaternion(q.slice(3, 7));

/** [angular, linear] in the body becomes [linear in the world, angular in the body]. */
const toWorld = (q: readonly number[], v: readonly number[]): number[] => [
  ...apply(rotationOf(q), triple(v, 3)),
  ...triple(v, 0),
];

/** And back for accelerations: d/dt (Rᵀ ṗ) = Rᵀ p̈ − ω × (Rᵀ ṗ). */
function fromWorld(q: readonly number[], v: readonly number[], qacc: ArrayLike<number>): number[] {
  const linear = apply(transpose(rotationOf(q)), triple(qacc, 0));
  const transport = cross(triple(v, 0), triple(v, 3));
  return [...triple(qacc, 3), ...linear.map((component, i) => component - transport[i])];
}
