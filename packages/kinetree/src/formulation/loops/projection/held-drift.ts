import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { coordinateParts, traceRates } from "../closures/closure-rates.js";
import { ClosureTrace } from "../closures/closure-trace.js";
import { closuresOf, rowCount } from "../closures/closures.js";

/** The entry point that measures drift at the start of a step. */
export const HOLD_DRIFT = "hold drift";

type Rows = { x: readonly Num[] };

/**
 * 2 g φ̇ + g² φ of every row, for the rate g [1/s] at which residuals are to die away. It is measured at the start of a step and held
 * along it: at the stages of a step, closures are open by the method's own error, which g² would multiply and no shorter step
 * make small. (Baumgarte, Computer Methods in Applied Mechanics and Engineering 1, 1972.)
 */
export function traceHeldDrift(tree: TreeProgram, gainOf: () => Rec<{ gain: readonly Num[] }>): Rec {
  const { program, skeleton } = tree;
  const closures = closuresOf(skeleton);
  const held = program.state({ x: rowCount(closures) });
  tree.begin(HOLD_DRIFT);
  const trace = new ClosureTrace(tree, closures);
  const gain = gainOf();
  for (const closure of closures) {
    const count = closure.rows.length;
    const parts =
      closure.kind === "frames"
        ? { phi: trace.frames(closure).phi as unknown as Rec<Rows>, drift: program.zeros<Rows>({ x: count }) }
        : coordinateParts(trace, closure);
    const inputs = { gain, phi: parts.phi, drift: parts.drift, rates: traceRates(trace, closure, count, tree.v) };
    program.step(
      `held drift ${count} ${closure.kind}`,
      inputs,
      (x) => {
        const phi = Object.values(x.phi)[0] as readonly Num[];
        const g = x.gain.gain[0];
        const rate = (k: number): Num => add(x.rates.x[k], x.drift.x[k]);
        return { out: { x: phi.map((value, k) => mul(g, add(mul(2, rate(k)), mul(g, value)))) } };
      },
      { out: program.slice(held, closure.first, { x: count }) },
    );
  }
  return held;
}
