import { flexiblePlaces } from "../../formulation/flexible/flexible-stations.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** A beam bent by more than this part of its length is beyond what its equations are made for. */
const LARGE = 0.05;

/** The beam that is bent most, in words, if it is bent beyond what assumed modes are good for; "" otherwise. */
export function largeDeflection(model: Model, topology: Topology, q: Float64Array): string {
  let worst = { share: LARGE, name: "" };
  for (const { name, flexible, q: first } of flexiblePlaces(model, topology)) {
    if (flexible.kind !== "beam") continue;
    const { y, z } = flexible.modes;
    for (let i = 0; i < y + z; i++) {
      const share = Math.abs(q[first + i]) / flexible.length;
      if (share > worst.share) worst = { share, name };
    }
  }
  if (worst.name === "") return "";
  const percent = Math.min(100 * worst.share, 999).toPrecision(2);
  return (
    ` Beam "${worst.name}" was bent by ${percent} % of its length by then, and its modes are for small deflections: ` +
    `make it stiffer, load it less, or divide it into shorter beams.`
  );
}
