import { mechanism } from "../../src/model/builder/mechanism.js";
import type { TyreOptions } from "../../src/model/builder/tyre.js";
import type { TyreLaw } from "../../src/model/tyre-laws.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { allLaws } from "../elements/tyre/laws.js";

/* Wheels that tests of tyres in models roll. */

/** Numbers of a tyre besides its body, its ground and its law. */
export type Sizes = Omit<TyreOptions<string, string>, "body" | "at" | "carrier" | "terrain" | "law">;

/** Of the HMMWV's tyre, with the carcass of the older file. */
export const sizes = {
  radius: 0.4699,
  width: 0.3175,
  stiffness: 411120.9242,
  damping: 3931.685,
  carcassStiffness: [185004.42, 164448.37],
  carcassDamping: [3700, 3488],
} as const satisfies Sizes;

/** The sizes that a law asks for. */
export const sizesOf = (law: TyreLaw): Sizes => ({ ...sizes, radius: law.kind === "pac89" ? 0.464 : sizes.radius });

/** One law of each kind. */
export const eachLaw = allLaws.filter(([name]) =>
  ["brush", "fiala", "tmeasy", "pac2002", "pac89 with shifts"].includes(name),
);

/** How a wheel is led over the ground. */
export interface Led {
  readonly speed?: number;
  /** Of the axle relative to the carriage, about the vertical, to the left [rad]. */
  readonly toe?: number;
  /** Lean to the right [rad]. */
  readonly camber?: number;
  readonly spin?: number;
  readonly depth?: number;
}

/** A carriage that is driven along x, with a wheel that is turned at a given rate: nothing moves but the carcass. */
export function ledWheel(law: TyreLaw, led: Led, more: Partial<Sizes> = {}): Model {
  const { speed = 10, toe = 0, camber = 0, spin = 0, depth = 0.015 } = led;
  const all = { ...sizesOf(law), ...more };
  const height = (all.radius as number) * Math.cos(camber) - depth;
  return mechanism("led wheel")
    .body("carriage", { mass: 1, inertia: [1, 1, 1] })
    .body("wheel", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("way", { parent: "ground", child: "carriage", axis: [1, 0, 0] })
    .revolute("axle", {
      parent: "carriage",
      child: "wheel",
      axis: [0, 1, 0],
      at: { position: [0, 0, height], rpy: [camber, 0, toe] },
    })
    .prescribe("driven", { joint: "way", motion: [0, speed] })
    .prescribe("turned", { joint: "axle", motion: [0, spin] })
    .plane("road")
    .tyre("tyre", { body: "wheel", carrier: "carriage", terrain: "road", law, ...all })
    .build();
}

/** The numbers of the only tyre of a model, by name, at the end of a run from rest. */
export function settledTyre(model: Model, tEnd: number): Readonly<Record<string, number>> {
  const result = simulate(model, tEnd, { channels: ["tyre"], sampleEvery: tEnd, tolerance: 1e-9 });
  const prefix = "tyre.tyre.";
  const last = result.rows.slice(-result.names.length);
  return Object.fromEntries(
    result.names.flatMap((name, i) => (name.startsWith(prefix) ? [[name.slice(prefix.length), last[i]]] : [])),
  );
}

/** What a rolling test vehicle is: one body on four wheels, of which all may be braked or driven. */
export interface CarOptions {
  readonly law: TyreLaw;
  readonly slope?: number;
  /** Hinges with a stiff spring and a damper instead of a free spin. */
  readonly isParked?: boolean;
  readonly more?: Partial<Sizes>;
  /** Angle of the front wheels to the left [rad]. */
  readonly steer?: number;
}

export const corners = ["fl", "fr", "rl", "rr"] as const;
export const [HALF_BASE, HALF_TRACK, HUB] = [1.6, 0.9, 0.45];

/** One body of 2400 kg on four wheels of 50 kg. */
export function car({ law, slope = 0, isParked = false, more = {}, steer = 0 }: CarOptions): Model {
  return mechanism("car")
    .body("chassis", { mass: 2400, com: [0, 0, 0.3], inertia: [1200, 4000, 4800] })
    .free("base", { parent: "ground", child: "chassis" })
    .plane("road", { at: { rpy: [0, -slope, 0] } })
    .repeat(4, (made, i) => {
      const [front, left] = [i < 2 ? 1 : -1, i % 2 === 0 ? 1 : -1];
      const wheel = corners[i];
      return made
        .body(wheel, { mass: 50, inertia: [4, 7, 4] })
        .revolute(`axle ${wheel}`, {
          parent: "chassis",
          child: wheel,
          axis: [0, 1, 0],
          at: { position: [front * HALF_BASE, left * HALF_TRACK, 0], rpy: [0, 0, front > 0 ? steer : 0] },
          ...(isParked ? { stiffness: 2e5, damping: 2e3 } : {}),
        })
        .tyre(wheel, {
          body: wheel,
          carrier: "chassis",
          terrain: "road",
          law,
          side: left > 0 ? "left" : "right",
          ...sizesOf(law),
          ...more,
        });
    })
    .build();
}

/** The car at a height over the slope, driving along it. */
export function carAt(slope: number, speed = 0, hub = HUB, spin = speed / 0.466) {
  return {
    q: { base: [-hub * Math.sin(slope), 0, hub * Math.cos(slope), Math.cos(slope / 2), 0, -Math.sin(slope / 2), 0] },
    v: {
      base: [0, 0, 0, speed, 0, 0],
      ...Object.fromEntries(corners.map((wheel) => [`axle ${wheel}`, spin])),
    },
  };
}
