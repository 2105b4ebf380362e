import type { ImplicitCounts } from "../method.js";
import type { MotionPoint, MotionSystem } from "../system.js";

/** Factors for another step length serve as well within this: rows of position, which see the square of h, bear less. */
const [NEAR, NEAR_CONSTRAINED] = [0.25, 0.05];
/** Derivatives this many steps old are renewed, however well they served: a bad Newton step costs more. */
const OLDEST = 50;
/** Iterations that converge more slowly than this deserve new derivatives in the next step. */
const POOR = 0.1;

const STATE = 4;

/** Derivatives and factors of the iteration matrix, made as seldom as convergence allows. */
export class AlphaFactors {
  readonly #system: MotionSystem;
  readonly #counts: ImplicitCounts;
  /** σ and ρ of the factors, the age of the derivatives in steps (below 0: there are none), and 1 while factors fit derivatives. */
  readonly #state = new Float64Array(STATE);
  /** Derivatives come from a point of the step under way. */
  #isNew = false;

  constructor(system: MotionSystem, counts: ImplicitCounts) {
    [this.#system, this.#counts] = [system, counts];
    this.forget();
  }

  /** Nothing is known of the equations here. */
  forget(): void {
    this.#state.fill(0);
    this.#state[2] = -1;
    this.#isNew = false;
  }

  /** True if new derivatives would not be better. */
  get areNew(): boolean {
    return this.#isNew;
  }

  /** Before the first iteration of a step: false if the matrix is singular. */
  prepare(t: number, point: MotionPoint, sigma: number, rho: number, contraction: number): boolean {
    const [state, system] = [this.#state, this.#system];
    const age = state[2];
    const isOutworn = age < 0 || age >= OLDEST || contraction > POOR || system.derivatives === undefined;
    this.#isNew = false;
    if (isOutworn) return this.renew(t, point, sigma, rho);
    const isNear = Math.abs(sigma / state[0] - 1) <= (system.nc > 0 ? NEAR_CONSTRAINED : NEAR);
    return (state[3] === 1 && isNear) || this.#factor(sigma, rho);
  }

  /** Derivatives and factors at this point: false if the matrix is singular. */
  renew(t: number, point: MotionPoint, sigma: number, rho: number): boolean {
    this.#system.linearize(t, point);
    this.#counts.jacobians += 1;
    this.#state[2] = 0;
    this.#isNew = true;
    return this.#factor(sigma, rho);
  }

  #factor(sigma: number, rho: number): boolean {
    const isRegular = this.#system.factor(sigma, rho);
    this.#counts.factorizations += 1;
    [this.#state[0], this.#state[1], this.#state[3]] = [sigma, rho, isRegular ? 1 : 0];
    return isRegular;
  }

  solve(x: Float64Array): void {
    this.#system.solve(x);
    this.#counts.solves += 1;
  }

  /** To be called when a step is accepted. */
  grow(): void {
    if (this.#state[2] >= 0) this.#state[2] += 1;
    this.#isNew = false;
  }

  /** Numbers that `write` writes. */
  get length(): number {
    return STATE + (this.#system.derivatives?.length ?? 0);
  }

  write(out: Float64Array, at: number): void {
    out.set(this.#state, at);
    if (this.#system.derivatives) out.set(this.#system.derivatives, at + STATE);
  }

  read(numbers: Float64Array, at: number): void {
    const [state, system] = [this.#state, this.#system];
    state.set(numbers.subarray(at, at + STATE));
    this.#isNew = false;
    if (!system.derivatives || state[2] < 0) return;
    system.derivatives.set(numbers.subarray(at + STATE, at + STATE + system.derivatives.length));
    if (state[3] === 1) system.factor(state[0], state[1]);
  }
}
