import type { BrushTyre } from "../../model/tyre-laws/brush.js";
import type { FialaTyre } from "../../model/tyre-laws/fiala.js";
import type { Pac2002Tyre } from "../../model/tyre-laws/pac2002.js";
import type { Pac89Tyre } from "../../model/tyre-laws/pac89.js";
import type { TmeasyTyre } from "../../model/tyre-laws/tmeasy.js";

/*
 * Tyres of the HMMWV, 37x12.5R16.5: numbers of Project Chrono (BSD-3-Clause), commit 7689fbc, data/vehicle/hmmwv and
 * models/vehicle/hmmwv/tire. Forces hold on ground whose coefficient of friction is 0.8. SI.
 */

const RADIUS = 0.4699;
const WIDTH = 0.3175;

/** Our own: between the slopes of the others along and across. */
export const hmmwvBrush: BrushTyre = {
  kind: "brush",
  stiffness: 80_000,
  friction: 0.8,
  radius: RADIUS,
  rollingResistance: 0.015 * RADIUS,
};

/** Its relaxation lengths stand in its JSON file only. */
export const hmmwvFiala: FialaTyre = {
  kind: "fiala",
  longitudinalStiffness: 193_929,
  corneringStiffness: 50_000,
  staticFriction: 0.9835,
  slidingFriction: 0.5568,
  width: 0.318,
  rollingResistance: 0.015, // a length, though the file calls it a coefficient
  longitudinalRelaxation: 2,
  lateralRelaxation: 2,
};

const tmeasySizes = {
  kind: "tmeasy",
  radius: RADIUS,
  width: WIDTH,
  verticalStiffness: 411120.9242103178,
  load: 8562.826609452499,
  largestLoad: 29969.893133083744,
  rollingResistance: 0.015,
} as const;

/** Derived from the load index by Chrono's pattern of truck tyres. */
export const hmmwvTmeasy: TmeasyTyre = {
  ...tmeasySizes,
  longitudinalSlope: [152216.2309402714, 248837.4538360115],
  longitudinalPeak: [7703.54695919394, 13315.366634230826],
  longitudinalPeakSlip: [0.10811, 0.12389],
  longitudinalSliding: [3954.570213043448, 7252.542881674077],
  longitudinalSlidingSlip: [0.66667, 0.66667],
  lateralSlope: [63376.04858454078, 117319.2873761087],
  lateralPeak: [6497.130318188178, 12438.019419826322],
  lateralPeakSlip: [0.33167, 0.33216],
  lateralSliding: [5846.355495869789, 11186.305426056557],
  lateralSlidingSlip: [1.0296, 1.0296],
  trail: [0.178, 0.19],
  trailZeroSlip: [0.36484, 0.36538],
  trailEndSlip: [1.0296, 1.0296],
};

/** An older file of Chrono, whose curves look measured. */
export const hmmwvTmeasyMeasured: TmeasyTyre = {
  ...tmeasySizes,
  longitudinalSlope: [151447.29, 236412.79],
  longitudinalPeak: [7575.36, 12808.28],
  longitudinalPeakSlip: [0.12, 0.15],
  longitudinalSliding: [4657.92, 8625.34],
  longitudinalSlidingSlip: [0.9, 0.95],
  lateralSlope: [50931.69, 94293.85],
  lateralPeak: [6615.04, 12509.95],
  lateralPeakSlip: [0.38786, 0.38786],
  lateralSliding: [6091.51, 11443.88],
  lateralSlidingSlip: [0.82534, 0.91309],
  trail: [0.178, 0.19],
  trailZeroSlip: [0.40726, 0.40726],
  trailEndSlip: [0.82534, 0.91309],
};

/** Scaled by its author from a 315/80 R22.5; its shifts are those of a left tyre. */
export const hmmwvPac2002: Pac2002Tyre = {
  kind: "pac2002",
  nominalLoad: 35_000,
  radius: RADIUS,
  largestLoad: 78_750,
  largestCamber: 0.26,
  coefficients: {
    LFZO: 0.580904846,
    PCX1: 1.7204,
    PDX1: 0.77751,
    PDX2: -0.24431,
    PDX3: -0.00015908,
    PEX1: 0.46659,
    PEX2: 0.393,
    PEX3: 0.076024,
    PEX4: 2.6509e-6,
    PKX1: 14.848,
    PKX2: -9.8161,
    PKX3: 0.15818,
    PHX1: -0.00088873,
    PHX2: -0.00067818,
    PVX1: -5.5714e-7,
    PVX2: 6.2972e-6,
    PTX1: 1.5,
    PTX2: 1.4,
    PTX3: 1,
    RBX1: 11.13,
    RBX2: -12.494,
    RCX1: 0.97505,
    REX1: -0.37196,
    REX2: 0.0017379,
    RHX1: 0.0045181,
    PCY1: 1.5874,
    PDY1: 0.73957,
    PDY2: -0.075004,
    PDY3: -8.0362,
    PEY1: 0.37562,
    PEY2: -0.069325,
    PEY3: 0.29168,
    PEY4: 11.559,
    PKY1: -10.289,
    PKY2: 3.3343,
    PKY3: -0.25732,
    PHY1: 0.0056509,
    PHY2: -0.0020257,
    PHY3: -0.038716,
    PVY1: 0.015216,
    PVY2: -0.010365,
    PVY3: -0.31373,
    PVY4: -0.055766,
    PTY1: 1.2,
    PTY2: 2.5,
    RBY1: 13.271,
    RBY2: 5.2405,
    RBY3: 1.1547e-5,
    RCY1: 1.01,
    REY1: 0.010513,
    REY2: 5.9816e-5,
    RHY1: 0.028005,
    RHY2: -4.8794e-5,
    RVY1: 0.0066878,
    RVY2: -0.042813,
    RVY3: -0.16227,
    RVY4: -0.019796,
    RVY5: 1.9,
    RVY6: -7.8097,
    QSY1: 0.008,
    QBZ1: 5.8978,
    QBZ2: -0.1535,
    QBZ3: -2.0052,
    QBZ4: 0.62731,
    QBZ5: -0.92709,
    QBZ9: 10.637,
    QCZ1: 1.4982,
    QDZ1: 0.085549,
    QDZ2: -0.025298,
    QDZ3: 0.21486,
    QDZ4: -3.9098,
    QDZ6: -0.0013373,
    QDZ7: 0.0013869,
    QDZ8: -0.053513,
    QDZ9: 0.025817,
    QEZ1: -0.0084519,
    QEZ2: 0.0097389,
    QEZ4: 4.3583,
    QEZ5: -645.04,
    QHZ1: 0.0085657,
    QHZ2: -0.0042922,
    QHZ3: 0.14763,
    QHZ4: -0.29999,
    SSZ1: -0.019408,
    SSZ2: 0.025786,
    SSZ3: 0.31908,
    SSZ4: -0.50765,
  },
};

/** Pressed by a ring of 441900 N/m and 500 N s/m in its file. */
export const hmmwvPac89: Pac89Tyre = {
  kind: "pac89",
  radius: 0.464,
  rollingResistance: 0.015,
  coefficients: {
    a0: 1.49975356208205,
    a1: -4.84987524731462,
    a2: 812.449795340733,
    a3: 2613.92367840654,
    a4: 48.857910109076,
    a6: -0.00879541881020228,
    a7: 0.376999015041155,
    b0: 1.50018802672136,
    b1: -15.7761466722458,
    b2: 1022.11238546683,
    b3: -2.55317715303733,
    b4: 208.777316195246,
    b5: 0.0073134908964823,
    b6: -0.00376410345674027,
    b7: 0.156330736057758,
    b8: -1.15310023217878,
  },
};
