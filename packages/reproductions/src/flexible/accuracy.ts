import { createEvaluator, createSimulation, neutralState, simulate, type SimulationResult } from "kinetree";
import { equilibrium } from "kinetree/analysis";
import { sub } from "kinetree/graph";
import { cantilever, flexibleChain, spinningBeam } from "kinetree/systems";
import { beside, type AccuracyRow } from "./accuracy-row.js";
import { beamFrequencies } from "./frequencies.js";

export interface AccuracySettings {
  /** Of the chain that falls [s]. */
  readonly energyTime: number;
}

/** Everything that is known of single beams, and the energy of a motion without losses. */
export function measureAccuracy(
  { energyTime }: AccuracySettings,
  progress: (text: string) => void,
): readonly AccuracyRow[] {
  progress("frequencies of beams");
  const frequencies = beamFrequencies();
  const deflections = tipDeflections();
  progress("spin-up of a beam");
  const spun = spinUp();
  progress("energy of a chain of beams");
  return [...frequencies, ...deflections, ...spun, dropChain(energyTime)];
}

const bent = { length: 1, width: 0.04, height: 0.01, youngsModulus: 210e9, tipForce: -20, modes: 4 } as const;

/** Relative error that is allowed with a static correction. */
const MOST_DEFLECTION_ERROR = 1e-3;

/** How far a force at the tip bends a clamped beam, F L³ / 3 E I, without and with a static correction. */
function tipDeflections(): readonly AccuracyRow[] {
  const { length, width, height, youngsModulus, tipForce } = bent;
  const expected = (tipForce * length ** 3) / ((3 * youngsModulus * width * height ** 3) / 12);
  return (["none", "tip-force"] as const).map((correction) => {
    const model = cantilever({ ...bent, correction });
    const { point } = equilibrium(model, neutralState(model));
    const tip = model.bodies.findIndex(({ name }) => name === "beam_tip");
    const [, , measured] = createEvaluator(model).bodies(point)[tip].position;
    return beside(
      `deflection under a force at the tip, ${bent.modes} modes, ${correction === "none" ? "no" : "static"} correction`,
      "m",
      [measured, expected],
      correction === "none" ? null : MOST_DEFLECTION_ERROR,
    );
  });
}

/** The manoeuvre: how long, and how long the beam is. */
const SPIN_TIME = 15;
const SPUN_LENGTH = 10;
/** What is left of the largest deflection once the speed is constant. */
const MOST_LEFT = 0.02;

/** A beam that is brought up to speed, with and without geometric stiffness: Kane's manoeuvre. */
function spinUp(): readonly AccuracyRow[] {
  const stiffened = tipColumn(spin("on"));
  const largest = Math.max(...stiffened.map(Math.abs));
  const left = Math.abs(stiffened[stiffened.length - 1]) / largest;
  const plain = spin("off");
  const softened = Math.max(...tipColumn(plain).map(Math.abs));
  const shared = { expected: null, unit: "m" } as const;
  return [
    {
      ...shared,
      name: "spin-up with geometric stiffness: largest deflection of the tip, then what is left of it",
      measured: largest,
      error: left,
      bar: `below ${MOST_LEFT}`,
      isMet: left < MOST_LEFT,
    },
    {
      ...shared,
      name: `spin-up without it, stopped after ${plain.final.t.toFixed(1)} s: deflection of the tip, by the length`,
      measured: softened,
      error: softened / SPUN_LENGTH,
      bar: "diverges: 1",
      isMet: plain.end === "event",
    },
  ];
}

/** Where the tip is bent by the beam's own length, the run ends: what follows means nothing. */
function spin(geometricStiffness: "on" | "off"): SimulationResult {
  const model = spinningBeam({ length: SPUN_LENGTH, duration: SPIN_TIME, geometricStiffness });
  const simulation = createSimulation(model, {
    channels: ["deflection.beam_tip"],
    events: (["rising", "falling"] as const).map((direction) => ({
      name: `folded, ${direction}`,
      when: (probe) =>
        sub(probe.deflection("beam_tip").displacement[1], direction === "rising" ? SPUN_LENGTH : -SPUN_LENGTH),
      direction,
      terminal: true,
    })),
  });
  return simulation.run(SPIN_TIME, { sampleEvery: SPIN_TIME / 1500 });
}

const tipColumn = (result: SimulationResult): readonly number[] => [...result.column("deflection.beam_tip.y")];

const DROP_TOLERANCE = 1e-10;
const MOST_DRIFT = 1e-8;

/** A chain of three beams without damping, let go where it is bent: how far its energy departs, as a part of the largest kinetic energy. */
function dropChain(time: number): AccuracyRow {
  const result = simulate(flexibleChain({ n: 3, dampingRatio: 0 }), time, {
    tolerance: DROP_TOLERANCE,
    integrator: "dop853",
    state: { q: { joint0: 0.8, joint1: 0.4 } },
    channels: ["energy"],
  });
  const total = result.column("energy.total");
  const largest = Math.max(...result.column("energy.kinetic"));
  const drift = Math.max(...total.map((energy) => Math.abs(energy - total[0])));
  const error = drift / largest;
  return {
    name: `three beams that swing for ${time} s, tolerance ${DROP_TOLERANCE}: drift of energy, by the largest kinetic energy`,
    unit: "J",
    measured: drift,
    expected: null,
    error,
    bar: `below ${MOST_DRIFT}`,
    isMet: error < MOST_DRIFT,
  };
}
