import { createSimulation, type RunOptions } from "kinetree";
import { normal } from "kinetree/random";
import { europaLander, europaLanderStart, europaTables, type EuropaImpact, type EuropaStart } from "kinetree/systems";

/** The Europa lander with stiff legs on ice: legs that forget within a millisecond, feet that touch and lift off. */

/** The model of the study. */
export const stiffLander = europaLander({ legs: "stiff", ground: "ice", stribeckExponent: "one" });

/** A landing is followed as long as in the study [s]. */
export const LANDING = 10;
/** Until here motions are compared [s]: afterwards a touch-down a little earlier or later leads elsewhere. */
export const COMPARED = 2;
/** Between two looks at a motion [s]. */
const LOOK_EVERY = 1e-3;
const SEED = 8;

const degree = Math.PI / 180;

/** Landing 0 has the mean velocity and a tilt of 5 to 7 degrees; the others are drawn as in the study. */
export function landing(number: number): EuropaStart {
  const { vx, vy, vz, phiDeg, thetaDeg, psiDeg } = europaTables.impact;
  const drawn = (name: string, { value, std }: { readonly value: number; readonly std: number }): number =>
    value + std * normal(SEED, number, name);
  const impact: EuropaImpact =
    number === 0
      ? { vx: vx.value, vy: vy.value, vz: vz.value, phi: 5 * degree, theta: -7 * degree, psi: 3 * degree }
      : {
          vx: drawn("vx", vx),
          vy: drawn("vy", vy),
          vz: drawn("vz", vz),
          phi: drawn("phi", phiDeg) * degree,
          theta: drawn("theta", thetaDeg) * degree,
          psi: drawn("psi", psiDeg) * degree,
        };
  return europaLanderStart(stiffLander, impact);
}

/** What is compared of a landing. */
export interface Motion {
  /** Largest acceleration of the main body at a look [m/s²]. */
  readonly peak: number;
  /** Position of the main body at each look [m]. */
  readonly way: readonly Float64Array[];
  /** Instants at which a foot or belly point touches down or lifts off, up to a look [s]. */
  readonly changes: readonly number[];
}

const axes = ["x", "y", "z"] as const;

/**
 * Runs landings and keeps what is compared.
 * @param duration how long they are followed [s]
 */
export function motions(options: RunOptions, duration: number): (start: EuropaStart) => Motion {
  const contacts = stiffLander.contacts.map(({ name }) => `contact.${name}.normal`);
  const accelerations = axes.map((axis) => `acc.base.${axis}`);
  const simulation = createSimulation(stiffLander, {
    ...options,
    energyBalance: false,
    channels: [...accelerations, ...contacts],
  });
  return (state) => {
    const { column, t } = simulation.run(duration, { state, sampleEvery: LOOK_EVERY });
    const [ax, ay, az] = accelerations.map((name) => column(name));
    const forces = contacts.map((name) => column(name));
    return {
      peak: ax.reduce((peak, x, k) => Math.max(peak, Math.hypot(x, ay[k], az[k])), 0),
      way: axes.map((_, i) => column(`q.root.${i}`)),
      changes: Array.from(t).filter((_, k) => k > 0 && forces.some((force) => force[k] > 0 !== force[k - 1] > 0)),
    };
  };
}

/** How far a motion is from another one: the largest distance [m], and the difference of the peaks by the peak. */
export interface Deviation {
  readonly way: number;
  readonly peak: number;
}

export function deviation(motion: Motion, reference: Motion): Deviation {
  let way = 0;
  motion.way.forEach((positions, i) =>
    positions.forEach((x, k) => {
      way = Math.max(way, Math.abs(x - reference.way[i][k]));
    }),
  );
  return { way, peak: Math.abs(motion.peak / reference.peak - 1) };
}

/** What runs of landings without a record cost. */
export interface LandingCost {
  readonly steps: number;
  readonly rejected: number;
  readonly evaluations: number;
  readonly jacobians: number;
  readonly factorizations: number;
  /** Processor time, the least of several rounds, without compiling. */
  readonly seconds: number;
}

const STAGES = 6;

export function landingCosts(options: RunOptions, starts: readonly EuropaStart[], rounds: number): LandingCost {
  const simulation = createSimulation(stiffLander, { ...options, energyBalance: false });
  const sums = { steps: 0, rejected: 0, evaluations: 0, jacobians: 0, factorizations: 0, seconds: 0 };
  for (const state of starts) {
    let best = Infinity;
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      const { counts, implicit } = simulation.run(LANDING, { state, sampleEvery: LANDING });
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, 1e-6 * (user + system));
      if (round > 0) continue;
      sums.steps += counts.accepted;
      sums.rejected += counts.rejected;
      sums.evaluations += implicit?.evaluations ?? STAGES * (counts.accepted + counts.rejected);
      sums.jacobians += implicit?.jacobians ?? 0;
      sums.factorizations += implicit?.factorizations ?? 0;
    }
    sums.seconds += best;
  }
  return sums;
}
