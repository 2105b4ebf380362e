import { createSimulation, spinningBeam, sub, type SimulationResult } from "kinetree";
import type { AccuracyRow } from "./accuracy-row.js";

/** The manoeuvre: how long, and how long the beam is. */
const DURATION = 15;
const LENGTH = 10;
/** What is left of the largest deflection once the speed is constant. */
const MOST_LEFT = 0.02;

/** A beam that is brought up to speed, with and without geometric stiffness: Kane's manoeuvre. */
export function spinUp(): readonly AccuracyRow[] {
  const stiffened = deflections(spin("on"));
  const largest = Math.max(...stiffened.map(Math.abs));
  const left = Math.abs(stiffened[stiffened.length - 1]) / largest;
  const plain = spin("off");
  const softened = Math.max(...deflections(plain).map(Math.abs));
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
      error: softened / LENGTH,
      bar: "diverges: 1",
      isMet: plain.end === "event",
    },
  ];
}

/** Where the tip is bent by the beam's own length, the run ends: what follows means nothing. */
function spin(geometricStiffness: "on" | "off"): SimulationResult {
  const model = spinningBeam({ length: LENGTH, duration: DURATION, geometricStiffness });
  const simulation = createSimulation(model, {
    channels: ["deflection.beam_tip"],
    events: (["rising", "falling"] as const).map((direction) => ({
      name: `folded, ${direction}`,
      when: (probe) => sub(probe.deflection("beam_tip").displacement[1], direction === "rising" ? LENGTH : -LENGTH),
      direction,
      terminal: true,
    })),
  });
  return simulation.run(DURATION, { sampleEvery: DURATION / 1500 });
}

const deflections = (result: SimulationResult): readonly number[] => [...result.column("deflection.beam_tip.y")];
