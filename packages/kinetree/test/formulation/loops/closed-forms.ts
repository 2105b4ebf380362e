import { formsOf, planAt, settleAlone } from "./settle-alone.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";

/* What the tests of closures by formulas have in common. */

/** First coordinate of a joint; that of a hinge is its speed's number as well where no quaternion comes before it. */
export function placeOf(model: Model, name: string): { q: number; v: number } {
  const place = buildTopology(model).tree.find(({ joint }) => model.joints[joint].name === name);
  if (!place) throw new Error(`no joint ${name}`);
  return { q: place.qStart, v: place.vStart };
}

/** Constructions of each compound, in words. */
export const words = (model: Model, plan = planAt(model)): (string | null)[] =>
  formsOf(model, plan).map(
    (sets) =>
      sets
        ?.map((set) => (set.kind === "spatial" ? set.constructions.map(({ kind }) => kind).join(" ") : set.kind))
        .join(", ") ?? null,
  );

/** Settles the same start by formulas and by Newton's method, and compares. */
export function both(model: Model, plan = planAt(model)) {
  const [analytic, iterative] = (["analytic", "iterative"] as const).map((closing) =>
    settleAlone(model, plan, closing),
  );
  return (start: Float64Array) => {
    const a = analytic(start);
    // Twice: the last correction of the first time may start from a residual of 1e-7.
    const b = iterative(iterative(start).q);
    const apart = a.q.reduce((most, x, i) => Math.max(most, Math.abs(x - b.q[i])), 0);
    return { ...a, apart, iterative: b };
  };
}
