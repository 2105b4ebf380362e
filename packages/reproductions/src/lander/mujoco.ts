import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";
import type { Model, State } from "kinetree";
import { mjcfOf, mujocoState } from "./mjcf.js";

/** Of MuJoCo's steps [s]. */
export const MUJOCO_STEP = 1e-3;

export interface Landing {
  readonly model: Model;
  readonly parameters: Readonly<Record<string, number>>;
  readonly state: State;
  /** [s] */
  readonly duration: number;
}

/** Landings that MuJoCo can step, again and again. */
export interface MujocoLandings {
  readonly version: string;
  /** From the start to the end; returns how many contacts there are then. */
  readonly run: (landing: number) => number;
  readonly close: () => void;
}

/** Compiles each landing, since each has masses and places of its own. */
export function mujocoLandings(mj: MainModule, landings: readonly Landing[]): MujocoLandings {
  const made: { readonly model: MjModel; readonly data: MjData }[] = [];
  const close = (): void => {
    for (const { model, data } of made) {
      data.delete();
      model.delete();
    }
  };
  try {
    for (const { model, parameters } of landings) {
      const compiled = mj.MjModel.from_xml_string(mjcfOf(model, parameters, MUJOCO_STEP));
      made.push({ model: compiled, data: new mj.MjData(compiled) });
    }
  } catch (error) {
    close();
    throw error;
  }
  const states = landings.map(({ model, state }) => mujocoState(model, state));
  return {
    version: mj.mj_versionString(),
    run: (k) => {
      const { model, data } = made[k];
      mj.mj_resetData(model, data);
      (data.qpos as Float64Array).set(states[k].qpos);
      (data.qvel as Float64Array).set(states[k].qvel);
      const count = Math.round(landings[k].duration / MUJOCO_STEP);
      for (let i = 0; i < count; i++) mj.mj_step(model, data);
      // A state that is no longer finite is set back to its beginning by MuJoCo, with its clock.
      if (Math.abs(data.time - count * MUJOCO_STEP) > MUJOCO_STEP / 2)
        throw new RangeError(`MuJoCo could not step landing ${k}: its clock is at ${data.time} s`);
      return data.ncon;
    },
    close,
  };
}
