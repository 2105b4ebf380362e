import { SLOT } from "../../../kernel/allocate.js";
import { Code, I32, V128 } from "../../../kernel/code.js";
import type { Linkage } from "../../../kernel/link.js";
import type { Rec } from "../../../kernel/record.js";

/**
 * A function that calls another one, which corrects and writes the worst residual before its correction, until that is small in
 * both lanes. A lane that is done keeps its numbers while the other one goes on: the result of a sample does not depend on its
 * neighbour.
 * @param corrected records that corrections change, and room for their previous values
 * @param limits how often to correct, and the residual that the last correction may start from: it leaves about its square
 */
export function sweeps(
  linkage: Linkage,
  once: number,
  worst: Rec,
  corrected: readonly { readonly rec: Rec; readonly before: Rec }[],
  { most, nearlyClosed }: { readonly most: number; readonly nearlyClosed: number },
): number {
  const { offsetOf } = linkage;
  const slots = corrected.flatMap(({ rec, before }) =>
    Array.from({ length: rec.layout.size }, (_, k) => [offsetOf(rec) + k * SLOT, offsetOf(before) + k * SLOT] as const),
  );
  const code = new Code([I32, I32, I32]);
  const left = code.local(I32);
  const isOpen = code.local(V128);
  const setOpen = (): void => {
    code.f64(nearlyClosed).simd("f64x2.splat").get(0).load(offsetOf(worst)).simd("f64x2.lt");
  };
  code.get(0).get(1).get(2).call(once);
  setOpen();
  code.set(isOpen);
  code
    .i32(most - 1)
    .set(left)
    .block()
    .loop();
  // Hardly ever beyond this point: a step moves so little that one correction is enough.
  code.get(isOpen).simd("v128.any_true").get(left).i32(0).op("i32.gt_u").op("i32.and").op("i32.eqz").brIf(1);
  for (const [at, before] of slots) code.get(0).get(0).load(at).store(before);
  code.get(0).get(1).get(2).call(once);
  for (const [at, before] of slots)
    code.get(0).get(0).load(at).get(0).load(before).get(isOpen).simd("v128.bitselect").store(at);
  setOpen();
  code.get(isOpen).simd("v128.and").set(isOpen);
  code.get(left).i32(1).op("i32.sub").set(left).br(0).op("end").op("end");
  return linkage.module.add(code);
}
