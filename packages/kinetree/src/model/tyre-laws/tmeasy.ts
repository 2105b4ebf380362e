import { real, type Field } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive } from "../contact-laws/law-definition.js";
import { tyreRadius } from "./brush.js";
import type { LawMistake, TyreLawDefinition } from "./law-definition.js";

/** At the load `load`, and at twice that load. */
export type AtTwoLoads = readonly [Real, Real];

/**
 * G. Rill, TMeasy: curves through points that one can read off, given at two loads. Slips are related to the rolling speed.
 * Road Vehicle Dynamics (2020), chapter 3.
 */
export interface TmeasyTyre {
  readonly kind: "tmeasy";
  /** Unloaded [m]. */
  readonly radius: Real;
  readonly width: Real;
  /** Across the ground [N/m]; makes the overturning moment. */
  readonly verticalStiffness: Real;
  /** Where the first values hold [N]. */
  readonly load: Real;
  /** Beyond it, forces grow no further [N]. */
  readonly largestLoad: Real;
  /** Force along over slip: slope at zero [N], peak [N] and its slip, sliding force [N] and its slip. */
  readonly longitudinalSlope: AtTwoLoads;
  readonly longitudinalPeak: AtTwoLoads;
  readonly longitudinalPeakSlip: AtTwoLoads;
  readonly longitudinalSliding: AtTwoLoads;
  readonly longitudinalSlidingSlip: AtTwoLoads;
  /** The same across. */
  readonly lateralSlope: AtTwoLoads;
  readonly lateralPeak: AtTwoLoads;
  readonly lateralPeakSlip: AtTwoLoads;
  readonly lateralSliding: AtTwoLoads;
  readonly lateralSlidingSlip: AtTwoLoads;
  /** Pneumatic trail as a part of the contact's length, the lateral slip where it has fallen to 0, and that from which on it stays 0. */
  readonly trail: AtTwoLoads;
  readonly trailZeroSlip: AtTwoLoads;
  readonly trailEndSlip: AtTwoLoads;
  /** Moment against rolling per load and radius; 0 if left out. */
  readonly rollingResistance?: Real;
  /** Whether slips are related to those of the peaks before they are combined; "plain" if left out. */
  readonly slips?: "plain" | "normalised";
}

const atTwoLoads = (measure: "force" | "ratio", doc: string): Field<"pair"> => ({
  type: "pair",
  measure,
  doc: `${doc}, at \`load\` and at twice that load`,
  sign: positive("Give its values at the load and at twice the load."),
});

const curve = (direction: string) => ({
  slope: atTwoLoads("force", `force ${direction} per slip, without slip`),
  peak: atTwoLoads("force", `largest force ${direction}`),
  peakSlip: atTwoLoads("ratio", `slip of the largest force ${direction}`),
  sliding: atTwoLoads("force", `force ${direction} of a tyre that slides`),
  slidingSlip: atTwoLoads("ratio", `slip ${direction} from which on the tyre slides`),
});
const along = curve("along");
const across = curve("across");

export const tmeasy: TyreLawDefinition<TmeasyTyre> = {
  kind: "tmeasy",
  doc: "TMeasy: curves through slope, peak and sliding force, given at two loads; combined by the direction of the slip.",
  relaxes: () => false,
  fields: {
    radius: tyreRadius,
    width: real("length", "width of the tyre", { sign: positive("Give the width of the tyre.") }),
    verticalStiffness: real("stiffness", "across the ground, for the overturning moment", { sign: notNegative() }),
    load: real("force", "load of the first values", { sign: positive("Give half the largest load, or so.") }),
    largestLoad: real("force", "load beyond which forces grow no further", {
      sign: positive("Give 3.5 times the load, or so."),
    }),
    longitudinalSlope: along.slope,
    longitudinalPeak: along.peak,
    longitudinalPeakSlip: along.peakSlip,
    longitudinalSliding: along.sliding,
    longitudinalSlidingSlip: along.slidingSlip,
    lateralSlope: across.slope,
    lateralPeak: across.peak,
    lateralPeakSlip: across.peakSlip,
    lateralSliding: across.sliding,
    lateralSlidingSlip: across.slidingSlip,
    trail: { ...atTwoLoads("ratio", "pneumatic trail as a part of the contact's length"), sign: notNegative() },
    trailZeroSlip: atTwoLoads("ratio", "lateral slip at which the trail has fallen to 0"),
    trailEndSlip: atTwoLoads("ratio", "lateral slip from which on the trail stays 0"),
    rollingResistance: real("ratio", "moment against rolling per load and radius", {
      sign: notNegative("It would drive the wheel."),
      optional: true,
      default: 0,
    }),
    slips: {
      type: "choice",
      values: ["plain", "normalised"],
      doc: "whether slips are related to those of the peaks before they are combined",
      optional: true,
      default: "plain",
    },
  },
  mistake: (law, number) => {
    const most = number(law.largestLoad) / number(law.load);
    const at = (field: keyof TmeasyTyre, q: number): number => {
      const [w1, w2] = (law[field] as AtTwoLoads).map(number);
      return isForce(field) ? perLoad(w1, w2, q) : w1 + (w2 - w1) * (q - 1);
    };
    for (const q of [0, most]) {
      for (const field of interpolated) {
        const value = at(field, q);
        if (!(value > 0))
          return outOfRange("not-positive", field, law, `${value} at the load ${q * number(law.load)} N`);
      }
      for (const [smaller, larger] of ordered)
        if (!(at(smaller, q) < at(larger, q) || (isForce(smaller) && at(smaller, q) === at(larger, q))))
          return outOfRange(
            "reversed-limits",
            smaller,
            law,
            `not below ${larger} at the load ${q * number(law.load)} N`,
          );
    }
    return null;
  },
};

const interpolated = [
  "longitudinalSlope",
  "longitudinalPeak",
  "longitudinalSliding",
  "longitudinalPeakSlip",
  "longitudinalSlidingSlip",
  "lateralSlope",
  "lateralPeak",
  "lateralSliding",
  "lateralPeakSlip",
  "lateralSlidingSlip",
  "trailZeroSlip",
  "trailEndSlip",
] as const;

const ordered = [
  ["longitudinalPeakSlip", "longitudinalSlidingSlip"],
  ["lateralPeakSlip", "lateralSlidingSlip"],
  ["longitudinalSliding", "longitudinalPeak"],
  ["lateralSliding", "lateralPeak"],
  ["trailZeroSlip", "trailEndSlip"],
] as const;

const isForce = (field: keyof TmeasyTyre): boolean => /Slope$|Peak$|Sliding$/.test(field);

/** A force at q times the load, as a part of q: a parabola through 0 and both values. */
const perLoad = (w1: number, w2: number, q: number): number => 2 * w1 - w2 / 2 - (w1 - w2 / 2) * q;

const outOfRange = (code: LawMistake["code"], field: keyof TmeasyTyre, law: TmeasyTyre, what: string): LawMistake => ({
  code,
  field,
  value: law[field],
  rest: `which is ${what}: values between and beyond the two loads are interpolated. Correct one of the two, or lower largestLoad.`,
});
