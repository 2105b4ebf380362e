import type { Num } from "../../graph/graph.js";
import { add, and, lt, max, min, select, sub } from "../../graph/num.js";
import { CONTROL, LEFT_TERRAIN, type ControlFields } from "../../integrate/control.js";
import type { Program } from "../../kernel/program.js";
import type { Rec } from "../../kernel/record.js";

/**
 * After a decision: a step beyond the border of a ground that ends there is not taken, and ends the run.
 * @param inside how far all that moves there is within its border at the end of the step
 */
export function traceBorder(program: Program, control: Rec<ControlFields>, inside: Rec): void {
  program.begin("judge ground");
  program.step(
    "judge border",
    { control, border: inside as Rec<{ inside: readonly Num[] }> },
    ({ control: c, border: { inside: all } }) => {
      const isBeyond = and(lt(0, c.accept[0]), lt(all.reduce(min), 0));
      const one = select(isBeyond, 1, 0);
      return {
        control: {
          ...c,
          accept: [sub(c.accept[0], one)],
          accepted: [sub(c.accepted[0], one)],
          rejected: [add(c.rejected[0], one)],
          count: [sub(c.count[0], one)],
          failure: [max(c.failure[0], select(isBeyond, LEFT_TERRAIN, 0))],
        },
      };
    },
    { control: program.slice(control, 0, CONTROL) },
  );
}
