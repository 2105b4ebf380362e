import type { Figures } from "./measure-one.js";
import type { BenchModel } from "./models.js";
import type { Subject } from "./subject.js";

/** One line of the table. */
export interface Row {
  readonly model: string;
  readonly bodies: number;
  readonly subject: string;
  readonly mode: Mode;
  readonly precision: Subject["precision"];
  /** Null where the subject could not run; the note says why. */
  readonly nsPerSample: number | null;
  readonly nsPerBody: number | null;
  /** How many times the time of kinetree. */
  readonly timesKinetreeBatch: number | null;
  readonly timesKinetreeSingle: number | null;
  /** Largest relative difference of an acceleration to the hand-written algorithm. */
  readonly agreement: number | null;
  readonly flopsPerSample: number | null;
  readonly note: string | null;
}

export type Mode = "single" | "batch";

/** The subject whose speed the others are divided by. */
export const OWN = "kinetree";

/** What was measured with one model, by the subject's name. */
export type ModelFigures = ReadonlyMap<string, Figures>;

export function rowsOf(model: BenchModel, subjects: readonly Subject[], figures: ModelFigures): Row[] {
  const ratio = (ns: number, mode: Mode): number | null => {
    const own = nsOf(figures.get(OWN), mode);
    return own === null ? null : ns / own;
  };
  return subjects.flatMap((subject): Row[] => {
    const measured = figures.get(subject.name);
    if (measured === undefined) return [];
    const common = {
      model: model.name,
      bodies: model.bodies.length,
      subject: subject.name,
      precision: subject.precision,
    };
    if ("unavailable" in measured) return [{ ...common, ...nothing, mode: "single", note: measured.unavailable }];
    const modes: readonly Mode[] = measured.batch === null ? ["single"] : ["single", "batch"];
    return modes.map((mode) => {
      const ns = nsOf(measured, mode) ?? NaN;
      return {
        ...common,
        mode,
        nsPerSample: ns,
        nsPerBody: ns / model.bodies.length,
        timesKinetreeBatch: ratio(ns, "batch"),
        timesKinetreeSingle: ratio(ns, "single"),
        agreement: measured.agreement,
        flopsPerSample: measured.flopsPerSample,
        note: measured.note,
      };
    });
  });
}

const nothing = {
  nsPerSample: null,
  nsPerBody: null,
  timesKinetreeBatch: null,
  timesKinetreeSingle: null,
  agreement: null,
  flopsPerSample: null,
} as const;

function nsOf(figures: Figures | undefined, mode: Mode): number | null {
  return figures === undefined || "unavailable" in figures ? null : figures[mode];
}
