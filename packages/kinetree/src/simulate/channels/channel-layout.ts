import type { Num } from "../../graph/graph.js";
import type { Model } from "../../model/types.js";
import { ACCELERATION_SIZE, MOTION_SIZE, type MotionParts } from "../../formulation/recursions/body-motion.js";
import { CONTACT_SIZE } from "../../formulation/loads/contacts.js";
import { TYRE_SHAPE } from "../../formulation/loads/tyres.js";
import { shaftViewSize } from "../../formulation/loads/shaft-view.js";
import { TOTALS } from "../../evaluate/energy.js";
import { DEFLECTION_SIZE, SECTION_SIZE, type SectionPlace } from "../../evaluate/probes/flexible-observables.js";
import type { ChannelSource } from "./channel-catalogue.js";

export interface ChannelNeeds {
  readonly motions: readonly number[];
  readonly motionParts: MotionParts;
  readonly accelerations: readonly number[];
  readonly contacts: readonly number[];
  readonly tyres: readonly number[];
  readonly shafts: boolean;
  readonly deflections: readonly number[];
  readonly sections: readonly SectionPlace[];
  readonly elastic: boolean;
  readonly totals: boolean;
  /** Includes the loads of welds. */
  readonly loads: boolean;
  /** Expressions in an order in which each uses only earlier ones; only the wanted ones are computed. */
  readonly expressions: readonly TraceExpression[];
  readonly isWanted: (expression: number) => boolean;
}

/** Traces one number from channels, earlier expressions, parameters and the time. */
export type TraceExpression = (lookUp: LookUp) => Num;
export interface LookUp {
  readonly time: () => Num;
  readonly channel: (source: ChannelSource) => Num;
  readonly expression: (index: number) => Num;
  readonly parameter: (name: string) => Num;
}

const TOTALS_SIZE = Object.values(TOTALS).reduce((sum, count) => sum + count, 0);
export const totalsEntry = { kinetic: 0, potential: 1, mass: 8, moment: 9, stored: 12 } as const;

export type ComputedSource = Extract<
  ChannelSource,
  {
    of:
      | "motion"
      | "acceleration"
      | "load"
      | "contact"
      | "tyre"
      | "shaft"
      | "deflection"
      | "section"
      | "elastic"
      | "totals";
  }
>;

/** First index of each kind of number. */
export type Starts = Readonly<Record<Exclude<keyof ChannelNeeds, "motionParts" | "isWanted"> | "end", number>>;

export function placeOf(starts: Starts, needs: ChannelNeeds, source: ComputedSource): number {
  switch (source.of) {
    case "motion":
      return starts.motions + MOTION_SIZE * needs.motions.indexOf(source.body) + source.entry;
    case "acceleration":
      return starts.accelerations + ACCELERATION_SIZE * needs.accelerations.indexOf(source.body) + source.entry;
    case "load":
      return starts.loads + 6 * source.joint + source.entry;
    case "contact":
      return starts.contacts + CONTACT_SIZE * needs.contacts.indexOf(source.contact) + source.entry;
    case "tyre":
      return starts.tyres + TYRE_SHAPE.value * needs.tyres.indexOf(source.tyre) + source.entry;
    case "shaft":
      return starts.shafts + source.entry;
    case "deflection":
      return starts.deflections + DEFLECTION_SIZE * needs.deflections.indexOf(source.station) + source.entry;
    case "section":
      return (
        starts.sections +
        SECTION_SIZE * needs.sections.findIndex((place) => isSameSection(place, source)) +
        source.entry
      );
    case "elastic":
      return starts.elastic;
    case "totals":
      return starts.totals + source.entry;
  }
}

export const isSameSection = (a: SectionPlace, b: SectionPlace): boolean => a.body === b.body && a.at === b.at;

export function startsOf(model: Model, needs: ChannelNeeds): Starts {
  const motions = 0;
  const accelerations = motions + MOTION_SIZE * needs.motions.length;
  const contacts = accelerations + ACCELERATION_SIZE * needs.accelerations.length;
  const tyres = contacts + CONTACT_SIZE * needs.contacts.length;
  const shafts = tyres + TYRE_SHAPE.value * needs.tyres.length;
  const deflections = shafts + (needs.shafts ? shaftViewSize(model) : 0);
  const sections = deflections + DEFLECTION_SIZE * needs.deflections.length;
  const elastic = sections + SECTION_SIZE * needs.sections.length;
  const totals = elastic + (needs.elastic ? 1 : 0);
  const loads = totals + TOTALS_SIZE;
  const expressions = loads + (needs.loads ? 6 * model.joints.length : 0);
  const end = expressions + needs.expressions.length;
  const before = { motions, accelerations, contacts, tyres, shafts, deflections, sections, elastic };
  return { ...before, totals, loads, expressions, end };
}
