import { Code, I32 } from "../../kernel/code.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";

/** How often corrections are made, and the residual that the last of them may start from: it leaves about the square of it. */
export interface SweepLimits {
  readonly most: number;
  readonly nearlyClosed: number;
}

/** A function that calls another one, which corrects and writes the worst residual before its correction, until that is small in both lanes. */
export function sweeps(linkage: Linkage, once: number, worst: Rec, { most, nearlyClosed }: SweepLimits): number {
  const code = new Code([I32, I32, I32]);
  const left = code.local(I32);
  code.i32(most).set(left).loop();
  code.get(0).get(1).get(2).call(once);
  code.get(left).i32(1).op("i32.sub").tee(left).i32(0).op("i32.gt_u");
  code
    .f64(nearlyClosed)
    .simd("f64x2.splat")
    .get(0)
    .load(linkage.offsetOf(worst))
    .simd("f64x2.lt")
    .simd("v128.any_true");
  code.op("i32.and").brIf(0).op("end");
  return linkage.module.add(code);
}
