import type { RateSystem, ResidualSystem } from "../system.js";

/** Rates as residuals, F = M ẏ − f(t, y), with the derivatives and factors of the rates: ∂F/∂y + σ ∂F/∂ẏ = σ M − ∂f/∂y. */
export function residualOf(system: RateSystem): ResidualSystem {
  const { size, mass } = system;
  return {
    size,
    mass,
    residual(t, y, yDot, r) {
      system.rates(t, y, r);
      for (let i = 0; i < size; i++) r[i] = mass === null || mass[i] === 1 ? yDot[i] - r[i] : -r[i];
    },
    linearize: (t, y) => system.linearize(t, y),
    factor: (sigma) => system.factor(0, sigma, 0),
    solve: (x) => system.solve(0, x, null),
    weigh: (y, w) => system.weigh(y, w),
    nameOf: (entry) => system.nameOf(entry),
  };
}
