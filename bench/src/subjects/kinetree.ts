import { createAccelerationBatch, mechanism, type Model } from "kinetree";
import type { BenchModel } from "../models.js";
import type { BenchState } from "../states.js";
import type { Loaded, Subject } from "../subject.js";

/** The benchmark's mechanism through kinetree's builder, as a user would write it. */
function modelOf({ name, gravity, bodies }: BenchModel): Model {
  const bodyName = (i: number): string => (i < 0 ? "ground" : `body${i}`);
  return mechanism(name)
    .gravity(...gravity)
    .repeat(bodies.length, (m, i) => {
      const { parent, joint, offset, mass, com, inertia } = bodies[i];
      const withBody = m.body(bodyName(i), { mass, com, inertia });
      const place = { parent: bodyName(parent), child: bodyName(i), at: offset };
      switch (joint.kind) {
        case "revolute":
          return withBody.revolute(`joint${i}`, { ...place, axis: joint.axis });
        case "spherical":
          return withBody.spherical(`joint${i}`, place);
        case "free":
          return withBody.free(`joint${i}`, place);
      }
    })
    .build();
}

export const kinetree: Subject = {
  name: "kinetree",
  precision: "double",
  load: async (benchModel: BenchModel, states: readonly BenchState[]): Promise<Loaded> => {
    // Places 0 to n-1 hold the states side by side; for one sample at a time, places n + 2k and n + 2k + 1 both hold state k.
    const n = states.length;
    const batch = createAccelerationBatch(modelOf(benchModel), 3 * n);
    states.forEach(({ q, v, tau }, k) => {
      for (const place of [k, n + 2 * k, n + 2 * k + 1]) batch.set(place, q, v, tau);
    });
    const read = (place: number): Float64Array => {
      const out = new Float64Array(batch.nv);
      batch.evaluate(place);
      batch.read(out, place);
      return out;
    };
    return {
      forward: (k) => batch.evaluate(n + 2 * k),
      qdd: (k) => read(n + 2 * k),
      forwardBatch: () => {
        for (let k = 0; k < n; k += 2) batch.evaluate(k);
      },
      qddOfBatch: read,
      flopsPerSample: batch.flops,
      close: () => {},
    };
  },
};
