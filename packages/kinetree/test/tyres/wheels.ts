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
