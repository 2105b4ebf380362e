/**
 * The same vehicle but for its powertrain by Project Chrono (Chrono::Vehicle, commit 7689fbc, C++ -O3, one thread), measured on a machine of the kind on which
 * ours was: TMeasy, shafts, steps of 1 ms. It is no part of a run of this comparison.
 */
export const chrono = {
  /** Simulated time by processor time: the default solver at best, and sparse LU. */
  realTime: 1.3,
  realTimeSparse: 1.9,
  /** Errors of manoeuvres of this kind, by their limit for small steps [%]. */
  errors: { yawRate: 5, distance: 1.8 },
} as const;
