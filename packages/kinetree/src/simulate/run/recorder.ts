import { integratedState, jointState, stateView } from "../lanes/lane-state.js";
import type { State } from "../../state/state.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import { workSoFar, type EnergyTotals } from "./channels.js";
import type { CompiledRun } from "./compiled-run.js";
import { EnergyLedger, type EnergyBalance } from "./energy-balance.js";
import type { FoundEvent } from "../lanes/event-watch.js";
import { BendingWatch } from "./bending-watch.js";
import { ExcursionWatch } from "./excursions.js";
import { addCounts, countsSince, packCounts, unpackCounts } from "../implicit/run-counts.js";
import type { RunEnd } from "../lanes/lane-run.js";
import type { ClosureReselection } from "./loop-chooser.js";
import type { SingleRunOptions } from "../options/options.js";
import { RowBuffer, type RecordedEvent, type SimulationResult } from "./result.js";
import { steppedOverWarnings } from "./stepped-over.js";
import { runWarnings, type RunWarning } from "./run-warnings.js";
import type { StiffnessMonitor } from "./stiffness-monitor.js";
import { VERSION } from "./version.js";

/** The lane of single runs. */
const LANE = 0;

export class Recorder {
  readonly #compiled: CompiledRun;
  readonly #onRow: SingleRunOptions["onRow"] | null;
  readonly #internal: Float64Array;
  readonly #kept: RowBuffer;
  readonly #row: Float64Array;
  readonly #excursions: ExcursionWatch;
  readonly #bending: BendingWatch;
  readonly #events: FoundEvent[] = [];
  readonly #ledger = new EnergyLedger();
  #closure = 0;
  /** Counts of the pair before this run, and of this run before it was interrupted. */
  readonly #countsBefore: ImplicitCounts | null;
  #countsResumed: ImplicitCounts | null = null;
  /** Energies and work at the last event, where a run may end. */
  #atEvent: { totals: EnergyTotals; work: number } | null = null;

  constructor(compiled: CompiledRun, parameters: ArrayLike<number>, onRow: SingleRunOptions["onRow"] | null) {
    const { model, topology, names, channels } = compiled;
    this.#compiled = compiled;
    this.#onRow = onRow;
    this.#kept = new RowBuffer(names, topology.counts, compiled.pair.internalCount);
    this.#row = new Float64Array(names.length);
    this.#internal = new Float64Array(compiled.pair.internalCount);
    this.#excursions = new ExcursionWatch(model, topology, parameters);
    this.#bending = new BendingWatch(compiled.tips);
    this.#countsBefore = compiled.pair.implicitCounts(LANE);
    channels.setParameters(parameters);
  }

  start(): void {
    const { pair, channels } = this.#compiled;
    this.#ledger.begin(channels.totals(pair, LANE, "accepted"));
    channels.setStart(this.#ledger.start);
  }

  /** Records the shown state. */
  sample(t: number): void {
    const { pair, channels } = this.#compiled;
    const { measures } = pair.layout;
    const row = this.#row;
    const { f64, nq, nv, nz, q, v, z } = stateView(pair, LANE, "shown");
    for (let i = 0; i < nq; i++) row[i] = f64[q + 2 * i];
    for (let i = 0; i < nv; i++) row[nq + i] = f64[v + 2 * i];
    for (let i = 0; i < nz; i++) this.#internal[i] = f64[z + 2 * i];
    channels.fill(row, nq + nv, pair, LANE);
    if (measures.count > 0) {
      pair.run("measures");
      pair.read(measures, LANE, row, row.length - measures.count);
    }
    this.#excursions.look(t, row, 0);
    this.#bending.look(t, row);
    if (this.#compiled.energyBalance)
      this.#ledger.look(channels.totals(pair, LANE, "shown"), workSoFar(pair, LANE, "shown"));
    const { loops } = this.#compiled;
    if (loops) this.#closure = Math.max(this.#closure, loops.residual(integratedState(pair, LANE, "shown")));
    if (this.#onRow) this.#onRow(t, row, this.#internal);
    else this.#kept.push(t, row, this.#internal);
  }

  /** Largest residual of the closures at a recorded instant so far. */
  get closure(): number {
    return this.#closure;
  }

  get implicit(): ImplicitCounts | null {
    const since = countsSince(this.#compiled.pair.implicitCounts(LANE), this.#countsBefore);
    const isAny = since !== null && (this.#compiled.pair.plan.implicit !== null || since.evaluations > 0);
    return addCounts(this.#countsResumed, isAny ? since : null);
  }

  event(event: FoundEvent): void {
    this.#events.push(event);
    const { pair, channels, energyBalance: balances } = this.#compiled;
    // The shown state is that of the event; after a terminal one the accepted state is beyond it.
    if (balances)
      this.#atEvent = { totals: channels.totals(pair, LANE, "shown"), work: workSoFar(pair, LANE, "shown") };
  }

  finish(
    end: RunEnd,
    rechoices: readonly ClosureReselection[],
    monitor: Pick<StiffnessMonitor, "advice" | "uses">,
  ): SimulationResult {
    const { model, modelHash, formulationReason, pair, names, units, loops } = this.#compiled;
    const { plan } = pair;
    const events = this.#events.map(({ index, ...state }): RecordedEvent => ({
      name: plan.eventRules[index].name,
      state,
    }));
    const last = events.at(-1);
    const final: State = end === "event" && last ? last.state : jointState(pair, LANE, "accepted");
    const energy = this.#energy(end);
    return {
      model,
      modelHash,
      version: VERSION,
      formulation: plan.formulation,
      formulationReason,
      integrator: this.#compiled.auto ? "auto" : plan.method,
      end,
      names,
      units,
      ...this.#kept.finish(),
      final,
      events,
      excursions: this.#excursions.found(),
      counts: { accepted: pair.clock("accepted", LANE), rejected: pair.clock("rejected", LANE) },
      implicit: this.implicit,
      energy,
      integrators: monitor.uses(),
      advice: monitor.advice(),
      loops: loops ? { closure: this.#closure, redundant: loops.redundant, rechoices } : null,
      warnings: this.#warnings(energy),
    };
  }

  /** Reasons not to trust what was computed so far. */
  get warnings(): readonly RunWarning[] {
    return this.#warnings(this.#energy("stopped"));
  }

  #warnings(energy: EnergyBalance | null): readonly RunWarning[] {
    const { loops, settings, pair, model } = this.#compiled;
    const opened = loops ? { closure: this.#closure } : null;
    const found = runWarnings(energy, opened, settings.tolerance, this.#ledger.rounding);
    return [...found, ...this.#bending.warnings(), ...steppedOverWarnings(pair, LANE, model.contacts)];
  }

  #energy(end: RunEnd): EnergyBalance | null {
    const { pair, channels, energyBalance: balances } = this.#compiled;
    if (!balances) return null;
    if (end === "event" && this.#atEvent) return this.#ledger.balance(this.#atEvent.totals, this.#atEvent.work);
    const work = workSoFar(pair, LANE, "accepted");
    return this.#ledger.balance(channels.totals(pair, LANE, "accepted"), work);
  }

  snapshot(): Readonly<Record<string, Float64Array>> {
    return {
      energies: this.#ledger.snapshot(),
      closure: Float64Array.of(this.#closure),
      atEvent: Float64Array.from(this.#atEvent ? [...totalsList(this.#atEvent.totals), this.#atEvent.work] : []),
      implicit: packCounts(this.implicit),
      excursions: this.#excursions.snapshot(),
      ...(this.#compiled.tips.length > 0 ? { bending: this.#bending.snapshot() } : {}),
      events: Float64Array.from(this.#events.flatMap(({ index, t, q, v, z = [] }) => [index, t, ...q, ...v, ...z])),
    };
  }

  restore(numbers: Readonly<Record<string, Float64Array>>): void {
    this.#ledger.restore(numbers["energies"]);
    this.#compiled.channels.setStart(this.#ledger.start);
    [this.#closure] = numbers["closure"];
    const [...atEvent] = numbers["atEvent"];
    if (atEvent.length > 0) {
      const [k, p, s, work] = atEvent;
      this.#atEvent = { totals: { kinetic: k, potential: p, stored: s }, work };
    }
    this.#countsResumed = unpackCounts(numbers["implicit"]);
    this.#excursions.restore(numbers["excursions"]);
    if (this.#compiled.tips.length > 0) this.#bending.restore(numbers["bending"]);
    const { nq, nv } = this.#compiled.topology.counts;
    const { internalCount } = this.#compiled.pair;
    const width = 2 + nq + nv + internalCount;
    const all = numbers["events"];
    for (let at = 0; at < all.length; at += width) {
      const [index, t] = all.subarray(at, at + 2);
      const [q, v, z] = [at + 2, at + 2 + nq, at + 2 + nq + nv];
      const state = { t, q: all.slice(q, v), v: all.slice(v, z) };
      this.#events.push({ index, ...state, ...(internalCount > 0 ? { z: all.slice(z, at + width) } : {}) });
    }
  }
}

const totalsList = ({ kinetic, potential, stored }: EnergyTotals): readonly number[] => [kinetic, potential, stored];

/** Instants start + k × interval, counted rather than accumulated, with the end as the last. */
export class SampleTimes {
  readonly #start: number;
  readonly #end: number;
  readonly #interval: number;
  #count = 0;

  constructor(start: number, end: number, interval: number) {
    this.#start = start;
    this.#end = end;
    this.#interval = interval;
  }

  /** The next instant at or after the previous one. */
  next(after: number): number {
    const [start, end, interval] = [this.#start, this.#end, this.#interval];
    while (this.#count > 0 && start + (this.#count - 1) * interval < after) this.#count++;
    const t = start + this.#count++ * interval;
    // The start is recorded however short the run is beside the interval.
    if (t < end - 1e-9 * interval || (this.#count === 1 && t < end)) return t;
    return after < end || this.#count === 1 ? end : Infinity;
  }

  snapshot(): Float64Array {
    return Float64Array.of(this.#count);
  }

  restore([count]: Float64Array): void {
    this.#count = count;
  }
}
