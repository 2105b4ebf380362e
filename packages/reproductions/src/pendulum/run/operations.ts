import { unknownName } from "kinetree/tools";

/** How the corrections of one Newton iteration are found: see `pendulumSystem`. */
export type PendulumScheme = "full-numerical" | "full" | "reduced" | "linear";

/** The four ways, from the dearest to the cheapest. */
export const pendulumSchemes: readonly PendulumScheme[] = Object.freeze([
  "full-numerical",
  "full",
  "reduced",
  "linear",
]);

/** Multiplications (divisions among them) and additions (subtractions among them). */
export interface OperationPair {
  readonly multiplications: number;
  readonly additions: number;
}

/** Operations of one Newton iteration, as they were counted while the code ran. */
export interface PendulumOperations {
  /** Evaluating E. */
  readonly residual: OperationPair;
  /** Evaluating the blocks of J (for "full-numerical": the differences, with their residuals). */
  readonly blocks: OperationPair;
  /** Reducing and factoring. */
  readonly elimination: OperationPair;
  /** All of ΔX from E with the factors. */
  readonly substitution: OperationPair;
  /** Elimination and substitution: J ΔX = E solved, J and E being given. This is what the published formulas count. */
  readonly solving: OperationPair;
  /** All four: an iteration for which everything is evaluated and factored again. */
  readonly total: OperationPair;
}

export function sumOperations(
  phases: Pick<PendulumOperations, "residual" | "blocks" | "elimination" | "substitution">,
): PendulumOperations {
  const sum = (...parts: OperationPair[]): OperationPair => ({
    multiplications: parts.reduce((all, part) => all + part.multiplications, 0),
    additions: parts.reduce((all, part) => all + part.additions, 0),
  });
  const { residual, blocks, elimination, substitution } = phases;
  const solving = sum(elimination, substitution);
  return { residual, blocks, elimination, substitution, solving, total: sum(residual, blocks, solving) };
}

/**
 * The published counts for solving J ΔX = E once; "full-numerical" is solved like "full". Chou, table 1. That of the full system is
 * N³/3 + N² - N/3 with N = 14 n, dense elimination and substitution and nothing else, so J and E are taken as given.
 */
export function publishedOperations(scheme: PendulumScheme, n: number): OperationPair {
  switch (scheme) {
    case "full-numerical":
    case "full":
      return {
        multiplications: 915 * n * n * n + 196 * n * n - 5 * n,
        additions: 915 * n * n * n + 196 * n * n - 19 * n,
      };
    case "reduced":
      return {
        multiplications: 33 * n * n * n + 129 * n * n + 50 * n,
        additions: 25 * n * n * n + 51 * n * n + 25 * n,
      };
    case "linear":
      return { multiplications: 657 * n - 324, additions: 15 * n * n + 574 * n - 321 };
    default:
      throw unknownName("scheme", String(scheme), pendulumSchemes);
  }
}
