import type { Num } from "../../../graph/graph.js";
import { add, div, le, lt, max, mul, select, square, sub } from "../../../graph/num.js";

/** A curve of force over slip: slope without slip, peak and sliding force with their slips. */
export interface TmeasyCurve {
  readonly slope: Num;
  readonly peak: Num;
  readonly peakSlip: Num;
  readonly sliding: Num;
  readonly slidingSlip: Num;
}

/** Steep enough to reach the peak without a bend. */
export const steepness = ({ slope, peak, peakSlip }: TmeasyCurve): Num => max(slope, div(mul(2, peak), peakSlip));

/** F(s)/s of a curve, for s >= 0. */
export function tmeasySecant(curve: TmeasyCurve, s: Num): Num {
  const { peak, peakSlip, sliding, slidingSlip } = curve;
  const initial = steepness(curve);
  const part = div(s, peakSlip);
  const rising = div(initial, add(1, mul(part, add(part, sub(div(mul(initial, peakSlip), peak), 2)))));
  const beyond = max(s, peakSlip);
  const falling = div(fallingForce(curve, initial, beyond), beyond);
  const slides = div(sliding, max(s, slidingSlip));
  return select(lt(s, peakSlip), rising, select(lt(s, slidingSlip), falling, slides));
}

/** Between peak and sliding: two parabolas that meet without a bend, the first as curved as the peak is from the left; a cubic where they do not fit. */
function fallingForce({ peak, peakSlip, sliding, slidingSlip }: TmeasyCurve, initial: Num, s: Num): Num {
  const range = sub(slidingSlip, peakSlip);
  const drop = sub(peak, sliding);
  const past = sub(s, peakSlip);
  const curvature = div(square(div(peak, peakSlip)), mul(initial, peakSlip));
  const first = div(drop, mul(curvature, range)); // to s*, from the peak
  const last = sub(range, first);
  const fits = lt(0, last);
  const ratio = div(mul(curvature, first), select(fits, last, 1));
  const parabolas = select(
    le(past, first),
    sub(peak, mul(curvature, square(past))),
    add(sliding, mul(ratio, square(sub(range, past)))),
  );
  const share = div(past, range);
  const cubic = sub(peak, mul(mul(drop, square(share)), sub(3, mul(2, share))));
  return select(fits, parabolas, cubic);
}
