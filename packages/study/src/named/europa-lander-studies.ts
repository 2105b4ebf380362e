import { europaTables } from "kinetree/systems";
import type { Distribution } from "../description/distribution.js";
import { defineStudy, type Study, type StudyCase } from "../description/study.js";
import { europaCase, europaCombinations, spreadOf } from "./europa-lander-cases.js";
import { choiceCases } from "./europa-lander-choices.js";
import { europaLanderOutputs } from "./europa-lander-outputs.js";

const { body, impact } = europaTables;

/** What varies in all cases: table 6.1. The angles of the legs by how far they are from the nominal ones, which are a choice. */
const spreads: Readonly<Record<string, Distribution>> = {
  mass: spreadOf(body.mass),
  Ixx: spreadOf(body.Ixx),
  Iyy: spreadOf(body.Iyy),
  Izz: spreadOf(body.Izz),
  upperAngleDeviation: spreadOf({ value: 0, std: body.upperAngleDeg.std }, "deg"),
  lowerAngleDeviation: spreadOf({ value: 0, std: body.lowerAngleDeg.std }, "deg"),
  vx: spreadOf(impact.vx),
  vy: spreadOf(impact.vy),
  vz: spreadOf(impact.vz),
  phi: spreadOf(impact.phiDeg, "deg"),
  theta: spreadOf(impact.thetaDeg, "deg"),
  psi: spreadOf(impact.psiDeg, "deg"),
};

const study = (name: string, title: string, description: string, samples: number, cases: readonly StudyCase[]): Study =>
  defineStudy({
    name,
    title,
    description,
    scenario: { named: "europa-lander" },
    parameters: spreads,
    cases,
    sampler: "monte-carlo",
    samples,
    seed: 2018,
    outputs: europaLanderOutputs,
  });

const combinations = europaCombinations.map(europaCase);

/** Wachlin 2018, chapter 6: four legs on three grounds, 400 landings each. The option `variant` of its scenario has the open choices. */
export const europaLanderStudy: Study = study(
  "europa-lander",
  "a lander on Europa: four leg designs on three grounds, 400 landings each",
  "Peak acceleration, loads of the joints and rollover, as in Wachlin 2018, tables 6.6, 6.8 and 6.10.",
  400,
  combinations,
);

/** The same with an eighth of the landings: for a look, and for tests. */
export const europaLanderQuickStudy: Study = study(
  "europa-lander-quick",
  "a lander on Europa: four leg designs on three grounds, 50 landings each",
  "A quick look: the first 50 landings of each case of the study europa-lander.",
  50,
  combinations,
);

/** How much the results depend on what the source leaves open: each choice changed alone. */
export const europaLanderChoicesStudy: Study = study(
  "europa-lander-choices",
  "each open choice about the lander changed alone, 100 landings a case",
  'The case of a combination with the choice "none" is the variant itself; landings are the same ones in all cases, so that differences are sharp.',
  100,
  choiceCases,
);
