import { ROOM_SHAPE, ROOM_SIZE, type RoomFields } from "../../elements/contact/room.js";
import type { Num } from "../../graph/graph.js";
import { abs, add, and, div, lt, max, min, mul, not, select, square, sub } from "../../graph/num.js";
import type { MovingRoom } from "../../formulation/loads/contacts.js";
import type { Program } from "../../kernel/program.js";
import type { Rec } from "../../kernel/record.js";
import { CONTROL, type ControlFields } from "../../integrate/control.js";

/** Room of all contacts and wheels at the accepted state, and at the end of the step under way; then distances from borders, then stances. */
export interface GroundRecords {
  readonly accepted: Rec;
  readonly candidate: Rec;
  /** Of fixed steps, which cannot be shortened, for each contact of the model what `SteppedOverFields` says; null for others. */
  readonly steppedOver: Rec | null;
}

/** The step that was longest beside the way that jumps over nothing. */
export type SteppedOverFields = {
  /** Both ways as a fraction, the one that it went [m], and when it ended [s]. */
  readonly ratio: readonly Num[];
  readonly way: readonly Num[];
  readonly t: readonly Num[];
};

export const STEPPED_OVER_SHAPE = { ratio: 1, way: 1, t: 1 } as const;

export const STEPPED_OVER_SIZE = Object.keys(STEPPED_OVER_SHAPE).length;

/** How far a step went relative to the way that jumps over nothing, and how long the next one may be. */
type Verdict = { readonly ratio: readonly Num[]; readonly longest: readonly Num[] };

/** A jumped step is taken again this much shorter than the way allows, within these factors. */
const [SAFETY, SHRINK, LEAST_CUT] = [0.9, 0.1, 0.7];
/** The parabola through a turn over a plane is taken as sure to this share of the heights at its ends; where these are within the tolerance, to the other. */
const [SURE, SHALLOW] = [0.25, -1e-3];
const TINY = 1e-300;

/**
 * After a decision: a step that may have jumped over a rise of the ground is taken again, shorter. While nothing touches, the error
 * says nothing about the ground between two stages, so that the way of each contact is bounded by the room around it.
 * @param planes for each contact, whether its terrain is a plane
 */
export function traceGround(
  program: Program,
  control: Rec<ControlFields>,
  { accepted, candidate }: GroundRecords,
  planes: readonly boolean[],
): void {
  program.begin("judge ground");
  const verdict = planes.reduce<Rec<Verdict> | null>((so, isPlane, i) => {
    const room = (rec: Rec): Rec<RoomFields> => program.slice<RoomFields>(rec, ROOM_SIZE * i, ROOM_SHAPE);
    const judge = isPlane ? judgePlane : judgeRelief;
    const inputs = { control, before: room(accepted), after: room(candidate) };
    if (!so)
      return program.step(`judge ground ${isPlane}`, inputs, ({ control: c, before, after }) => {
        const { ratio, longest } = judge(before, after, c.hTaken[0], add(c.relative[0], c.absolute[0]));
        return { out: { ratio: [ratio], longest: [longest] } };
      }).out;
    return program.step(
      `judge more ground ${isPlane}`,
      { ...inputs, so },
      ({ control: c, before, after, so: { ratio, longest } }) => {
        const judged = judge(before, after, c.hTaken[0], add(c.relative[0], c.absolute[0]));
        return { out: { ratio: [max(ratio[0], judged.ratio)], longest: [min(longest[0], judged.longest)] } };
      },
    ).out;
  }, null);
  if (!verdict) return;
  program.step(
    "heed ground",
    { control, verdict },
    ({ control: c, verdict: { ratio, longest } }) => {
      const isStep = lt(0, c.accept[0]);
      const isJump = and(isStep, lt(1, ratio[0]));
      const factor = min(LEAST_CUT, max(SHRINK, div(SAFETY, max(ratio[0], TINY))));
      const one = select(isJump, 1, 0);
      const shorter = select(and(isStep, not(isJump)), min(c.h[0], longest[0]), c.h[0]);
      return {
        control: {
          ...c,
          h: [select(isJump, mul(factor, c.hTaken[0]), shorter)],
          accept: [sub(c.accept[0], one)],
          accepted: [sub(c.accepted[0], one)],
          rejected: [add(c.rejected[0], one)],
          count: [sub(c.count[0], one)],
        },
      };
    },
    { control: program.slice(control, 0, CONTROL) },
  );
}

/**
 * The same for fixed steps, which stay as they are given: keeps the worst step of each contact with ground that is no plane. What has
 * passed a plane is behind it, and felt there.
 * @param contacts for each contact that moves, its place in the model
 */
export function traceSteppedOver(
  program: Program,
  control: Rec<ControlFields>,
  { accepted, candidate }: GroundRecords,
  steppedOver: Rec,
  contacts: readonly MovingRoom[],
): void {
  program.begin("judge ground");
  contacts.forEach(({ index, isPlane }, i) => {
    if (isPlane || index === null) return;
    const room = (rec: Rec): Rec<RoomFields> => program.slice<RoomFields>(rec, ROOM_SIZE * i, ROOM_SHAPE);
    const worst = program.slice<SteppedOverFields>(steppedOver, STEPPED_OVER_SIZE * index, STEPPED_OVER_SHAPE);
    program.step(
      "watch ground",
      { control, before: room(accepted), after: room(candidate), worst },
      ({ control: c, before, after, worst: w }) => {
        const { way, ratio } = wayOver(before, after, c.hTaken[0]);
        const isWorse = and(lt(0, c.accept[0]), lt(w.ratio[0], ratio));
        const kept = (now: Num, then: Num): readonly Num[] => [select(isWorse, now, then)];
        return {
          worst: { ratio: kept(ratio, w.ratio[0]), way: kept(way, w.way[0]), t: kept(c.tNext[0], w.t[0]) },
        };
      },
      { worst },
    );
  });
}

interface Judged {
  readonly ratio: Num;
  readonly longest: Num;
}

/** A way shorter than the distances at both its ends together does not touch; the same holds for heights over the highest place. */
function wayOver(before: RoomFields, after: RoomFields, h: Num): { readonly way: Num; readonly ratio: Num } {
  const way = mul(h, max(before.speed[0], after.speed[0]));
  const allowed = max(add(before.clearance[0], after.clearance[0]), after.grain[0]);
  const climb = mul(h, max(abs(before.rise[0]), abs(after.rise[0])));
  const height = max(min(before.above[0], after.above[0]), 0);
  const isHigh = and(lt(0, height), lt(climb, add(before.above[0], after.above[0])));
  return { way, ratio: select(isHigh, 0, div(way, allowed)) };
}

function judgeRelief(before: RoomFields, after: RoomFields, h: Num): Judged {
  const { ratio } = wayOver(before, after, h);
  const near = div(max(after.clearance[0], after.grain[0]), max(after.speed[0], TINY));
  const high = div(max(after.above[0], 0), max(abs(after.rise[0]), TINY));
  return { ratio, longest: max(near, high) };
}

/** What has passed a plane stays behind it, unless it turns back within the step: by the parabola with the speeds at both ends. */
function judgePlane(before: RoomFields, after: RoomFields, h: Num, tolerance: Num): Judged {
  const [c0, c1, w0, w1] = [before.clearance[0], after.clearance[0], before.rise[0], after.rise[0]];
  const isTurn = and(and(lt(w0, 0), lt(0, w1)), and(lt(0, c0), lt(0, c1)));
  // w² / 2a with the acceleration a = (w₁ - w₀) / h
  const fall = div(mul(0.5, h), select(isTurn, sub(w1, w0), 1));
  const lowest = min(sub(c0, mul(fall, square(w0))), sub(c1, mul(fall, square(w1))));
  const height = max(c0, c1);
  const isJump = and(isTurn, lt(lowest, mul(select(lt(tolerance, height), SURE, SHALLOW), height)));
  return { ratio: select(isJump, 2, 0), longest: Number.MAX_VALUE };
}
