import { drivenAndDriving } from "../../../model/constraints/coordinate-relation.js";
import { GROUND, type Attachment, type Model } from "../../../model/types.js";
import type { Topology } from "../../../topology/types.js";
import { closingCuts } from "../../../topology/has-closures.js";

/** The first flexible body that a loop, or a tie between coordinates of two joints, leads through; null if there is none. */
export function flexibleInLoop(model: Model, topology: Topology): string | null {
  if (!model.joints.some(({ kind }) => kind === "flexible")) return null;
  const { tree, positionOf } = topology;
  const places = new Map(model.bodies.map(({ name }, i) => [name, positionOf[i]]));
  const carried = new Map(tree.map(({ joint }, place) => [model.joints[joint].name, place]));
  const placeOf = (body: string): number => (body === GROUND ? -1 : (places.get(body) as number));
  const jointsOf = model.constraints.map((each) => drivenAndDriving(each).map(({ joint }) => joint));
  // An amplitude is one of the body's own, whatever lies between.
  for (const name of jointsOf.flat()) {
    const joint = model.joints.find((each) => each.name === name);
    if (joint?.kind === "flexible") return joint.parent;
  }
  const ends = [
    ...closingCuts(model, topology).map((joint) =>
      [model.joints[joint].parent, model.joints[joint].child].map(placeOf),
    ),
    ...model.constraints.flatMap((each): number[][] =>
      "a" in each ? [[placeOf((each.a as Attachment).body), placeOf((each.b as Attachment).body)]] : [],
    ),
    ...jointsOf.flatMap((names) => (names.length === 2 ? [names.map((name) => carried.get(name) ?? -1)] : [])),
  ];
  const pathOf = (place: number): number[] => {
    const path: number[] = [];
    for (let i = place; i >= 0; i = tree[i].parent) path.push(i);
    return path;
  };
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
