import { beamGroups, type BeamDirection } from "../../elements/flexible/beam-groups.js";
import { bendingDeflection, rodDeflection, type UnitLoad } from "../../elements/flexible/static-shape.js";
import type { BeamCorrection } from "../../model/flexible.js";
import type { Model } from "../../model/types.js";
import { stationsOf } from "../../formulation/flexible/flexible-stations.js";

/**
 * How much of what a beam does at a station under a steady load its modes can show. The rest is missing from every motion that is
 * slow beside the modes left out: loads, weights and inertia of what hangs there deflect the beam by too little.
 */
export interface DeflectionShare {
  /** The beam. */
  readonly body: string;
  readonly station: string;
  /** A force along, or a torque about an axis of the beam's frame, at the station. */
  readonly load: BeamCorrection["load"];
  /** Modes that move the beam in this way, static corrections among them; with none it is rigid. */
  readonly modes: number;
  /** Deflection along the force, or turn about the torque's axis, as a part of the exact one: 0 to 1. */
  readonly share: number;
}

const kinds: readonly (readonly [BeamCorrection["load"], BeamDirection, UnitLoad["on"]])[] = [
  ["force-y", "y", "value"],
  ["force-z", "z", "value"],
  ["force-x", "axial", "value"],
  ["torque-x", "torsion", "value"],
  ["torque-y", "z", "slope"],
  ["torque-z", "y", "slope"],
];

/** For all stations on the axes of beams and all loads; independent of material and section. */
export function deflectionShares(model: Model): readonly DeflectionShare[] {
  const stations = stationsOf(model);
  return model.bodies.flatMap(({ name, flexible }, index): DeflectionShare[] => {
    if (flexible?.kind !== "beam") return [];
    const groups = beamGroups(flexible);
    return stations
      .filter(({ body }) => body === index)
      .flatMap(({ name: station, position: [at] }) =>
        kinds.map(([load, direction, on]): DeflectionShare => {
          const group = groups.find((each) => each.direction === direction);
          if (!group) return { body: name, station, load, modes: 0, share: 0 };
          const { count, stiffness, motion } = group.basis;
          const shapes = group.basis.at(at);
          const order = on === "value" ? 0 : 1;
          const exact = (motion === "bending" ? bendingDeflection : rodDeflection)({ at, on })(at)[order];
          const shown = shapes.reduce((sum, shape, k) => sum + (shape[order] * shape[order]) / stiffness[k], 0);
          return { body: name, station, load, modes: count, share: shown / exact };
        }),
      );
  });
}
