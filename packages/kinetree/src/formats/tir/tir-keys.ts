import type { TirDimension } from "./tir-units.js";

/** Keys besides the coefficients of the formula that are used, by what they measure. */
export const sizes = Object.freeze({
  UNLOADED_RADIUS: { LENGTH: 1 },
  WIDTH: { LENGTH: 1 },
  RIM_RADIUS: { LENGTH: 1 },
  VERTICAL_STIFFNESS: { FORCE: 1, LENGTH: -1 },
  VERTICAL_DAMPING: { FORCE: 1, TIME: 1, LENGTH: -1 },
  FNOMIN: { FORCE: 1 },
  LONGVL: { LENGTH: 1, TIME: -1 },
  FZMIN: { FORCE: 1 },
  FZMAX: { FORCE: 1 },
  KPUMIN: {},
  KPUMAX: {},
  ALPMIN: { ANGLE: 1 },
  ALPMAX: { ANGLE: 1 },
  CAMMIN: { ANGLE: 1 },
  CAMMAX: { ANGLE: 1 },
} satisfies Readonly<Record<string, TirDimension>>);

export type TirSize = keyof typeof sizes;

export const isSize = (key: string): key is TirSize => Object.hasOwn(sizes, key);

/** Sections that no tyre can be made without. */
export const necessarySections = [
  "UNITS",
  "MODEL",
  "DIMENSION",
  "VERTICAL",
  "LONGITUDINAL_COEFFICIENTS",
  "LATERAL_COEFFICIENTS",
] as const;

/** Sections that may be left out, with what is left out then. */
export const usualSections: Readonly<Record<string, string>> = Object.freeze({
  SCALING_COEFFICIENTS: "all factors are 1",
  ALIGNING_COEFFICIENTS: "there is no aligning moment",
});

/** Keys that say what a file is, and read without a note. */
export const describing: readonly string[] = ["PROPERTY_FILE_FORMAT", "TYPE", "FITTYP", "TYRESIDE"];

/** Sections whose keys describe the file, or a tyre that is not asked for here. */
export const unusedSections: Readonly<Record<string, string>> = Object.freeze({
  MDI_HEADER: "",
  SHAPE: "the profile of the tread is not used: the tyre is a disc",
  INERTIA: "mass and moments belong to the wheel of the vehicle",
  STRUCTURAL: "rigid rings belong to MF-Swift",
  CONTACT_PATCH: "the ground below belongs to the geometry of the contact",
  OPERATING_CONDITIONS: "the formula of 2002 does not know the inflation pressure",
  INFLATION_PRESSURE_RANGE: "the formula of 2002 does not know the inflation pressure",
  TURNSLIP_COEFFICIENTS: "turn slip is left out",
  TURN_SLIP_COEFFICIENTS: "turn slip is left out",
});

/** Why a coefficient that other versions have is not used; null if no version is known to have it. */
export const unusedReason = (key: string): string | null => groups.find(([pattern]) => pattern.test(key))?.[1] ?? null;

const groups: readonly (readonly [RegExp, string])[] = [
  [/^(PP[XYZ]\d|QPZ\d|IP|IP_NOM|LIP)$/, "the formula of 2002 does not know the inflation pressure"],
  [/^(PKY[4-7]|PEY5|RBX3|RBY4|QDZ1[01]|QSX([4-9]|1[0-4])|LKYC|LKZC|LMUV|LAMU)$/, "it belongs to MF-Tyre 6.1 and later"],
  [/^(PDXP\d|PDYP\d|PKYP1|PHYP\d|PECP\d|PEYP\d|Q[BCD]RP\d|QDTP1|QBRP1|MP\d|LTURN)$/, "turn slip is left out"],
  [/^(QSY[2-8])$/, "the moment against rolling follows the load alone"],
  [
    /^(Q[VF]\w*|MC_CONTOUR\w*|BOTTOM_\w*|LOADED_RADIUS|RE_\w*|LCZ|QCZ\w*)$/,
    "the tyre is sprung by its table or stiffness",
  ],
  [/^(PTX4|PTY3|MBELT|GYR\w*|QTZ1)$/, "the belt has no moment of its own"],
  [
    /^(VXLOW|VXLO|ROAD_INCREMENT|ROAD_DIRECTION|FUNCTION_NAME|MODEL\w*|USE_MODE|USER_SUB_ID|N_TIRE_STATES|HMAX_LOCAL|TIME_SWITCH_INTEG|MEASUREMENT_ID|FILE_\w+|TEST_\w+|TYRE_\w+|TIRE_\w+)$/,
    "it tells another program how to run",
  ],
  [/^(ASPECT_RATIO|RIM_WIDTH|PRESSURE|LOAD_INDEX|SPEED_INDEX|MASS|I[XY][XY])$/, "the law does not ask for it"],
];
