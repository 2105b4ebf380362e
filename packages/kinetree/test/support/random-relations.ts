import type { Constraint, CoordinateRef, Model } from "../../src/model/types.js";
import type { TreeBody } from "../../src/topology/types.js";
import type { Dice } from "./dice.js";

/** A coordinate that is a number, not part of a quaternion: whether it turns, and what it is in the drawn pose. */
export interface ScalarSlot {
  readonly ref: CoordinateRef;
  readonly turns: boolean;
  readonly value: number;
}

/** All of a tree, in random order; `pop` takes each once, so that no coordinate is told twice what to be. */
export function scalarSlots(model: Model, tree: readonly TreeBody[], q: Float64Array, d: Dice): ScalarSlot[] {
  const slots = tree.flatMap(({ joint: index, qStart }): ScalarSlot[] => {
    const joint = model.joints[index];
    return turnsOf(joint).map((turns, coordinate) => ({
      ref: { joint: joint.name, coordinate },
      turns,
      value: q[qStart + coordinate],
    }));
  });
  for (let i = slots.length - 1; i > 0; i--) {
    const j = d.integer(i + 1);
    [slots[i], slots[j]] = [slots[j], slots[i]];
  }
  return slots;
}

function turnsOf(joint: Model["joints"][number]): readonly boolean[] {
  switch (joint.kind) {
    case "revolute":
    case "continuous":
    case "screw":
      return [true];
    case "prismatic":
      return [false];
    case "cylindrical":
      return [true, false];
    case "universal":
    case "constant-velocity":
      return [true, true];
    case "planar":
      return [false, false, true];
    case "general":
      return joint.axes.map(({ kind }) => kind !== "translation");
    default:
      return [];
  }
}

/** A relation that holds in the drawn pose at time t; null if the tree has no coordinates for it left. */
export function randomCoordinateRelation(
  d: Dice,
  kind: "coupler" | "gear" | "rack-and-pinion" | "motion",
  name: string,
  slots: readonly ScalarSlot[],
  t: number,
): Constraint | null {
  const left = slots as ScalarSlot[];
  const take = (wanted: (slot: ScalarSlot) => boolean): ScalarSlot | null => {
    const at = left.findIndex(wanted);
    return at < 0 ? null : left.splice(at, 1)[0];
  };
  const driven = take(({ turns }) => (kind === "gear" ? turns : kind === "rack-and-pinion" ? !turns : true));
  if (driven === null) return null;
  if (kind === "motion") return prescribed(d, name, driven, t);
  const driving = take(({ turns }) => kind === "coupler" || turns);
  if (driving === null) return null;
  const x = driving.value;
  if (kind === "coupler") {
    const [b, c] = [d.between(-1, 1), d.between(-0.5, 0.5)];
    const polynomial = [driven.value - b * x - c * x * x, b, c];
    return { kind, name, driven: driven.ref, driving: driving.ref, polynomial };
  }
  const factor = d.between(0.3, 2) * (d.chance(0.5) ? 1 : -1);
  const offset = driven.value - factor * x;
  return kind === "gear"
    ? { kind, name, driven: driven.ref, driving: driving.ref, ratio: factor, offset }
    : { kind, name, rack: driven.ref, pinion: driving.ref, radius: factor, offset };
}

function prescribed(d: Dice, name: string, { ref, value }: ScalarSlot, t: number): Constraint {
  if (d.chance(0.5)) {
    const [b, c] = [d.between(-1, 1), d.between(-1, 1)];
    const coefficients = [value - b * t - c * t * t, b, c];
    return { kind: "motion", name, driven: ref, motion: { kind: "polynomial", coefficients } };
  }
  const [amplitude, angularFrequency, phase] = [d.between(0.1, 0.5), d.between(1, 5), d.between(-3, 3)];
  const offset = value - amplitude * Math.sin(angularFrequency * t + phase);
  return {
    kind: "motion",
    name,
    driven: ref,
    motion: { kind: "sine", amplitude, angularFrequency, phase, offset },
  };
}
