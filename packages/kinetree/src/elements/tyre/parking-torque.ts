import type { Num } from "../../graph/graph.js";
import { abs, add, div, max, min, mul, neg, sqrt, square, sub } from "../../graph/num.js";
import { freedomOf, LEAST_PEAK } from "./adhesion.js";
import { carcassSpring } from "./carcass-spring.js";
import { TINY } from "./smooth-ratios.js";
import type { Carcass, InGround } from "./steady-law.js";

/** A contact that is turned about the normal of the ground. */
export interface TurnedContact {
  /** State: how far the rim of the contact lags behind [m]. */
  readonly turn: Num;
  /** Of the carrier, about the normal [rad/s]. */
  readonly yaw: Num;
  readonly reference: Num;
  /** Of the contact along and across [m/s]. */
  readonly slipSpeed: InGround;
  /** Of the contact as a whole: what slides or rolls does not stick against being turned. */
  readonly freedom: Num;
  readonly carcass: Carcass;
  readonly slope: InGround;
  readonly peak: InGround;
  readonly depth: Num;
  readonly radius: Num;
  readonly width: Num;
}

/**
 * Torque against being turned on the spot: friction at the lever 2/3 of a disc as large as the contact, with slope, largest force
 * and carcass as the mean of those along and across. Fades as 1/v where the wheel rolls or slides. After G. Rill, Road Vehicle
 * Dynamics (2011), section 3.3.6 (bore torque), with a curve of its own.
 */
export function parkingTorque(contact: TurnedContact) {
  const { turn, yaw, carcass, depth, radius, width } = contact;
  const [along, across] = contact.slipSpeed;
  const reference = sqrt(add(square(contact.reference), add(square(along), square(across))));
  const length = mul(2, sqrt(max(mul(radius, depth), TINY)));
  const lever = mul(1 / 6, add(length, width));
  const [slope, peak] = [mean(contact.slope), max(mean(contact.peak), LEAST_PEAK)];
  const [stiffness, damping] = [mean(carcass.stiffness), mean(carcass.damping)];
  const rimSpeed = mul(lever, yaw);
  // From the slope at rest to the largest force, without a peak.
  const largest = mul(peak, reference);
  const secant = div(mul(slope, largest), add(largest, mul(slope, abs(rimSpeed))));
  const elastic = mul(stiffness, turn);
  const { rate, force } = carcassSpring({
    deflection: turn,
    freedom: freedomOf(div(abs(sub(elastic, mul(damping, rimSpeed))), peak), contact.freedom),
    reference,
    slipSpeed: rimSpeed,
    slope: secant,
    stiffness,
    damping,
  });
  const most = div(peak, stiffness);
  return {
    moment: mul(lever, force),
    rate,
    kept: max(neg(most), min(most, turn)),
    /** Power that turns into heat [W]. */
    loss: neg(add(mul(force, rimSpeed), mul(elastic, rate))),
  };
}

const mean = ([along, across]: InGround): Num => mul(0.5, add(along, across));
