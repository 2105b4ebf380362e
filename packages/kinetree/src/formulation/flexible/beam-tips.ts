import { beamGroups } from "../../elements/flexible/beam-groups.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { flexiblePlaces } from "./flexible-stations.js";

/** The free end of a beam: how far each amplitude moves it across the axis. */
export interface BeamTip {
  /** Name of the beam. */
  readonly beam: string;
  /** [m] */
  readonly length: number;
  /** First amplitude in q. */
  readonly q: number;
  /** Displacement of the end along y and z of the beam's frame, by unit amplitudes. */
  readonly y: readonly number[];
  readonly z: readonly number[];
}

/** Deflections of the end, as a part of the length, from which on linear modes are off by a per cent and more. */
export const LARGE_BENDING = 0.1;

/** The free ends of all beams that bend. */
export function beamTips(model: Model, topology: Topology): readonly BeamTip[] {
  return flexiblePlaces(model, topology).flatMap(({ name, flexible, q, modes }): BeamTip[] => {
    if (flexible.kind !== "beam") return [];
    const along = { y: new Array<number>(modes).fill(0), z: new Array<number>(modes).fill(0) };
    for (const { direction, start, basis } of beamGroups(flexible)) {
      if (direction !== "y" && direction !== "z") continue;
      basis.at(flexible.length).forEach(([value], k) => (along[direction][start + k] = value));
    }
    return [{ beam: name, length: flexible.length, q, ...along }];
  });
}

/** Deflection of the end of a beam, as a part of its length. */
export function tipDeflection({ length, q, y, z }: BeamTip, coordinates: Float64Array): number {
  let [across, up] = [0, 0];
  for (let k = 0; k < y.length; k++) {
    across += y[k] * coordinates[q + k];
    up += z[k] * coordinates[q + k];
  }
  return Math.sqrt(across * across + up * up) / length;
}
