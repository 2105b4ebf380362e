import { cos, sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, mul, neg, sub } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import { polynomialJet, type Jet } from "./polynomial-jet.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { CoordinateClosure } from "./closures.js";

/** The rate of the residual is v_driven + slope v_driving + drift; its acceleration, when no speed changes, is gamma. */
export type CoordinateFields = {
  phi: readonly Num[];
  slope: readonly Num[];
  drift: readonly Num[];
  gamma: readonly Num[];
};

/** Traces a coordinate that follows another, or time, at all levels. */
export function traceCoordinate(
  { program, skeleton, q, v, t }: TreeProgram,
  closure: CoordinateClosure,
): Rec<CoordinateFields> {
  const { num } = skeleton.scope;
  const { driven, driving, law } = closure;
  const at = (rec: Rec, place: number) => program.slice<{ x: readonly Num[] }>(rec, place, { x: 1 });
  const nothing = program.zeros<{ x: readonly Num[] }>({ x: 1 });
  const inputs = {
    x: at(q, driven.q),
    y: nothing,
    w: nothing,
    t: nothing,
    n: program.constants<{ n: readonly Num[] }>({ n: [] }),
  };
  let made: Rec<CoordinateFields>;
  if ("motion" in law) {
    const { motion } = law;
    const isSine = motion.kind === "sine";
    const numbers = isSine
      ? [motion.amplitude, motion.angularFrequency, motion.phase, motion.offset]
      : motion.coefficients;
    const all = {
      ...inputs,
      t: at(t, 0),
      n: program.constants({ n: numbers.map(num) }),
    };
    made = program.step(`prescribe ${motion.kind}`, all as typeof inputs, ({ x, t, n }) => {
      const [f, f1, f2] = isSine ? sineJet(n.n, t.x[0]) : polynomialJet(n.n, t.x[0]);
      return { out: { phi: [sub(x.x[0], f)], slope: [0], drift: [neg(f1)], gamma: [neg(f2)] } };
    }).out;
  } else {
    const all = {
      ...inputs,
      y: driving ? at(q, driving.q) : nothing,
      w: driving ? at(v, driving.v) : nothing,
      n: program.constants({ n: law.polynomial.map(num) }),
    };
    made = program.step(`couple ${driving !== null}`, all as typeof inputs, ({ x, y, w, n }) => {
      const [f, f1, f2] = driving ? polynomialJet(n.n, y.x[0]) : [n.n[0] ?? 0, 0, 0];
      const speed = w.x[0];
      return {
        out: { phi: [sub(x.x[0], f)], slope: [neg(f1)], drift: [0], gamma: [neg(mul(f2, mul(speed, speed)))] },
      };
    }).out;
  }
  return made;
}

function sineJet([amplitude, rate, phase, offset]: readonly Num[], t: Num): Jet {
  const angle = add(mul(rate, t), phase);
  const swing = mul(amplitude, sin(angle));
  return [add(offset, swing), mul(mul(amplitude, rate), cos(angle)), neg(mul(mul(rate, rate), swing))];
}
