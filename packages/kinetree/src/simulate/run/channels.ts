import { stateView, type StateView, type WhichState } from "../lanes/lane-state.js";
import { RequestError } from "../../errors/kinetree-error.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { Room } from "../../kernel/room.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { isOfQuaternion, isOfVelocity, matchChannels, type ChannelSource } from "../channels/channel-catalogue.js";
import {
  expressionTracer,
  parseDefinition,
  definitionsIn,
  reaches,
  sourcesUsed,
  usesOf,
} from "../channels/channel-expression.js";
import { isSameSection, totalsEntry, type ChannelNeeds } from "../channels/channel-layout.js";
import { ChannelProgram } from "../channels/channel-program.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { stateNames } from "../channels/state-names.js";

/** A column of a result after those of the state. */
interface Column {
  readonly name: string;
  readonly unit: string;
  readonly source: ChannelSource | { readonly of: "expression"; readonly index: number };
}

/** Columns copied from a program, and where it has them. */
interface Copies {
  readonly program: ChannelProgram;
  readonly columns: Int32Array;
  readonly places: Int32Array;
}

/** Columns computed from totals or accelerations. */
interface Derived {
  readonly column: number;
  readonly of: "com" | "total" | "work" | "balance" | "vdot";
  readonly entry: number;
}

export interface EnergyTotals {
  readonly kinetic: number;
  readonly potential: number;
  /** Part of the potential energy that is stored in springs and stops. */
  readonly stored: number;
}

/**
 * The channels of a run, and expressions of them. Bodies and totals are computed by one program, joint loads by another, because
 * welds are joints only there; neither shares anything with the kernels that step.
 */
export class Channels {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly #motion: ChannelProgram | null;
  readonly #copies: readonly Copies[];
  readonly #derived: readonly Derived[];
  readonly #needsVdot: boolean;
  /** Elements between shafts show what commanded them. */
  readonly #needsCommands: boolean;
  #start: EnergyTotals = { kinetic: 0, potential: 0, stored: 0 };

  constructor(model: Model, topology: Topology, requests: readonly string[], energyBalance: boolean, room: Room) {
    const columns = columnsOf(model, topology, requests);
    requireBalance(columns, energyBalance);
    const definitions = definitionsIn(requests);
    const uses = usesOf(model, topology, definitions);
    const usesLoad = definitions.map((_, index) => reaches(uses, index, ({ of }) => of === "load"));
    const expressions = definitions.map((definition, index) => expressionTracer(definition, uses[index]));
    const needsOf = (loads: boolean): ChannelNeeds => {
      const isWanted = (index: number): boolean => usesLoad[index] === loads;
      const own = loads ? [] : columns.flatMap(({ source }) => (source.of === "expression" ? [] : [source]));
      return { ...quantitiesOf([...own, ...sourcesUsed(uses, isWanted)]), loads, expressions, isWanted };
    };
    const wantsLoad = columns.some(({ source }) => source.of === "load") || usesLoad.includes(true);
    const wantsMotion = energyBalance || columns.some(({ source }) => source.of !== "vdot" && source.of !== "load");
    const motionNeeds = needsOf(false);
    this.#motion = wantsMotion ? new ChannelProgram(model, topology, motionNeeds, room) : null;
    const load = wantsLoad ? new ChannelProgram(model, topology, needsOf(true), room) : null;
    this.names = columns.map(({ name }) => name);
    this.units = columns.map(({ unit }) => unit);
    this.#needsVdot =
      wantsLoad ||
      motionNeeds.accelerations.length > 0 ||
      columns.some(({ source }) => source.of === "vdot") ||
      uses.flat().some(({ source }) => source?.of === "vdot");
    this.#needsCommands = motionNeeds.shafts;
    this.#copies = [...copiesOf(this.#motion, columns, usesLoad, false), ...copiesOf(load, columns, usesLoad, true)];
    this.#derived = columns.flatMap(({ source }, column): Derived[] => {
      if (source.of === "energy") return [{ column, of: source.what, entry: 0 }];
      return source.of === "com" || source.of === "vdot" ? [{ column, of: source.of, entry: source.entry }] : [];
    });
  }

  setParameters(values: ArrayLike<number>): void {
    for (const { program } of this.#copies) program.setParameters(values);
  }

  /** Sets the energies at the start, for the balance. */
  setStart(start: EnergyTotals): void {
    this.#start = start;
  }

  /** Energies of a state of a lane. */
  totals(pair: LanePair, lane: LaneIndex, which: WhichState): EnergyTotals {
    const program = this.#motion;
    if (!program) return { kinetic: 0, potential: 0, stored: 0 };
    const { f64, nq, nv, nz, q, v, z } = stateView(pair, lane, which);
    program.load("q", f64, q, nq);
    program.load("v", f64, v, nv);
    program.load("z", f64, z, nz);
    program.run("totals");
    const of = (entry: number): number => program.value(program.at({ of: "totals", entry }));
    return {
      kinetic: of(totalsEntry.kinetic),
      potential: of(totalsEntry.potential),
      stored: of(totalsEntry.stored),
    };
  }

  /** Writes the channels of the shown state into `row`, from `start` on. */
  fill(row: Float64Array, start: number, pair: LanePair, lane: LaneIndex): void {
    if (this.names.length === 0) return;
    if (this.#needsVdot) pair.run("accelerate");
    const view = stateView(pair, lane, "shown");
    for (const { program, places, columns } of this.#copies) {
      this.#evaluate(program, pair, lane, view);
      program.copy(places, row, columns, start);
    }
    for (const derived of this.#derived) row[start + derived.column] = this.#derive(derived, pair, lane, view);
  }

  #derive({ of, entry }: Derived, pair: LanePair, lane: LaneIndex, view: StateView): number {
    if (of === "vdot") return view.f64[view.vdot + 2 * entry];
    const total = (k: number): number => this.#motion?.value(this.#motion.at({ of: "totals", entry: k })) ?? NaN;
    if (of === "com") return total(totalsEntry.moment + entry) / total(totalsEntry.mass);
    const energy = total(totalsEntry.kinetic) + total(totalsEntry.potential);
    if (of === "total") return energy;
    const work = workOfLoads(workSoFar(pair, lane, "shown"), total(totalsEntry.stored), this.#start.stored);
    return of === "work" ? work : energy - (this.#start.kinetic + this.#start.potential) - work;
  }

  #evaluate(program: ChannelProgram, pair: LanePair, lane: LaneIndex, view: StateView): void {
    const { f64, nq, nv, nz } = view;
    program.setTime(pair.f64[pair.index(pair.layout.shown.t, lane)]);
    program.load("q", f64, view.q, nq);
    program.load("v", f64, view.v, nv);
    program.load("z", f64, view.z, nz);
    if (program.lambdaCount > 0) program.load("lambda", f64, view.lambda, program.lambdaCount);
    if (this.#needsVdot || this.#needsCommands) program.load("u", f64, view.u, pair.plan.nu);
    if (this.#needsVdot) {
      program.load("tau", f64, view.tau, nv);
      program.load("vdot", f64, view.vdot, nv);
    }
    program.run("channels");
  }
}

/** The quantities behind some channels, each once. */
function quantitiesOf(sources: readonly ChannelSource[]): Omit<ChannelNeeds, "loads" | "expressions" | "isWanted"> {
  const each = <T>(pick: (source: ChannelSource) => T | null): T[] => [
    ...new Set(sources.map(pick).filter((found) => found !== null)),
  ];
  const entries = each((source) => (source.of === "motion" ? source.entry : null));
  return {
    motions: each((source) => (source.of === "motion" ? source.body : null)),
    motionParts: { quaternions: entries.some(isOfQuaternion), velocities: entries.some(isOfVelocity) },
    accelerations: each((source) => (source.of === "acceleration" ? source.body : null)),
    contacts: each((source) => (source.of === "contact" ? source.contact : null)),
    tyres: each((source) => (source.of === "tyre" ? source.tyre : null)),
    shafts: sources.some(({ of }) => of === "shaft"),
    deflections: each((source) => (source.of === "deflection" ? source.station : null)),
    sections: each((source) => (source.of === "section" ? { body: source.body, at: source.at } : null)).filter(
      (place, i, all) => all.findIndex((other) => isSameSection(place, other)) === i,
    ),
    elastic: sources.some(({ of }) => of === "elastic"),
    totals: sources.some(({ of }) => of === "totals" || of === "com" || of === "energy"),
  };
}

const isOfState = (source: ChannelSource): source is Extract<ChannelSource, { of: "q" | "v" | "vdot" }> =>
  source.of === "q" || source.of === "v" || source.of === "vdot";

/** @param ofLoads whether the program is the one that computes joint loads */
function copiesOf(
  program: ChannelProgram | null,
  columns: readonly Column[],
  usesLoad: readonly boolean[],
  ofLoads: boolean,
): readonly Copies[] {
  if (!program) return [];
  const found = columns.flatMap(({ source }, column) => {
    if (source.of === "expression")
      return usesLoad[source.index] === ofLoads ? [{ column, place: program.atExpression(source.index) }] : [];
    const isPlain = source.of !== "com" && source.of !== "energy" && !isOfState(source);
    return isPlain && (source.of === "load") === ofLoads ? [{ column, place: program.at(source) }] : [];
  });
  const numbers = (pick: (each: (typeof found)[number]) => number): Int32Array => Int32Array.from(found, pick);
  return [{ program, columns: numbers(({ column }) => column), places: numbers(({ place }) => place) }];
}

/** Work of all loads except gravity since the start. */
export function workSoFar(pair: LanePair, lane: LaneIndex, which: WhichState): number {
  const { summed } = pair.layout[which];
  return summed.count === 0 ? 0 : pair.f64[pair.index(summed, lane)];
}

/** Work of loads that store no energy: the work of all loads, and the energy taken in by springs and stops. */
export const workOfLoads = (all: number, stored: number, storedAtStart: number): number =>
  all + (stored - storedAtStart);

function columnsOf(model: Model, topology: Topology, requests: readonly string[]): Column[] {
  const columns = new Map<string, Column>();
  const taken = new Set([
    "time",
    "t",
    ...stateNames(model, topology, "q").map(nameOf),
    ...stateNames(model, topology, "v").map(nameOf),
  ]);
  let definitions = 0;
  for (const request of requests) {
    if (request.includes("=")) {
      const { name } = parseDefinition(request);
      if (columns.has(name) || taken.has(name)) throw duplicateChannel(name);
      columns.set(name, { name, unit: "", source: { of: "expression", index: definitions++ } });
      continue;
    }
    for (const { name, unit, source } of matchChannels(model, topology, request.trim())) {
      if (source.of !== "q" && source.of !== "v") columns.set(name, { name, unit, source });
    }
  }
  return [...columns.values()];
}

const nameOf = ({ name }: { readonly name: string }): string => name;

const duplicateChannel = (name: string): RequestError =>
  new RequestError({
    code: "duplicate-channel",
    subject: `channel "${name}"`,
    value: name,
    message: `channel "${name}" has the name of another column. Give the expression another name.`,
  });

function requireBalance(columns: readonly Column[], energyBalance: boolean): void {
  const column = columns.find(({ source }) => source.of === "energy" && source.what !== "total");
  if (!column || energyBalance) return;
  const message = `channel "${column.name}" needs the work of the loads, which this run does not integrate. Set energyBalance: true.`;
  throw new RequestError({ code: "channel-needs-balance", subject: `channel "${column.name}"`, message });
}
