import { GROUND, type Attachment, type Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { closingCuts } from "./has-closures.js";

/** The first flexible body that a loop leads through, by its name; null if all loops are rigid. */
export function flexibleInLoop(model: Model, topology: Topology): string | null {
  if (!model.joints.some(({ kind }) => kind === "flexible")) return null;
  const { tree, positionOf } = topology;
  const places = new Map(model.bodies.map(({ name }, i) => [name, positionOf[i]]));
  const pathOf = (body: string): number[] => {
    const path: number[] = [];
    for (let i = body === GROUND ? -1 : (places.get(body) as number); i >= 0; i = tree[i].parent) path.push(i);
    return path;
  };
  const ends = [
    ...closingCuts(model, topology).map((joint) => [model.joints[joint].parent, model.joints[joint].child]),
    ...model.constraints.flatMap((each): string[][] =>
      "a" in each ? [[(each.a as Attachment).body, (each.b as Attachment).body]] : [],
    ),
  ];
  for (const [a, b] of ends) {
    const [first, second] = [pathOf(a), pathOf(b)];
    while (first.length > 0 && first.at(-1) === second.at(-1)) {
      first.pop();
      second.pop();
    }
    for (const place of [...first, ...second]) {
      const joint = model.joints[tree[place].joint];
      if (joint.kind === "flexible") return joint.parent;
    }
  }
  return null;
}
