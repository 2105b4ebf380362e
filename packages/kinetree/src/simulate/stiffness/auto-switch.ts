import { roundedText } from "../../errors/number-text.js";
import type { IntegratorName } from "../../integrate/integrators.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { StepLimits } from "../lanes/lane-run.js";
import { AUTO_EXPLICIT, type AutoPlans } from "./auto-plans.js";
import { modeInWords, swingsOn, wellDamped, type BoundingMode, type RunAdvice } from "./integrator-advice.js";
import type { StiffnessProbe, StiffnessProbes } from "./stiffness-probe.js";
import { LOOKS, StiffnessWatch, type StiffnessLook, type StiffnessNote } from "./stiffness-watch.js";
import { estimateStiffness } from "./stiffness.js";

/** A stretch of a run that one integrator made. */
export interface IntegratorUse {
  /** Where it began [s]. */
  readonly t: number;
  readonly integrator: IntegratorName;
  /** Why it was taken, for a reader. */
  readonly reason: string;
}

/** The lane of single runs. */
const LANE = 0;
/** A run begins with an implicit method where stability limits explicit steps to this part of those that accuracy requires. */
const STIFF_START = 1 / 20;
/** Accepted steps between two looks: of the explicit method at most, and of an implicit one. */
const [EXPLICIT_RHYTHM, IMPLICIT_RHYTHM] = [512, 32];
/** Implicit steps below this part of the explicit limit could as well be explicit ones, which cost less. */
const WITHIN = 0.5;

/** Integrators by the number that a checkpoint has for them. */
const integrators: readonly IntegratorName[] = [AUTO_EXPLICIT, "bdf", "radau5"];

type Cause = "mild-start" | "stiff-start" | "bound" | "calm";
const causes: readonly Cause[] = ["mild-start", "stiff-start", "bound", "calm"];

interface Switch extends StiffnessNote {
  readonly integrator: IntegratorName;
  readonly cause: Cause;
}

/**
 * Chooses between an explicit and an implicit integrator along a run: implicit where stability holds the explicit one back, explicit
 * where the implicit one makes no use of its stability. It decides by numbers of the run alone, so the same run switches at the same
 * steps wherever and whenever it is made.
 */
export class AutoSwitch {
  readonly #pair: LanePair;
  readonly #plans: AutoPlans;
  readonly #probes: StiffnessProbes;
  readonly #limits: StepLimits;
  readonly #watch: StiffnessWatch;
  readonly #nameOf: (speed: number) => string;
  readonly #switches: Switch[] = [];
  /** Consecutive looks at which implicit steps could have been explicit ones. */
  #calm = 0;

  constructor(
    pair: LanePair,
    { plans, probes }: { readonly plans: AutoPlans; readonly probes: StiffnessProbes },
    t: number,
    limits: StepLimits,
    nameOf: (speed: number) => string,
  ) {
    this.#pair = pair;
    this.#plans = plans;
    this.#probes = probes;
    this.#limits = limits;
    this.#nameOf = nameOf;
    this.#watch = new StiffnessWatch(pair, t, nameOf, EXPLICIT_RHYTHM);
  }

  /** Chooses for the current state of the pair; "start" comes after. */
  begin(): void {
    const { fastest, explicitStep, accuracyStep } = estimateStiffness(
      this.#pair,
      { probe: this.#probe, limits: this.#probes.limits(AUTO_EXPLICIT) },
      this.#limits,
      String,
    );
    // Lightly damped modes may be excited by the start: the run itself shows whether they matter.
    const isStiff = fastest !== null && explicitStep < STIFF_START * accuracyStep && !swingsOn(fastest.dampingRatio);
    const { rate = 0, dampingRatio = 0, speed = "0" } = fastest ?? {};
    const numbers = { step: accuracyStep, limit: explicitStep, rate, dampingRatio, speed: Number(speed) };
    const t = this.#pair.clock("t", LANE);
    if (isStiff) this.#take({ t, integrator: implicitFor(dampingRatio), cause: "stiff-start", ...numbers });
    else this.#switches.push({ t, integrator: AUTO_EXPLICIT, cause: "mild-start", ...numbers });
  }

  after(): boolean {
    if (!this.#watch.isDue()) return false;
    const look = this.#watch.look(this.#probe, this.#probes.limits(AUTO_EXPLICIT));
    return this.#isImplicit ? this.#backIfCalm(look) : this.#onIfBound(look);
  }

  get #probe(): StiffnessProbe {
    return this.#probes.of(this.#plans.of(AUTO_EXPLICIT));
  }

  get #isImplicit(): boolean {
    return this.#pair.plan.method !== AUTO_EXPLICIT;
  }

  #onIfBound(look: StiffnessLook | null): boolean {
    if (!look || look.inARow < LOOKS) return false;
    const { t, step, speed, mode } = look;
    const { limit, rate, dampingRatio } = mode;
    const integrator = implicitFor(dampingRatio);
    this.#take({ t, integrator, cause: "bound", step, limit, rate, dampingRatio, speed });
    return true;
  }

  #backIfCalm(look: StiffnessLook | null): boolean {
    const isWithin = look === null || look.step < WITHIN * look.mode.limit;
    this.#calm = isWithin ? this.#calm + 1 : 0;
    this.#watch.lookAgainAfter(IMPLICIT_RHYTHM);
    if (this.#calm < LOOKS) return false;
    const { limit = Infinity, rate = 0, dampingRatio = 0 } = look?.mode ?? {};
    const { step = 0, speed = 0 } = look ?? {};
    const t = this.#pair.clock("t", LANE);
    this.#take({ t, integrator: AUTO_EXPLICIT, cause: "calm", step, limit, rate, dampingRatio, speed });
    return true;
  }

  #take(next: Switch): void {
    this.#switches.push(next);
    this.#plans.take(next.integrator);
    this.#pair.setClock("restart", LANE, 1);
    this.#calm = 0;
    this.#watch.startOver();
    if (this.#isImplicit) this.#watch.lookAgainAfter(IMPLICIT_RHYTHM);
    else this.#pair.setClock("h", LANE, Math.min(this.#pair.clock("h", LANE), next.limit));
  }

  /** Its findings lead to switches, not to advice. */
  advice(): readonly RunAdvice[] {
    return [];
  }

  uses(): readonly IntegratorUse[] {
    return this.#switches.map((each) => ({ t: each.t, integrator: each.integrator, reason: this.#reason(each) }));
  }

  #reason({ cause, step, limit, rate, dampingRatio, speed }: Switch): string {
    const mode: BoundingMode = { rate, dampingRatio, speed: this.#nameOf(speed) };
    const explicit = `"${AUTO_EXPLICIT}"`;
    switch (cause) {
      case "mild-start":
        return limit < Infinity
          ? `not stiff at the start: ${explicit} may take steps of ${roundedText(limit)} s, and accuracy requires about ${roundedText(step)} s`
          : `not stiff at the start: no mode limits the steps of ${explicit}`;
      case "stiff-start":
        return (
          `stiff at the start: ${modeInWords(mode)}, for which ${explicit} would take steps of at most ${roundedText(limit)} s` +
          (step < Infinity ? ` where accuracy requires about ${roundedText(step)} s` : "")
        );
      case "bound":
        return (
          `the steps of ${explicit}, ${roundedText(step)} s on average, were limited by its stability ` +
          `(limit ${roundedText(limit)} s): ${modeInWords(mode)}`
        );
      case "calm":
        return limit < Infinity
          ? `steps of ${roundedText(step)} s on average are within the stability of ${explicit} (limit ${roundedText(limit)} s)`
          : `no mode limits the steps of ${explicit} any more`;
    }
  }

  snapshot(): Float64Array {
    const numbers = this.#switches.flatMap(({ t, integrator, cause, step, limit, rate, dampingRatio, speed }) => [
      t,
      integrators.indexOf(integrator),
      causes.indexOf(cause),
      step,
      limit,
      rate,
      dampingRatio,
      speed,
    ]);
    return Float64Array.of(this.#calm, this.#switches.length, ...numbers, ...this.#watch.snapshot());
  }

  restore(numbers: Float64Array): void {
    const [calm, count] = numbers;
    this.#calm = calm;
    for (let i = 0; i < count; i++) {
      const [t, integrator, cause, ...rest] = numbers.subarray(2 + WIDTH * i, 2 + WIDTH * (i + 1));
      const [step, limit, rate, dampingRatio, speed] = rest;
      const which = { integrator: integrators[integrator], cause: causes[cause] };
      this.#switches.push({ t, ...which, step, limit, rate, dampingRatio, speed });
    }
    this.#watch.restore(numbers.slice(2 + WIDTH * count));
  }
}

const WIDTH = 8;

/** The integrator with which a checkpoint of an automatic run was made. */
export function integratorIn(numbers: Float64Array): IntegratorName {
  const [, count] = numbers;
  return integrators[numbers[2 + WIDTH * (count - 1) + 1]];
}

/** BDF for well damped modes; Radau's method, which is stable for all modes, for oscillations. */
const implicitFor = (dampingRatio: number): IntegratorName => (wellDamped(dampingRatio) ? "bdf" : "radau5");
