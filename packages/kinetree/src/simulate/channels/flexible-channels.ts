import { stationsOf } from "../../formulation/flexible/flexible-stations.js";
import type { Beam } from "../../model/flexible.js";
import type { Model } from "../../model/types.js";
import type { CataloguedChannel } from "./channel-catalogue.js";

/* A section of a beam is named by a station, `section.boom_tip.my`, or by percent of its length, `section.boom.25.my`. */

/** Components of a deflection; the rotation vector last. */
export const deflectionParts: readonly string[] = Object.freeze(["x", "y", "z", "rx", "ry", "rz"]);

export const sectionParts: readonly string[] = Object.freeze(["n", "vy", "vz", "t", "my", "mz", "stress"]);
const sectionUnits = ["N", "N", "N", "N m", "N m", "N m", "Pa"];

/** Sections of a beam that a listing shows [%]; others can be named. */
const LISTED = [0, 25, 50, 75, 100];

/** deflection.<station>.<part>, stations in the order of the model's joints. */
export const deflectionChannels = (model: Model): CataloguedChannel[] =>
  stationsOf(model).flatMap(({ name }, station) =>
    deflectionParts.map((part, entry) => ({
      name: `deflection.${name}.${part}`,
      unit: entry < 3 ? "m" : "rad",
      source: { of: "deflection", station, entry } as const,
    })),
  );

/** section.<beam>.<percent>.<part> of each beam, then section.<station>.<part> of its stations. */
export function sectionChannels(model: Model): CataloguedChannel[] {
  const stations = stationsOf(model);
  return beamsOf(model).flatMap(({ name, beam, body }) => [
    ...LISTED.flatMap((percent) => sectionAt(`${name}.${percent}`, body, lengthShare(beam, percent))),
    ...stations
      .filter((station) => station.body === body)
      .flatMap((station) => sectionAt(station.name, body, station.position[0])),
  ]);
}

/** The channels named by a pattern like section.boom.12.5 or section.boom.12.5.my; none for other patterns. */
export function sectionsNamed(model: Model, pattern: string): CataloguedChannel[] {
  return beamsOf(model).flatMap(({ name, beam, body }) => {
    const start = `section.${name}.`;
    if (!pattern.startsWith(start)) return [];
    const match = /^(\d+(?:\.\d+)?)(?:\.([a-z]+))?$/.exec(pattern.slice(start.length));
    if (match === null || Number(match[1]) > 100) return [];
    const all = sectionAt(`${name}.${match[1]}`, body, lengthShare(beam, Number(match[1])));
    return match[2] === undefined ? all : all.filter((channel) => channel.name === pattern);
  });
}

const lengthShare = ({ length }: Beam, percent: number): number =>
  percent === 100 ? length : (length * percent) / 100;

const beamsOf = ({ bodies }: Model): { readonly name: string; readonly beam: Beam; readonly body: number }[] =>
  bodies.flatMap(({ name, flexible }, body) => (flexible?.kind === "beam" ? [{ name, beam: flexible, body }] : []));

const sectionAt = (owner: string, body: number, at: number): CataloguedChannel[] =>
  sectionParts.map((part, entry) => ({
    name: `section.${owner}.${part}`,
    unit: sectionUnits[entry],
    source: { of: "section", body, at, entry } as const,
  }));
