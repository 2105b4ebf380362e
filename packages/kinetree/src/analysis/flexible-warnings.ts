import type { Model } from "../model/types.js";
import type { ModelWarning } from "./model-warnings.js";
import { beamGroups, type BeamDirection } from "../elements/flexible/beam-groups.js";
import { bendingDeflection, rodDeflection, type UnitLoad } from "../elements/flexible/static-shape.js";
import type { BeamCorrection } from "../model/flexible.js";
import { stationsOf } from "../formulation/flexible/flexible-stations.js";
import { createStationLoads, type StationLoads } from "./station-loads.js";

/** Shares of the static deflection above this need no warning. */
const LEAST_SHARE = 0.99;

/** Beams with too few modes for what acts on their stations; those that are alike, as pieces of one beam are, in one warning. */
export function aboutModes(model: Model): ModelWarning[] {
  if (!model.bodies.some(({ flexible }) => flexible?.kind === "beam")) return [];
  const bodies = new Map(model.bodies.map((body) => [body.name, body]));
  const loadsOn = createStationLoads(model);
  const loadsAt = new Map<string, StationLoads>();
  const isActing = ({ body, station, load }: DeflectionShare): boolean => {
    const own = bodies.get(body);
    const loads = loadsAt.get(station) ?? (own && loadsOn(station, own));
    if (loads === undefined) return false;
    loadsAt.set(station, loads);
    return load.startsWith("force") ? loads.force : loads.torque["xyz".indexOf(load.at(-1) ?? "")];
  };
  const alike = new Map<string, DeflectionShare[]>();
  for (const each of deflectionShares(model)) {
    if (each.modes === 0 || each.share >= LEAST_SHARE || !isActing(each)) continue;
    const key = JSON.stringify([each.load, each.modes, each.at, each.share.toPrecision(6)]);
    alike.set(key, [...(alike.get(key) ?? []), each]);
  }
  return [...alike.values()].map(([first, ...others]) => ({
    code: "few-modes",
    path: `bodies.${first.body}.flexible`,
    modelPath: ["bodies", model.bodies.findIndex(({ name }) => name === first.body), "flexible"],
    value: first.share,
    message: inWords(first, others.length),
  }));
}

function inWords({ body, station, at, load, modes, share }: DeflectionShare, others: number): string {
  const [what, axis] = load.split("-");
  const does = what === "force" ? "deflection" : "turn";
  const and = others === 0 ? "" : `, and ${others} more like it`;
  return (
    `beam "${body}"${and}: ${modes === 1 ? "its mode" : `its ${modes} modes`} ${modes === 1 ? "gives" : "give"} ${(100 * share).toPrecision(3)} % of the ` +
    `static ${does} at "${station}" under a ${what} ${what === "force" ? "along" : "about"} ${axis}. ` +
    `Add the correction { at: ${at}, load: "${load}" }, or modes.`
  );
}

/** The share of a beam's static deflection at a station that its modes represent; all slow motions miss the rest. */
export interface DeflectionShare {
  readonly body: string;
  readonly station: string;
  /** Of the station, from the clamped end [m]. */
  readonly at: number;
  /** A force along, or a torque about, an axis of the beam's frame. */
  readonly load: BeamCorrection["load"];
  /** Modes in this direction, static corrections included; a beam without any is rigid. */
  readonly modes: number;
  /** Deflection along the force, or rotation about the torque's axis, relative to the exact one: 0 to 1. */
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
          if (!group) return { body: name, station, at, load, modes: 0, share: 0 };
          const { count, stiffness, motion } = group.basis;
          const shapes = group.basis.at(at);
          const order = on === "value" ? 0 : 1;
          const exact = (motion === "bending" ? bendingDeflection : rodDeflection)({ at, on })(at)[order];
          const shown = shapes.reduce((sum, shape, k) => sum + (shape[order] * shape[order]) / stiffness[k], 0);
          return { body: name, station, at, load, modes: count, share: shown / exact };
        }),
      );
  });
}
