import { buildModel, type Model } from "kinetree";
import { splitBodies, suggestSplits } from "kinetree/formulations";
import { lander, numberedChain, stubbyLander } from "kinetree/systems";
import { improved } from "./methods.js";

/** A mechanism, and from where its runs begin: hinges turned and turning, so that springs work and nothing is left out. */
export interface Start {
  readonly model: Model;
  readonly state: {
    readonly q: Readonly<Record<string, number>>;
    readonly v: Readonly<Record<string, number>>;
  };
}

/** Chain of figures 5.1, 5.5 and 5.6. */
export const chainOf = (bodies: number, order: "optimal" | "worst"): Start =>
  moving(numberedChain({ n: bodies, order }));

/** Lander of figure 5.2: one main body and two for each leg. */
export const landerOf = (legs: number): Start => moving(sprung(lander({ legs })));

/** Stubby lander of figures 5.3 and 5.4, with its hub in so many welded parts. */
export const stubbyOf = (legs: number, parts: number): Start => moving(stubbyLander({ legs, parts }));

/** The same with its hub divided as the predicted cost has it. */
export function stubbySplitByCost(legs: number): Start & { readonly parts: number } {
  const model = stubbyLander({ legs });
  const splits = suggestSplits(model, improved);
  const parts = splits.reduce((sum, split) => sum + split.parts - 1, 1);
  return { ...moving(splitBodies(model, splits)), parts };
}

/** Hinges of a shock-absorbing leg, of our own choice: the source gives its stiffnesses only for the study of landings. */
const [STIFFNESS, DAMPING] = [100, 10];

/** With a spring and a damper in every hinge, which the lander alone does not have. */
const sprung = (model: Model): Model =>
  buildModel({
    ...model,
    joints: model.joints.map((joint) =>
      joint.kind === "revolute"
        ? {
            ...joint,
            coordinates: joint.coordinates.map((each) => ({ ...each, stiffness: STIFFNESS, damping: DAMPING })),
          }
        : joint,
    ),
  });

/** Angles of up to 0.4 rad and speeds of 1 rad/s, by the names of the hinges: the same motion in whatever order they are. */
function moving(model: Model): Start {
  const hinges = model.joints.flatMap(({ kind, name }) => (kind === "revolute" ? [name] : []));
  const numberOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);
  const by = (value: (number: number) => number): Record<string, number> =>
    Object.fromEntries(hinges.map((name) => [name, value(numberOf(name))]));
  return {
    model,
    state: { q: by((number) => 0.1 + 0.3 * ((number % 3) - 1)), v: by((number) => 2 * (number % 2) - 1) },
  };
}

/** Joints that share a body, each pair once: edges of the graph that the source counts. */
export function edgeCount({ bodies, joints }: Model): number {
  const holding = joints.filter(({ kind }) => kind !== "free");
  return bodies.reduce((sum, { name }) => {
    const on = holding.filter(({ parent, child }) => parent === name || child === name).length;
    return sum + (on * (on - 1)) / 2;
  }, 0);
}
