import { asin, exp } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { abs, add, div, lt, max, min, mul, neg, select, sqrt, square, sub } from "../../graph/num.js";
import type { CurveTable } from "../../graph/table.js";
import { tyreDefaults, type Tyre } from "../../model/tyres/tyre.js";
import type { Real } from "../../model/types.js";
import { cross3, scale3, sum3, type Vec3 } from "../../spatial/vec3.js";
import type { StateRates } from "../contact/normal-law.js";
import { planRoom, type RoomPlan } from "../contact/room.js";
import { startsOf } from "../part-starts.js";
import type { TracedSurface } from "../terrain/surface.js";
import type { FrameMotion } from "../two-frame-load.js";
import { freedomOf, LEAST_PEAK, renewal, shareOf, smoothStep, withinEllipse } from "./adhesion.js";
import { carcassSpring } from "./carcass-spring.js";
import type { Disc } from "./ground/disc.js";
import { addStation, discPlane, type DiscPlane, type EnvelopeSums } from "./ground/envelope.js";
import { wheelGround } from "./ground/wheel-ground.js";
import { parkingTorque } from "./parking-torque.js";
import { planSteadyLaw } from "./plan-steady-law.js";
import { TINY } from "./smooth-ratios.js";
import { stanceOf, type WheelStance } from "./stance.js";
import type { Carcass, InGround } from "./steady-law.js";
import { planVertical } from "./vertical-spring.js";
import { wheelMotion } from "./wheel-motion.js";

/** What a tyre does at one state. Vectors are in world components; pairs are along the wheel and across it, in the ground. */
export interface TyreForce extends StateRates {
  /** On the wheel, at its centre. */
  readonly force: Vec3;
  readonly torque: Vec3;
  /** Of the contact. */
  readonly place: Vec3;
  /** Across the ground; 0 apart [N]. */
  readonly load: Num;
  readonly inGround: InGround;
  /** About the axes of the contact [N m]. */
  readonly overturning: Num;
  readonly aligning: Num;
  /** About the axis of spin, beside that of the force at the loaded radius [N m]. */
  readonly rolling: Num;
  /** κ and -tan α: slip speed of the wheel over the speed of reference. */
  readonly slip: InGround;
  /** Lean to the right as seen from behind [rad]. */
  readonly camber: Num;
  readonly depth: Num;
  /** Of the carcass [m]. */
  readonly deflection: InGround;
  /** Force as a part of the largest that the law has at this load. */
  readonly use: Num;
  readonly rollingRadius: Num;
  /** Of the contact as the carrier moves it [m/s]. */
  readonly speed: InGround;
  /** Of the wheel relative to its carrier, forwards [rad/s]. */
  readonly spin: Num;
  /** Power that turns into heat [W]. */
  readonly loss: Num;
}

/** How the stations of a disc are added up; `numbers` begin with those of the plan. */
export interface EnvelopePlan {
  readonly plane: (wheel: FrameMotion, numbers: readonly Num[]) => DiscPlane;
  readonly add: (
    plane: DiscPlane,
    station: readonly Num[],
    sums: EnvelopeSums,
    numbers: readonly Num[],
  ) => EnvelopeSums;
}

/** A tyre as structure and numbers: those of one structure share a kernel. */
export interface TyrePlan extends RoomPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Whether the wheel has a contact at all. */
  readonly stance: (wheel: FrameMotion, numbers: readonly Num[]) => WheelStance;
  /** @param carrier angular velocity of the body that carries the wheel; `numbers` begin with those of the plan */
  readonly at: (
    wheel: FrameMotion,
    carrier: Vec3,
    states: readonly Num[],
    numbers: readonly Num[],
    sums: EnvelopeSums | null,
  ) => TyreForce;
  /** Stations of "envelope"; null where there are none. */
  readonly envelope: EnvelopePlan | null;
}

/** Deflections of the carcass along and across, then of a contact that is turned on the spot. */
export const tyreStateNames = ({ name, parkingTorque = tyreDefaults.parkingTorque }: Tyre): readonly string[] =>
  ["along", "across", ...(parkingTorque === "on" ? ["turn"] : [])].map((state) => `${name}, ${state}`);

/** Speed that keeps slips finite [m/s]. */
const CREEP = 5e-4;

/** Forces without slip are those of tyres that roll: they fade below this speed [m/s]. */
const FADE = 0.5;

/** Speed of spin at which rolling resistance is nearly whole [rad/s]. */
const ROLLING = 1;

/** Damping of the carcass as a part of its stiffness, where it is not given [s]. */
const CARCASS_DAMPING = 0.02;

/** Of an axis along the normal: angles of lean stay below a right one, where they have no derivative. */
const FLAT = 1 - 1e-9;

export function planTyre(
  tyre: Tyre,
  surface: TracedSurface,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TyrePlan {
  const given = { ...tyreDefaults, ...tyre };
  const { contact, arm, referenceFriction } = given;
  const isTurned = given.parkingTorque === "on";
  const law = planSteadyLaw(tyre.law, num);
  const vertical = planVertical(tyre, num, keyOf);
  const carcass = planCarcass(tyre, num);
  // Laws hold for tyres on the left. A factor mirrors them, so that both sides share a kernel.
  const mirror = given.side === "left" ? 1 : -1;
  const friction = num(given.friction ?? referenceFriction);
  const parts = [
    [num(tyre.radius), num(tyre.width), num(given.damping), mirror, friction, num(referenceFriction)],
    vertical.numbers,
    carcass,
    surface.numbers,
    law.numbers,
  ];
  const [, verticalAt, carcassAt, surfaceAt, lawAt] = startsOf(parts);
  return {
    key: [law.key, vertical.key, surface.key, contact, arm, isTurned, carcass.length > 0].join(" | "),
    numbers: parts.flat(),
    ...planRoom(surface, (n) => n[0], surfaceAt),
    stance: (wheel, n) => stanceOf(surface, wheel, n[0], n.slice(surfaceAt)),
    envelope:
      contact === "envelope"
        ? {
            plane: (wheel, n) => discPlane(surface, discOf(wheel, n), n.slice(surfaceAt)),
            add: (plane, station, sums, n) => addStation(surface, plane, station, sums, n.slice(surfaceAt)),
          }
        : null,
    at: (wheel, carrier, states, n, sums) => {
      const [radius, width, damping, mirror, ofTyre, measured] = n;
      const lawNumbers = n.slice(lawAt);
      const disc = discOf(wheel, n);
      const { axis } = disc;
      const ground = wheelGround(contact, surface, disc, n.slice(surfaceAt), sums);
      const motion = wheelMotion(wheel, axis, carrier, radius, ground);
      const { speed, spin } = motion;
      // What lies under the wheel knows better than the tyre.
      const friction = div(surface.friction?.(ground.place, n.slice(surfaceAt)) ?? ofTyre, measured);

      const depth = max(0, ground.depth);
      const spring = vertical.force(depth, n.slice(verticalAt));
      const load = select(lt(0, ground.depth), max(0, add(spring, mul(damping, motion.sinking))), 0);
      const onTouch = (value: Num): Num => select(lt(0, load), value, 0);

      const rollingRadius =
        law.rollingRadius?.(load, lawNumbers) ?? mul(1 / 3, add(mul(2, radius), motion.loadedRadius));
      const rim = mul(rollingRadius, spin);
      const slipSpeed: InGround = [sub(speed[0], rim), speed[1]];
      const reference = law.slipBy === "rolling" ? add(abs(rim), CREEP) : sqrt(add(square(speed[0]), CREEP ** 2));
      const perSpeed = div(-1, reference);
      const slip: InGround = [mul(perSpeed, slipSpeed[0]), mul(perSpeed, slipSpeed[1])];
      const camber = asin(max(-FLAT, min(FLAT, motion.lean)));

      // Laws hold for tyres that travel forwards: backwards is forwards, seen in a mirror that turns front and back.
      const heading = select(lt(speed[0], 0), -1, 1);
      const mirrored = ([along, across]: InGround): InGround => [mul(heading, along), mul(mirror, across)];
      const point = { slip: mirrored(slip), load, camber: mul(mirror, camber), friction, depth };
      const steady = law.forces(point, lawNumbers);
      const rolls = smoothStep(mul(1 / FADE, abs(speed[0])));
      const offset = mirrored([mul(rolls, steady.offset[0]), mul(rolls, steady.offset[1])]);
      const perPeak: InGround = [div(1, max(steady.peak[0], LEAST_PEAK)), div(1, max(steady.peak[1], LEAST_PEAK))];

      const elastic = carcassAtLoad(n.slice(carcassAt), carcass.length > 0, () =>
        law.carcass?.(load, point.camber, lawNumbers),
      );
      const { stiffness } = elastic;
      const deflection: InGround = [states[0], states[1]];
      const held = (i: 0 | 1): Num => sub(mul(stiffness[i], deflection[i]), mul(elastic.damping[i], slipSpeed[i]));
      const freedom = freedomOf(shareOf([held(0), held(1)], perPeak), renewal(rim));
      const [x, y] = ([0, 1] as const).map((i) =>
        carcassSpring({
          deflection: deflection[i],
          freedom,
          reference,
          slipSpeed: slipSpeed[i],
          slope: steady.slope[i],
          stiffness: stiffness[i],
          damping: elastic.damping[i],
        }),
      );
      const inGround: InGround = [onTouch(add(x.force, offset[0])), onTouch(add(y.force, offset[1]))];

      // Moments follow the slips to which the carcass has settled.
      const settled = (i: 0 | 1): Num => div(mul(stiffness[i], deflection[i]), max(steady.slope[i], TINY));
      const moments = law.moments(
        { ...point, slip: mirrored([settled(0), settled(1)]) },
        [...mirrored(inGround), load],
        lawNumbers,
      );
      const turned = isTurned
        ? parkingTorque({
            turn: states[2],
            yaw: motion.yaw,
            reference,
            slipSpeed,
            freedom,
            carcass: elastic,
            slope: steady.slope,
            peak: steady.peak,
            depth,
            radius,
            width,
          })
        : null;
      const aligned = mul(mul(mirror, heading), mul(rolls, moments.aligning));
      const aligning = onTouch(add(aligned, turned?.moment ?? 0));
      const overturning = onTouch(mul(mirror, moments.overturning));
      const resisting = onTouch(neg(mul(law.rollingResistance(load, lawNumbers), tanh(div(spin, ROLLING)))));
      // Slip is counted at the rolling radius: so is the moment of the force, for its power to be that of the slip.
      const beyondRadius = arm === "slip" ? mul(inGround[0], sub(motion.loadedRadius, rollingRadius)) : 0;
      const rolling = add(resisting, beyondRadius);

      const force = sum3(
        scale3(load, ground.normal),
        scale3(inGround[0], ground.forward),
        scale3(inGround[1], motion.left),
      );
      const heat = [
        neg(add(mul(inGround[0], slipSpeed[0]), mul(inGround[1], slipSpeed[1]))),
        neg(add(mul(mul(stiffness[0], deflection[0]), x.rate), mul(mul(stiffness[1], deflection[1]), y.rate))),
        neg(mul(resisting, spin)),
        turned?.loss ?? 0,
      ];
      return {
        force,
        torque: sum3(
          cross3(motion.lever, force),
          scale3(overturning, ground.forward),
          scale3(rolling, axis),
          scale3(aligning, ground.normal),
        ),
        place: ground.place,
        load,
        inGround,
        overturning,
        aligning,
        rolling,
        slip,
        camber,
        depth,
        deflection,
        use: onTouch(shareOf(inGround, perPeak)),
        rollingRadius,
        speed,
        spin,
        // Also while the spring of a tyre in the ground moves back faster than its damper lets it.
        loss: add(onTouch(heat.reduce(add)), mul(sub(load, spring), motion.sinking)),
        rates: [x.rate, y.rate, ...(turned ? [turned.rate] : [])].map(onTouch),
        released: [...withinEllipse(deflection, stiffness, offset, perPeak), ...(turned ? [turned.kept] : [])].map(
          onTouch,
        ),
      };
    },
  };
}

/** @param numbers begin with radius and width */
const discOf = ({ R, p }: FrameMotion, [radius, width]: readonly Num[]): Disc => ({
  centre: p,
  axis: [R[0][1], R[1][1], R[2][1]],
  radius,
  width,
});

/** Stiffness and damping along and across; nothing where the law brings its own. */
function planCarcass({ carcassStiffness, carcassDamping }: Tyre, num: (real: Real) => Num): readonly Num[] {
  if (carcassStiffness === undefined) return [];
  const stiffness = carcassStiffness.map(num);
  return [...stiffness, ...(carcassDamping?.map(num) ?? stiffness.map((each) => mul(CARCASS_DAMPING, each)))];
}

function carcassAtLoad([sx, sy, dx, dy]: readonly Num[], isGiven: boolean, ofLaw: () => Carcass | undefined): Carcass {
  if (isGiven) return { stiffness: [sx, sy], damping: [dx, dy] };
  const carcass = ofLaw();
  if (carcass === undefined) throw new Error("a tyre without a carcass"); // building the model has refused this
  return carcass;
}

/** Arguments whose tanh is 1 to the last digit; larger ones would overflow. */
const SATURATED = 20;

function tanh(x: Num): Num {
  const e = exp(mul(2, max(-SATURATED, min(SATURATED, x))));
  return sub(1, div(2, add(e, 1)));
}
