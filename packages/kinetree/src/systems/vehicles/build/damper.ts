import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { Point } from "../../parts/point.js";
import type { DamperData, DampingRates, MapDamper, TwoRateDamper } from "../data/suspension.js";

type Place = { readonly body: string; readonly at: Point };

/** A damper between two points, as a force alone. */
export function addDamper(
  soFar: AnyMechanism,
  name: string,
  data: DamperData,
  ends: { readonly a: Place; readonly b: Place },
): AnyMechanism {
  if (data.kind === "linear")
    return soFar.pointSpring(name, { ...ends, stiffness: 0, freeLength: 0, damping: data.damping });
  const { lengths, rates, tension } = data.kind === "map" ? data : mapOf(data);
  return soFar.mappedDamper(name, { ...ends, tension: { x: lengths, y: rates, z: tension } });
}

/** Rates of damping are the slopes on either side of rest. */
function mapOf({ midStroke: [from, to], blend, mid, outside }: TwoRateDamper): Omit<MapDamper, "kind"> {
  const at = ({ compression, rebound }: DampingRates): readonly number[] => [-compression, 0, rebound];
  return {
    lengths: [from - blend, from, to, to + blend],
    rates: [-1, 0, 1],
    tension: [at(outside), at(mid), at(mid), at(outside)],
  };
}
