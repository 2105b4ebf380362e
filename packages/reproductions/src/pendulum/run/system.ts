import type { ResidualSystem } from "kinetree/implicit";
import { unknownName } from "kinetree/tools";
import { CountedArithmetic } from "../arithmetic/counted.js";
import { pendulumConstants, type PendulumConstants } from "../equations/constants.js";
import { refuse } from "../equations/options.js";
import type { Pendulum } from "../equations/pendulum.js";
import { PointNumbers } from "../equations/point-numbers.js";
import { pendulumResidual, type ResidualWork } from "../equations/residual.js";
import { FullSolver } from "../solvers/full-solver.js";
import { LinearSolver } from "../solvers/linear-solver.js";
import type { PendulumNewtonSolver } from "../solvers/newton-solver.js";
import { NumericalSolver, type ResidualFunction } from "../solvers/numerical-solver.js";
import { ReducedSolver } from "../solvers/reduced-solver.js";
import {
  pendulumSchemes,
  sumOperations,
  type OperationPair,
  type PendulumOperations,
  type PendulumScheme,
} from "./operations.js";

/** The equations of a pendulum, E(X, Ẋ) = 0, with one way to solve J ΔX = E. */
export interface PendulumSystem extends ResidualSystem {
  readonly scheme: PendulumScheme;
  /**
   * Chooses the dependent Euler parameter of each body again where it has become small compared with the others; to be called between
   * steps. The factors that there are then belong to the new choice. Returns how many changed.
   */
  choose(y: Float64Array): number;
  /** Operations of the last residual, linearisation, factorisation and solution. Zeros for what has not run yet. */
  operations(): PendulumOperations;
}

/** Settings of the equations. */
export interface PendulumSystemOptions {
  /** How J ΔX = E is solved. Default "linear". */
  readonly scheme?: PendulumScheme;
  /** Of every unknown, absolute and relative to its size. Default 1e-7. */
  readonly tolerance?: number;
}

/** A dependent parameter smaller than this part of the largest one gives its place to it. The largest is at least 1/2. */
const SMALL = 0.6;

/**
 * The equations of a pendulum as the implicit methods see them: `new Bdf(pendulumSystem(pendulum))`. The schemes: "full-numerical"
 * and "full" eliminate in the whole of J, by differences and exact; "reduced" in 3 n equations; "linear" body by body.
 */
export function pendulumSystem(pendulum: Pendulum, options: PendulumSystemOptions = {}): PendulumSystem {
  const { scheme = "linear", tolerance = 1e-7 } = options;
  if (!pendulumSchemes.includes(scheme)) throw unknownName("scheme", String(scheme), pendulumSchemes);
  if (!(tolerance > 0 && tolerance < 1))
    throw refuse(
      "pendulum",
      "tolerance",
      tolerance,
      "must be above 0 and below 1. Give one such as 1e-7",
      "bad-tolerance",
    );
  return new Equations(pendulum, scheme, tolerance);
}

class Equations implements PendulumSystem {
  readonly scheme: PendulumScheme;
  readonly size: number;
  /** All of X has a history, as in the source: errors of positions and velocities are controlled too. */
  readonly mass = null;
  private readonly body: PendulumConstants;
  private readonly tolerance: number;
  private readonly dependent: Uint8Array;
  private readonly arithmetic = new CountedArithmetic();
  private readonly work: ResidualWork;
  private readonly solver: PendulumNewtonSolver;
  private sigma: number | null = null;
  private counted: Record<"residual" | "point" | "blocks" | "elimination" | "substitution", OperationPair>;

  constructor(pendulum: Pendulum, scheme: PendulumScheme, tolerance: number) {
    const none: OperationPair = { multiplications: 0, additions: 0 };
    this.scheme = scheme;
    this.size = 14 * pendulum.n;
    this.tolerance = tolerance;
    this.body = pendulumConstants(pendulum);
    this.dependent = new Uint8Array(pendulum.n);
    this.work = { point: new PointNumbers(pendulum.n), scratch: new Float64Array(18) };
    this.counted = { residual: none, point: none, blocks: none, elimination: none, substitution: none };
    this.solver = this.makeSolver();
    this.choose(pendulum.state);
  }

  residual(_t: number, y: Float64Array, yDot: Float64Array, r: Float64Array): void {
    this.evaluate(y, yDot, r);
    this.counted.residual = this.take();
  }

  linearize(t: number, y: Float64Array, yDot: Float64Array): void {
    this.solver.linearize(t, y, yDot);
    this.counted.point = this.take();
    this.sigma = null;
  }

  factor(sigma: number): boolean {
    this.sigma = sigma;
    this.solver.blocks(sigma);
    this.counted.blocks = this.take();
    const isRegular = this.solver.eliminate(sigma);
    this.counted.elimination = this.take();
    return isRegular;
  }

  solve(x: Float64Array): void {
    this.solver.substitute(x);
    this.counted.substitution = this.take();
  }

  weigh(y: Float64Array, w: Float64Array): void {
    for (let i = 0; i < this.size; i++) w[i] = this.tolerance * (1 + Math.abs(y[i]));
  }

  nameOf(entry: number): string {
    const { n, V, P, S } = this.body;
    const [start, width, what] =
      entry < V
        ? [0, 3, "position"]
        : entry < P
          ? [V, 3, "velocity"]
          : entry < S
            ? [P, 4, "Euler parameter"]
            : [S, 4, "rate of the Euler parameter"];
    const place = entry - start;
    const axis = (width === 3 ? ["x", "y", "z"] : ["w", "x", "y", "z"])[place % width];
    return `${what} ${axis} of body ${Math.floor(place / width) + 1} of ${n}`;
  }

  choose(y: Float64Array): number {
    const { P, n } = this.body;
    let changed = 0;
    for (let i = 0; i < n; i++) {
      const p = P + 4 * i;
      let largest = 0;
      for (let k = 1; k < 4; k++) if (Math.abs(y[p + k]) > Math.abs(y[p + largest])) largest = k;
      if (Math.abs(y[p + this.dependent[i]]) >= SMALL * Math.abs(y[p + largest])) continue;
      this.dependent[i] = largest;
      changed += 1;
    }
    if (changed > 0 && this.sigma !== null) this.factor(this.sigma);
    return changed;
  }

  operations(): PendulumOperations {
    const { residual, point, blocks, elimination, substitution } = this.counted;
    const evaluated = {
      multiplications: point.multiplications + blocks.multiplications,
      additions: point.additions + blocks.additions,
    };
    return sumOperations({ residual, blocks: evaluated, elimination, substitution });
  }

  private makeSolver(): PendulumNewtonSolver {
    const { body, dependent, arithmetic } = this;
    const evaluate: ResidualFunction = (y, yDot, r) => this.evaluate(y, yDot, r);
    switch (this.scheme) {
      case "full-numerical":
        return new NumericalSolver(this.size, evaluate, arithmetic);
      case "full":
        return new FullSolver(body, dependent, arithmetic);
      case "reduced":
        return new ReducedSolver(body, dependent, arithmetic);
      case "linear":
        return new LinearSolver(body, dependent, arithmetic);
    }
  }

  private evaluate(y: Float64Array, yDot: Float64Array, r: Float64Array): void {
    pendulumResidual(this.body, this.dependent, y, yDot, r, this.work, this.arithmetic);
  }

  /** What was counted since the last time. */
  private take(): OperationPair {
    const { times, plus } = this.arithmetic;
    this.arithmetic.times = 0;
    this.arithmetic.plus = 0;
    return { multiplications: times, additions: plus };
  }
}

/** Any σ = a few over the step will do: the operations are the same for all. */
const SIGMA = 1000;

/** Counts the operations of one Newton iteration at the start of a pendulum, by running it. */
export function countPendulumOperations(pendulum: Pendulum, scheme: PendulumScheme): PendulumOperations {
  const system = pendulumSystem(pendulum, { scheme });
  const rates = new Float64Array(system.size);
  const r = new Float64Array(system.size);
  system.residual(0, pendulum.state, rates, r);
  system.linearize(0, pendulum.state, rates);
  system.factor(SIGMA);
  system.solve(r);
  return system.operations();
}
