import type { HostMaker } from "../../kernel/instance.js";
import { makeReactionHost, REACTIONS } from "./react.js";
import { makeMultiplierHost, makeProjectionHost, MULTIPLIERS, PROJECTION } from "./multipliers-host.js";

/** Everything that formulations leave to the host, by kind; workers make their own from the same plain data. */
export const makeHost: HostMaker = (spec, instance) => {
  switch (spec.kind) {
    case MULTIPLIERS:
      return makeMultiplierHost(spec.data as Parameters<typeof makeMultiplierHost>[0], instance);
    case PROJECTION:
      return makeProjectionHost(spec.data as Parameters<typeof makeProjectionHost>[0], instance);
    case REACTIONS:
      return makeReactionHost(spec.data as Parameters<typeof makeReactionHost>[0], instance);
    default:
      throw new Error(`no host part is called "${spec.kind}"`);
  }
};
