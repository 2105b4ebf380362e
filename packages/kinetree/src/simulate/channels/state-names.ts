import type { Flexible } from "../../model/flexible.js";
import { definitionOf } from "../../model/joints.js";
import { columnNames } from "../../model/joints/joint-facts.js";
import type { Joint, Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** A number of the state: its column name, and its unit ("" for quaternions and for amplitudes of imported modes). */
interface NamedNumber {
  readonly name: string;
  readonly unit: string;
}

/** q.<joint> or q.<joint>.<i>, and the same for v, in the order of the state; `prefix` replaces the first part. */
export function stateNames(
  model: Model,
  { tree }: Topology,
  part: "q" | "v",
  prefix: string = part,
): readonly NamedNumber[] {
  return tree.flatMap((place) => {
    const joint = model.joints[place.joint];
    const { coordinates, speeds } = definitionOf(joint).numbers(joint, flexibleBodyOf(model, joint));
    const numbers = part === "q" ? coordinates : speeds;
    const names = columnNames(`${prefix}.${joint.name}`, numbers.length);
    return numbers.map(({ unit }, i) => ({ name: names[i], unit }));
  });
}

const flexibleBodyOf = ({ bodies }: Model, { kind, parent }: Joint): Flexible | undefined =>
  kind === "flexible" ? bodies.find(({ name }) => name === parent)?.flexible : undefined;
