import type { Num } from "../../graph/graph.js";
import { max, min, mul } from "../../graph/num.js";
import type { Actuator } from "../../model/types.js";
import type { TreeProgram } from "../tree/tree-program.js";

type CommandFields = { u: { u: readonly Num[] }; numbers: { n: readonly Num[] } };

/** gain × clamp(command): key, input records and trace. */
export function planCommand(tree: TreeProgram, { gain, lower, upper }: Actuator, index: number) {
  const { program, skeleton } = tree;
  const { num } = skeleton.scope;
  return {
    key: `${lower !== null} ${upper !== null}`,
    inputs: {
      u: program.slice<{ u: readonly Num[] }>(tree.u, index, { u: 1 }),
      numbers: program.constants<{ n: readonly Num[] }>({ n: [num(gain), num(lower ?? 0), num(upper ?? 0)] }),
    },
    command: ({ u, numbers: { n } }: CommandFields): Num => {
      const above = lower === null ? u.u[0] : max(n[1], u.u[0]);
      return mul(n[0], upper === null ? above : min(n[2], above));
    },
  };
}
