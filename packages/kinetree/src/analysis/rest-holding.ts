import { KinetreeError, SimulationError } from "../errors/kinetree-error.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import { internalStateNames } from "./internal-states.js";
import type { Overload, RestStates } from "./rest-states.js";

/** Searches for rest with all that holds; what would slip there slips in the next search, until nothing would. */
export function searchHolding<P extends OperatingPoint, E extends { readonly point: P }>(
  states: RestStates,
  start: P,
  search: (from: P) => E,
): E {
  const { z = new Float64Array(0) } = start;
  const slipping = new Set<number>();
  let from = start;
  let excess: readonly Overload[] = [];
  for (;;) {
    states.begin(z, slipping);
    const found = searchBehind(excess, () => search(from));
    const { point } = found;
    const held = point.z ?? z;
    const drifting = states.drifting(point, held);
    if (drifting.length > 0) throw drifts(states, drifting[0], held);
    excess = states.overloads(point, held);
    if (excess.length === 0) return { ...found, point: { ...point, z: states.released(point, held) } };
    for (const { states: own } of excess) for (const i of own) slipping.add(i);
    from = { ...point, z };
  }
}

/** A search that fails after something has slipped fails for that reason. */
function searchBehind<E>([worst, ...others]: readonly Overload[], search: () => E): E {
  try {
    return search();
  } catch (error) {
    if (!worst || !(error instanceof KinetreeError)) throw error;
    const { subject, share } = worst;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    throw new SimulationError({
      code: "equilibrium-slips",
      subject,
      value: share,
      message: `${subject}${more}: slips, since it would have to hold ${share} times what it can, and then: ${error.message}`,
    });
  }
}

function drifts({ model }: RestStates, state: number, z: Float64Array): SimulationError {
  const name = internalStateNames(model)[state];
  return new SimulationError({
    code: "equilibrium-state-drifts",
    subject: `state "${name}"`,
    value: z[state],
    message:
      `state "${name}": goes on changing at rest, whatever its value, as an integral of an error does. Let trim find the state in which ` +
      `it rests as well.`,
  });
}
