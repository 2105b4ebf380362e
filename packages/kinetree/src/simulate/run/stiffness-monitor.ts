import { explicitNamed, type IntegratorName } from "../../integrate/integrators.js";
import { RequestError } from "../../errors/kinetree-error.js";
import { AUTO_EXPLICIT } from "../stiffness/auto-plans.js";
import { AutoSwitch, type IntegratorUse } from "../stiffness/auto-switch.js";
import type { CompiledRun } from "./compiled-run.js";
import type { RunAdvice } from "../stiffness/integrator-advice.js";
import type { RunSpec } from "../lanes/lane-run.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { StiffnessProbes } from "../stiffness/stiffness-probe.js";
import { StiffnessWatch } from "../stiffness/stiffness-watch.js";
import { estimateStiffness, speedNames, type Stiffness } from "../stiffness/stiffness.js";

/** Watches a run for stiffness, and switches the integrator of automatic runs. */
export interface StiffnessMonitor {
  /** Before the first step, with the state in place. */
  begin(): void;
  /** Between two steps: true if another integrator continues, and the pair must "start" again. */
  after(): boolean;
  advice(): readonly RunAdvice[];
  uses(): readonly IntegratorUse[];
  snapshot(): Float64Array;
  restore(numbers: Float64Array): void;
}

/** Automatic runs switch, explicit runs with a tolerance are watched, others are not. */
export function stiffnessMonitor(
  { model, topology, pair, settings, auto, probes }: CompiledRun,
  { t }: RunSpec,
): StiffnessMonitor {
  const nameOf = speedNames(model, topology, pair);
  const { limits } = settings;
  if (auto) return new AutoSwitch(pair, { plans: auto, probes }, t, limits, nameOf);
  const isWatched = limits.step === 0 && explicitNamed(pair.plan.method) !== null;
  return isWatched ? new WatchedRun(pair, probes, t, nameOf) : leftAlone(t, pair.plan.method);
}

/** How stiff the equations of a run are at the state reached, for its explicit method. */
export function stiffnessNow({ model, topology, pair, settings, auto, probes }: CompiledRun): Stiffness {
  const code = auto?.of(AUTO_EXPLICIT) ?? { plan: pair.plan, module: pair.instance.module };
  const method = explicitNamed(code.plan.method);
  if (method === null) {
    const message = `integrator "${code.plan.method}" has no explicit steps that stiffness could bound. Ask stiffnessOf(model, { state }) instead.`;
    throw new RequestError({ code: "no-explicit-steps", subject: `integrator "${code.plan.method}"`, message });
  }
  const through = { probe: probes.of(code), limits: probes.limits(method) };
  return estimateStiffness(pair, through, settings.limits, speedNames(model, topology, pair));
}

const asAskedFor = (t: number, integrator: IntegratorName): readonly IntegratorUse[] => [
  { t, integrator, reason: "as asked for" },
];

const leftAlone = (t: number, integrator: IntegratorName): StiffnessMonitor => ({
  begin: () => {},
  after: () => false,
  advice: () => [],
  uses: () => asAskedFor(t, integrator),
  snapshot: () => new Float64Array(0),
  restore: () => {},
});

/** An explicit run that collects advice. */
class WatchedRun implements StiffnessMonitor {
  readonly #pair: LanePair;
  readonly #probes: StiffnessProbes;
  readonly #watch: StiffnessWatch;
  readonly #t: number;

  constructor(pair: LanePair, probes: StiffnessProbes, t: number, nameOf: (speed: number) => string) {
    this.#pair = pair;
    this.#probes = probes;
    this.#t = t;
    this.#watch = new StiffnessWatch(pair, t, nameOf);
  }

  begin(): void {}

  after(): boolean {
    if (this.#watch.isDue()) this.#look();
    return false;
  }

  #look(): void {
    const { plan, instance } = this.#pair;
    const method = explicitNamed(plan.method);
    if (method === null) return;
    const probe = this.#probes.of({ plan, module: instance.module });
    this.#watch.note(this.#watch.look(probe, this.#probes.limits(method)));
  }

  advice(): readonly RunAdvice[] {
    const method = explicitNamed(this.#pair.plan.method);
    return method === null ? [] : this.#watch.advice(method);
  }

  uses(): readonly IntegratorUse[] {
    return asAskedFor(this.#t, this.#pair.plan.method);
  }

  snapshot(): Float64Array {
    return this.#watch.snapshot();
  }

  restore(numbers: Float64Array): void {
    this.#watch.restore(numbers);
  }
}
