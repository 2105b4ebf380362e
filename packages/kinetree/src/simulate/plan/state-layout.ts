import { CONTROL } from "../../integrate/control.js";
import { SLOT } from "../../kernel/allocate.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { Rec } from "../../kernel/record.js";

/** Consecutive numbers of a lane. The lists of the two lanes of a pair are interleaved: only `slotIndex` knows how. */
export interface Slots {
  /** Index of the first one within the lane. */
  readonly first: number;
  /** 0 where a run has none. */
  readonly count: number;
}

/** Index in `f64` of the first slot, `base` being that of the state section; the next slot of the lane is 2 further on. */
export const slotIndex = (base: number, { first }: Slots, lane: LaneIndex): number => base + 2 * first + lane;

export const slotsOf = (rec: Rec, offsetOf: (rec: Rec) => number): Slots => ({
  // A record without entries has no place.
  first: rec.layout.size === 0 ? 0 : offsetOf(rec) / SLOT,
  count: rec.layout.size,
});

export const partOf = ({ first }: Slots, start: number, count: number): Slots => ({ first: first + start, count });

/** The vector y = [δ, v, z] that integrators advance, or its rate, with its contiguous parts. */
interface VectorSlots {
  readonly y: Slots; //                all of it                                                       2·nv + nz
  readonly delta: Slots; //            δ: departure of q from the start of the step, along the speeds  nv
  readonly v: Slots; //                speeds                                                          nv
  readonly z: Slots; //                first-order states                                              nz
  readonly kept: Slots; //             first part of z, which belongs to a state: contacts and turns   nz, or nz − 1 with work
  readonly contacts: Slots; //         internal states of contacts                                     nz − nSummed
  readonly turns: Slots; //            angles of cut joints                                            nTurns
  readonly summed: Slots; //           last part of z: the work of the loads, if it is kept            nSummed − nTurns
}

/** A state with its time and coordinates. */
export interface StateSlots extends VectorSlots {
  readonly t: Slots; //                time                                                            1
  readonly q: Slots; //                coordinates                                                     nq
}

/** The contents of a lane by name. Plain data. The last column is the number of entries. */
export interface StateLayout {
  readonly all: Slots; //              everything that a lane holds                                    stateBytes / 16

  // States.
  readonly shown: StateSlots; //       the state that kernels read and write
  readonly accepted: StateSlots; //    where the step under way begins; δ = 0
  readonly end: StateSlots; //         where the step under way ends

  // Rates.
  readonly rates: VectorSlots; //      ẏ of the shown state, as kernels compute it; rates.v is v̇
  readonly startRates: VectorSlots; // ẏ of the accepted state: the first of the stages
  readonly stages: Slots; //           ẏ, stage by stage                                               stages · (2·nv + nz)

  // Inputs.
  readonly tau: Slots; //              generalised forces on top of the model's loads                  nv
  readonly u: Slots; //                commands of the actuators                                       nu
  readonly memory: Slots; //           what controllers with a law remember                            cells of all laws

  // Results of single functions.
  readonly lambda: Slots; //           multipliers of the closures' rows                               rows
  readonly quality: Slots; //          how well conditioned the closures' equations are                1, or 0 if not asked
  readonly held: Slots; //             drift of closures, held constant along a step                   rows, or 0 without
  readonly ground: Slots; //           room of contacts and wheels at the accepted state, then heights of wheels
  readonly groundAtEnd: Slots; //      the same at the end of the step under way
  readonly events: Slots; //           functions whose zeros are events                                events
  readonly measures: Slots; //         recorded measures                                               measures
  readonly lawResults: Slots; //       next memory and commands of laws                                cells + commands

  // Over the accepted steps of a run.
  readonly extremes: Slots; //         extreme values of measures                                      extremes
  readonly extremeTimes: Slots; //     when they were                                                  extremes
  readonly steppedOver: Slots; //      longest fixed step of contacts beside the way that is sure      3 per contact, or 0

  // Time, step, tolerances and counts: `CONTROL` in integrate/control.ts describes each of them.
  readonly clock: ClockSlots; //                                                                       1 each
}

export type ClockField = keyof typeof CONTROL;
export type ClockSlots = Readonly<Record<ClockField, Slots>>;

type VectorSizes = Readonly<Record<"nv" | "nz" | "nSummed" | "nTurns", number>>;

export function vectorSlots(first: number, { nv, nz, nSummed, nTurns }: VectorSizes): VectorSlots {
  const y: Slots = { first, count: 2 * nv + nz };
  const nContact = nz - nSummed;
  const nKept = nContact + nTurns;
  return {
    y,
    delta: partOf(y, 0, nv),
    v: partOf(y, nv, nv),
    z: partOf(y, 2 * nv, nz),
    kept: partOf(y, 2 * nv, nKept),
    contacts: partOf(y, 2 * nv, nContact),
    turns: partOf(y, 2 * nv + nContact, nTurns),
    summed: partOf(y, 2 * nv + nKept, nz - nKept),
  };
}

/** Index in `f64` of each field of a clock, for a lane: computed once, because clocks are read in every step. */
export const clockIndices = (base: number, clock: ClockSlots, lane: LaneIndex): Readonly<Record<ClockField, number>> =>
  Object.fromEntries(Object.entries(clock).map(([field, slots]) => [field, slotIndex(base, slots, lane)])) as Record<
    ClockField,
    number
  >;

export const clockSlots = (control: Slots): ClockSlots =>
  Object.fromEntries(Object.keys(CONTROL).map((field, i) => [field, partOf(control, i, 1)])) as Record<
    ClockField,
    Slots
  >;
