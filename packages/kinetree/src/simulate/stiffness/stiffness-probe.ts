import { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";

/** Departures of coordinates, speeds and states of contacts: far above rounding, far below what bends the equations. */
const [COORDINATE, SPEED, CONTACT] = [1e-6, 1e-5, 1e-8];

/** The lane of a run that is looked at. */
const LANE = 0;

/**
 * How the rates of a run's state, y = (δ, v, z), change with it. It evaluates the run's own equations on a pair of its own, so
 * that whatever is tried here, the numbers of the run stay as they are.
 */
export class StiffnessProbe {
  readonly plan: SimulationPlan;
  /** Entries of y: δ, v, and what contacts remember. What is only added up along the way shapes nothing. */
  readonly size: number;
  readonly #pair: LanePair;
  /** y of the state looked at, and its time. */
  readonly #y: Float64Array;
  #t = 0;
  #fastest = 0;

  constructor(plan: SimulationPlan, module: WebAssembly.Module) {
    this.plan = plan;
    this.#pair = new LanePair(plan, module);
    this.size = 2 * plan.nv + this.#pair.contactCount;
    this.#y = new Float64Array(this.size);
  }

  /** Takes the accepted state of a run, and all that acts on it. */
  look(run: LanePair): void {
    const own = this.#pair;
    const { plan } = this;
    const { nv } = plan;
    const count = plan.artifact.parameterCount;
    const from = run.instance.parameters() / 8;
    for (let i = 0; i < count; i++) own.instance.setParameter(i, run.f64[from + 2 * i + LANE]);
    own.run("prologue");
    if (run.plan === plan) this.#takeAll(run);
    else this.#takeState(run);
    this.#t = run.clock("t", LANE);
    run.read(run.plan.offsets.y0, this.size, LANE, this.#y);
    this.#y.fill(0, 0, nv);
    this.#fastest = 1;
    for (let i = nv; i < 2 * nv; i++) this.#fastest = Math.max(this.#fastest, Math.abs(this.#y[i]));
  }

  /** Everything that the lane knows: also where solvers begin their iterations. */
  #takeAll(run: LanePair): void {
    const own = this.#pair;
    const slots = this.plan.artifact.stateBytes / 16;
    const [source, target] = [run.index(0, LANE), own.index(0, 0)];
    for (let i = 0; i < slots; i++) {
      own.f64[target + 2 * i] = run.f64[source + 2 * i];
      own.f64[target + 2 * i + 1] = run.f64[source + 2 * i];
    }
  }

  /** The state and the forces, from a plan that has them in other places. */
  #takeState(run: LanePair): void {
    const { nq, nv, nu, heldCount } = this.plan;
    const [from, to] = [run.plan.offsets, this.plan.offsets];
    const take = (source: number, target: number, count: number): void => {
      const [a, b] = [run.index(source, LANE), this.#pair.index(target, 0)];
      for (let i = 0; i < 2 * count; i++) this.#pair.f64[b + i] = run.f64[a + i - (i % 2)];
    };
    take(from.q0, to.q0, nq);
    take(from.tau, to.tau, nv);
    take(from.u, to.u, nu);
    if (heldCount > 0 && run.plan.heldCount === heldCount) take(from.held, to.held, heldCount);
  }

  /** out ← ẏ at the state looked at. */
  rates(out: Float64Array): void {
    this.#place(0, null, 0);
    this.#place(1, null, 0);
    this.#pair.run("derive");
    this.#pair.read(this.#rates, this.size, 0, out);
  }

  /** out ← ∂ẏ/∂y x, by differences: one lane a little ahead, the other a little behind. */
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

  /** What a force along a speed accelerates it by, for a unit of force. */
  mobility(speed: number): number {
    const { offsets } = this.plan;
    const own = this.#pair;
    const { f64 } = own;
    const [tau, vdot] = [own.index(offsets.tau + 16 * speed, 0), own.index(offsets.vdot + 16 * speed, 0)];
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

  /** δ̇, v̇ and ż follow one another. */
  get #rates(): number {
    return this.plan.offsets.vdot - 16 * this.plan.nv;
  }

  /** y + by · x into a lane. */
  #place(lane: 0 | 1, x: Float64Array | null, by: number): void {
    const { f64 } = this.#pair;
    const { offsets } = this.plan;
    const at = this.#pair.index(offsets.y, lane);
    for (let i = 0; i < this.size; i++) f64[at + 2 * i] = this.#y[i] + (x ? by * x[i] : 0);
    f64[this.#pair.index(offsets.t, lane)] = this.#t;
  }
}
