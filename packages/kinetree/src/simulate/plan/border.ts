import type { WheelStance } from "../../elements/tyre/stance.js";
import type { Cond, Num } from "../../graph/graph.js";
import { add, and, lt, max, min, select, sub } from "../../graph/num.js";
import { CONTROL, LEFT_TERRAIN, WHEEL_BELOW_GROUND, WHEEL_FLAT, type ControlFields } from "../../integrate/control.js";
import type { Program } from "../../kernel/program.js";
import type { Rec } from "../../kernel/record.js";

/** Square of the sine between the axis of a wheel and the vertical: below it, the wheel has no direction in which it rolls. */
const LEAST_EDGE = 1e-8;

/**
 * A step beyond the border of a ground that ends there.
 * @param inside how far all that moves there is within its border at the end of the step
 */
export const traceBorder = (program: Program, control: Rec<ControlFields>, inside: Rec): void =>
  refuseWhere(
    program,
    "judge border",
    control,
    inside as Rec<{ inside: readonly Num[] }>,
    ({ inside: all }) => lt(all.reduce(min), 0),
    LEFT_TERRAIN,
  );

/** A step that leads the centre of a wheel below the ground, or lays the wheel flat on it. */
export function traceStances(
  program: Program,
  control: Rec<ControlFields>,
  stances: readonly Rec<WheelStance>[],
): void {
  for (const stance of stances) {
    refuseWhere(program, "judge wheel", control, stance, ({ over }) => lt(over[0], 0), WHEEL_BELOW_GROUND);
    refuseWhere(program, "judge edge", control, stance, ({ edge }) => lt(edge[0], LEAST_EDGE), WHEEL_FLAT);
  }
}

/** After a decision: a step to where something is wrong is not taken, and ends the run. */
function refuseWhere<T extends Readonly<Record<string, readonly Num[]>>>(
  program: Program,
  name: string,
  control: Rec<ControlFields>,
  after: Rec<T>,
  isWrong: (after: T) => Cond,
  code: number,
): void {
  program.begin("judge ground");
  program.step(
    name,
    { control, after },
    ({ control: c, after }) => {
      const isBeyond = and(lt(0, c.accept[0]), isWrong(after));
      const one = select(isBeyond, 1, 0);
      return {
        control: {
          ...c,
          accept: [sub(c.accept[0], one)],
          accepted: [sub(c.accepted[0], one)],
          rejected: [add(c.rejected[0], one)],
          count: [sub(c.count[0], one)],
          failure: [max(c.failure[0], select(isBeyond, code, 0))],
        },
      };
    },
    { control: program.slice(control, 0, CONTROL) },
  );
}
