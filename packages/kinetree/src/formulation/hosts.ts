import type { HostMaker } from "../kernel/instance.js";
import { AUGMENTED_HOST, makeAugmentedHost } from "./augmented/host.js";
import { AUGMENTED_PROJECTION, makeAugmentedProjection } from "./augmented/projection-host.js";
import { isPartitionedHost, makePartitionedHost } from "./partitioned/host.js";
import { makeReactionHost, REACTIONS } from "./loops/projection/react.js";

/** Parts of formulations that run on the host, by kind; workers make their own from the same plain data. */
export const makeHost: HostMaker = (spec, instance) => {
  switch (spec.kind) {
    case AUGMENTED_HOST:
      return makeAugmentedHost(spec.data as Parameters<typeof makeAugmentedHost>[0], instance);
    case AUGMENTED_PROJECTION:
      return makeAugmentedProjection(spec.data as Parameters<typeof makeAugmentedProjection>[0], instance);
    case REACTIONS:
      return makeReactionHost(spec.data as Parameters<typeof makeReactionHost>[0], instance);
    default:
      if (isPartitionedHost(spec)) return makePartitionedHost(spec, instance);
      throw new Error(`no host part is called "${spec.kind}"`);
  }
};
