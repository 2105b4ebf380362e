import { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";
import { partOf, type Slots } from "../plan/state-layout.js";
import type { MethodName } from "../../integrate/integrators.js";
import type { CompiledPlan } from "./auto-plans.js";
import { StabilityLimits } from "./step-stability.js";

/** Perturbations of coordinates, speeds and contact states: far above rounding, small enough for linearity. */
const [COORDINATE, SPEED, CONTACT] = [1e-6, 1e-5, 1e-8];

const LANE = 0;

/** Derivatives of the rates of y = (δ, v, z), by the run's equations on a pair of its own: the run is not disturbed. */
export class StiffnessProbe {
  readonly plan: SimulationPlan;
  /** Entries of y: δ, v and contact states. Quadratures do not influence the others. */
  readonly size: number;
  readonly #pair: LanePair;
  readonly #y: Float64Array;
  readonly #rates: Slots;
  /** Angles of cut joints, by which loads know turns. */
  readonly #turns: Float64Array;
  #t = 0;
  #fastest = 0;

  constructor(plan: SimulationPlan, module: WebAssembly.Module) {
    this.plan = plan;
    this.#pair = new LanePair(plan, { module });
    this.size = 2 * plan.nv + plan.layout.shown.contacts.count;
    this.#y = new Float64Array(this.size);
    this.#turns = new Float64Array(plan.layout.shown.turns.count);
    this.#rates = partOf(plan.layout.rates.y, 0, this.size);
  }

  /** Copies the accepted state of a run, with its inputs and parameters. */
  look(run: LanePair): void {
    const own = this.#pair;
    const { plan } = this;
    const { nv } = plan;
    const count = plan.artifact.parameterCount;
    for (let i = 0; i < count; i++) own.instance.setParameter(i, run.parameter(i, LANE));
    own.run("prologue");
    if (run.plan === plan) this.#takeAll(run);
    else this.#takeState(run);
    this.#t = run.clock("t", LANE);
    run.read(partOf(run.layout.accepted.y, 0, this.size), LANE, this.#y);
    this.#y.fill(0, 0, nv);
    run.read(run.layout.accepted.turns, LANE, this.#turns);
    this.#fastest = 1;
    for (let i = nv; i < 2 * nv; i++) this.#fastest = Math.max(this.#fastest, Math.abs(this.#y[i]));
  }

  /** Copies the whole lane, including initial guesses of solvers. */
  #takeAll(run: LanePair): void {
    const own = this.#pair;
    const { all } = this.plan.layout;
    const [source, target] = [run.index(all, LANE), own.index(all, 0)];
    for (let i = 0; i < all.count; i++) {
      own.f64[target + 2 * i] = run.f64[source + 2 * i];
      own.f64[target + 2 * i + 1] = run.f64[source + 2 * i];
    }
  }

  /** Copies state and forces from a plan with another layout. */
  #takeState(run: LanePair): void {
    const [from, to] = [run.layout, this.plan.layout];
    const take = (source: Slots, target: Slots): void => {
      const [a, b] = [run.index(source, LANE), this.#pair.index(target, 0)];
      for (let i = 0; i < 2 * target.count; i++) this.#pair.f64[b + i] = run.f64[a + i - (i % 2)];
    };
    take(from.accepted.q, to.accepted.q);
    take(from.tau, to.tau);
    take(from.u, to.u);
    if (from.held.count === to.held.count) take(from.held, to.held);
  }

  rates(out: Float64Array): void {
    this.#place(0, null, 0);
    this.#place(1, null, 0);
    this.#pair.run("derive");
    this.#pair.read(this.#rates, 0, out);
  }

  /** out ← ∂ẏ/∂y x by central differences, one side per lane. */
  along(x: Float64Array, out: Float64Array): void {
    const { nv } = this.plan;
    let steps = 0;
    for (let i = 0; i < this.size; i++) {
      const departure = i < nv ? COORDINATE : i < 2 * nv ? SPEED * this.#fastest : CONTACT;
      steps = Math.max(steps, Math.abs(x[i]) / departure);
    }
    if (!(steps > 0)) {
      out.fill(steps === 0 ? 0 : NaN);
      return;
    }
    this.#place(0, x, 1 / steps);
    this.#place(1, x, -1 / steps);
    this.#pair.run("derive");
    const { f64 } = this.#pair;
    const at = this.#pair.index(this.#rates, 0);
    for (let i = 0; i < this.size; i++) out[i] = 0.5 * steps * (f64[at + 2 * i] - f64[at + 2 * i + 1]);
  }

  /** Acceleration of a speed per unit of force along it. */
  mobility(speed: number): number {
    const own = this.#pair;
    const { f64, layout } = own;
    const tau = own.index(layout.tau, 0) + 2 * speed;
    const vdot = own.index(layout.rates.v, 0) + 2 * speed;
    const given = f64[tau];
    this.#place(0, null, 0);
    this.#place(1, null, 0);
    f64[tau] = given + 1;
    f64[tau + 1] = given - 1;
    own.run("derive");
    f64[tau] = given;
    f64[tau + 1] = given;
    return 0.5 * Math.abs(f64[vdot] - f64[vdot + 1]);
  }

  /** Writes y + by · x into a lane. */
  #place(lane: 0 | 1, x: Float64Array | null, by: number): void {
    const { f64, layout } = this.#pair;
    const at = this.#pair.index(layout.shown.y, lane);
    for (let i = 0; i < this.size; i++) f64[at + 2 * i] = this.#y[i] + (x ? by * x[i] : 0);
    const turns = this.#pair.index(layout.shown.turns, lane);
    for (let i = 0; i < this.#turns.length; i++) f64[turns + 2 * i] = this.#turns[i];
    f64[this.#pair.index(layout.shown.t, lane)] = this.#t;
  }
}

/** The probe used last and the limits of its method, shared by all runs of a simulation. */
export class StiffnessProbes {
  #probe: StiffnessProbe | null = null;
  #limits: StabilityLimits | null = null;

  of({ plan, module }: CompiledPlan): StiffnessProbe {
    if (this.#probe?.plan !== plan) this.#probe = new StiffnessProbe(plan, module);
    return this.#probe;
  }

  limits(method: MethodName): StabilityLimits {
    if (this.#limits?.method !== method) this.#limits = new StabilityLimits(method);
    return this.#limits;
  }
}
