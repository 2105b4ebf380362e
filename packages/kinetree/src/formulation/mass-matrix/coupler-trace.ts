import type { Num } from "../../graph/graph.js";
import { add, mul } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import type { Coupling } from "../../state/couplings.js";
import { polynomialJet } from "../loops/closures/polynomial-jet.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** h′ and h″ of a coupling, then γ = h″ v_r²: v̇ of the driven speed is h′ v̇_r + γ. */
export const RATIO_SIZE = 3;
type RatioFields = { first: readonly Num[]; second: readonly Num[]; gamma: readonly Num[] };

/** Traces the ratios of all couplings at the state into a state record, `RATIO_SIZE` entries each. */
export function traceRatios(tree: TreeProgram, couplings: readonly Coupling[]): Rec {
  const { program, skeleton } = tree;
  const all = program.state({ ratios: RATIO_SIZE * couplings.length });
  const ratiosOf = (k: number): Rec<RatioFields> =>
    program.slice<RatioFields>(all, RATIO_SIZE * k, { first: 1, second: 1, gamma: 1 });
  const independent = program.constants<RatioFields>({ first: [1], second: [0], gamma: [0] });
  couplings.forEach(({ driving, before, root, polynomial }, k) => {
    // Held: nobody writes there, so it stays as memory begins: zero.
    if (driving === null || root === null) return;
    const inputs = {
      x: program.slice<{ q: readonly Num[] }>(tree.q, driving.q, { q: 1 }),
      v: program.slice<{ v: readonly Num[] }>(tree.v, root.v, { v: 1 }),
      u: before < 0 ? independent : ratiosOf(before),
      c: program.constants<{ c: readonly Num[] }>({ c: polynomial.map(skeleton.scope.num) }),
    };
    program.step(
      "coupler ratios",
      inputs,
      ({ x, v, u, c }) => {
        const [, p1, p2] = polynomialJet(c.c, x.q[0]);
        const [u1, u2] = [u.first[0], u.second[0]];
        const first = mul(p1, u1);
        const second = add(mul(p2, mul(u1, u1)), mul(p1, u2));
        return { ratios: { first: [first], second: [second], gamma: [mul(second, mul(v.v[0], v.v[0]))] } };
      },
      { ratios: ratiosOf(k) },
    );
  });
  return all;
}
