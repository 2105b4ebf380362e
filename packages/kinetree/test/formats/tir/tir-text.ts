import { hmmwvPac2002 } from "../../../src/systems/vehicles/tyre-data.js";

/* The HMMWV's tyre as a .tir file, of which tests change single lines. */

const sectionOf = (name: string): string => {
  if (name.startsWith("L")) return "SCALING_COEFFICIENTS";
  if (/^(P.X|R.X)/.test(name)) return "LONGITUDINAL_COEFFICIENTS";
  if (/^(P.Y|R.Y)/.test(name)) return "LATERAL_COEFFICIENTS";
  if (name.startsWith("QSY")) return "ROLLING_COEFFICIENTS";
  return name.startsWith("QSX") ? "OVERTURNING_COEFFICIENTS" : "ALIGNING_COEFFICIENTS";
};

const head = `[MDI_HEADER]
FILE_TYPE = 'tir'
FILE_VERSION = 3.0
(COMMENTS)
{comment_string}
'scaled by its author'
$ a comment
[UNITS]
LENGTH = 'meter'
FORCE = 'newton'
ANGLE = 'radians'
MASS = 'kg'
TIME = 'second'
[MODEL]
PROPERTY_FILE_FORMAT = 'PAC2002'
FITTYP = 6 ! MF-Tyre 5.2
TYRESIDE = "Left"
LONGVL = 16.7 $ measured at
[DIMENSION]
UNLOADED_RADIUS = 0.4699
WIDTH = 0.3175
RIM_RADIUS = 0.20955
[VERTICAL]
VERTICAL_STIFFNESS = 4.419D+5
VERTICAL_DAMPING = 500
FNOMIN = 35000
[LONG_SLIP_RANGE]
KPUMIN = -1
KPUMAX = 1
[SLIP_ANGLE_RANGE]
ALPMIN = -1.5
ALPMAX = 1.5
[INCLINATION_ANGLE_RANGE]
CAMMIN = -0.26
CAMMAX = 0.26
[VERTICAL_FORCE_RANGE]
FZMIN = 1750
FZMAX = 78750`;

const coefficients = Object.entries(hmmwvPac2002.coefficients as Readonly<Record<string, number>>);
const sections = [...new Set(coefficients.map(([name]) => sectionOf(name)))];

/** The whole file; the first section stands on line 1. */
export const hmmwvTir: string = [
  head,
  ...sections.flatMap((section) => [
    `[${section}]`,
    ...coefficients.filter(([name]) => sectionOf(name) === section).map(([name, value]) => `${name} = ${value}`),
  ]),
  "",
].join("\n");

/** The file with one text instead of another, which must be there. */
export function changed(from: string, to: string, text: string = hmmwvTir): string {
  if (!text.includes(from)) throw new Error(`the file has no ${from}`);
  return text.replace(from, to);
}

/** Line of a text, from 1. */
export const lineOf = (part: string, text: string = hmmwvTir): number =>
  text.slice(0, text.indexOf(part)).split("\n").length;
