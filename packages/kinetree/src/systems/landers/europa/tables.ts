/*
 * The numbers of Wachlin 2018, chapter 6, as they are printed: tables 6.1 to 6.5, 6.7 and 6.9. Angles in degrees there and here.
 */

/** A number that varies from landing to landing: its nominal value and its standard deviation, 0 where there is none. */
export interface Spread {
  readonly value: number;
  readonly std: number;
}

/** Springs and dampers of a leg: stiffness [N m/rad], damping [N m s/rad]. */
export interface LegNumbers {
  readonly hipStiffness: Spread;
  readonly hipDamping: Spread;
  readonly kneeStiffness: Spread;
  readonly kneeDamping: Spread;
}

/** The three passive legs. Legs under impedance control are shock-absorbing or conforming, as their controller says. */
export type PassiveLegs = "stiff" | "shock-absorbing" | "conforming";
/** All four legs. */
export type EuropaLegs = PassiveLegs | "impedance";

/** The ground: springs k_e and k_v [N/m], damper c_v [N s/m], LuGre friction with the speed v_s [m/s]. */
export interface GroundNumbers {
  readonly ke: number;
  readonly kv: number;
  readonly cv: number;
  readonly muS: number;
  readonly muK: number;
  readonly sigma0: number;
  readonly sigma1: number;
  readonly sigma2: number;
  readonly vs: number;
  readonly alpha: number;
}

/** The three grounds. */
export type EuropaGround = "ice" | "snow" | "sand";

const spread = (value: number, std = 0): Spread => Object.freeze({ value, std });

const leg = (hipStiffness: Spread, hipDamping: Spread, kneeStiffness: Spread, kneeDamping: Spread): LegNumbers =>
  Object.freeze({ hipStiffness, hipDamping, kneeStiffness, kneeDamping });

type Three = readonly [number, number, number];

/** The speed v_s and the exponent are the same for all grounds. */
const ground = ([ke, kv, cv]: Three, [muS, muK]: readonly [number, number], sigma: Three): GroundNumbers =>
  Object.freeze({ ke, kv, cv, muS, muK, sigma0: sigma[0], sigma1: sigma[1], sigma2: sigma[2], vs: 0.2, alpha: 1 });

/** Numbers of the tables, by subject. */
export const europaTables = Object.freeze({
  /** Table 6.1: masses [kg], inertias [kg m²], lengths [m]. */
  body: Object.freeze({
    mass: spread(900, 9),
    Ixx: spread(151, 7.5),
    Iyy: spread(151, 7.5),
    Izz: spread(281, 14),
    Ixy: spread(0),
    Ixz: spread(0),
    Iyz: spread(0),
    upperAngleDeg: spread(65, 3),
    upperLength: spread(0.63),
    lowerAngleDeg: spread(94, 5),
    lowerLength: spread(0.63),
  }),
  /** Table 6.1: velocity [m/s], z downwards, and orientation [deg] on touch-down. */
  impact: Object.freeze({
    vx: spread(1.5, 1.5),
    vy: spread(1.5, 1.5),
    vz: spread(3, 1.5),
    phiDeg: spread(0, 11.5),
    thetaDeg: spread(0, 11.5),
    psiDeg: spread(0, 5.7),
  }),
  /** Tables 6.4, 6.3 and 6.2. */
  legs: Object.freeze({
    stiff: leg(spread(8.4e4, 4.2e3), spread(390, 19.5), spread(8.4e4, 4.2e3), spread(520, 26)),
    "shock-absorbing": leg(spread(2100, 105), spread(390, 19.5), spread(3700, 185), spread(390, 19.5)),
    conforming: leg(spread(210, 10.5), spread(50, 2.5), spread(370, 18.5), spread(50, 2.5)),
  } satisfies Record<PassiveLegs, LegNumbers>),
  /** Tables 6.5, 6.7 and 6.9. */
  grounds: Object.freeze({
    ice: ground([22000, 920, 5550], [0.09, 0.05], [0.0015, 0.1, 0.05]),
    snow: ground([12000, 420, 3550], [0.2, 0.1], [0.0015, 0.2, 0.05]),
    sand: ground([8000, 420, 2550], [1.3, 1.1], [0.0015, 2.5, 0.15]),
  } satisfies Record<EuropaGround, GroundNumbers>),
});

/** The legs in the order of the tables of results. */
export const europaLegs: readonly EuropaLegs[] = Object.freeze(["stiff", "shock-absorbing", "conforming", "impedance"]);

/** The grounds in the order of the chapter. */
export const europaGrounds: readonly EuropaGround[] = Object.freeze(["ice", "snow", "sand"]);

/** Springs and dampers before a controller softens them: those under impedance control are shock-absorbing (table 6.3). */
export const nominalLeg = (legs: EuropaLegs): LegNumbers =>
  europaTables.legs[legs === "impedance" ? "shock-absorbing" : legs];
