import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive } from "../contact-laws/law-definition.js";
import { rollingLever } from "./brush.js";
import type { TyreLawDefinition } from "./law-definition.js";

/** E. Fiala's formula as multibody programs have it: friction falls linearly with the combined slip, up to slip 1. */
export interface FialaTyre {
  readonly kind: "fiala";
  /** Force along per slip [N]. */
  readonly longitudinalStiffness: Real;
  /** Force across per slip angle [N/rad]. */
  readonly corneringStiffness: Real;
  /** Coefficient of friction without slip. */
  readonly staticFriction: Real;
  /** Coefficient of friction from slip 1 on. */
  readonly slidingFriction: Real;
  /** Of the tyre [m]. */
  readonly width: Real;
  /** Lever of the load against rolling [m]; 0 if left out. */
  readonly rollingResistance?: Real;
  /** Way [m] over which a force builds up, along and across; both or neither. */
  readonly longitudinalRelaxation?: Real;
  readonly lateralRelaxation?: Real;
}

const relaxation = (direction: string) =>
  real("length", `way over which the force ${direction} builds up`, {
    sign: positive("Leave both out where the tyre has a carcass of its own."),
    optional: true,
    defaultText: "none",
  });

export const fiala: TyreLawDefinition<FialaTyre> = {
  kind: "fiala",
  doc: "Fiala's formula: friction falls linearly with the combined slip; along and across are treated one by one.",
  relaxes: ({ longitudinalRelaxation, lateralRelaxation }) =>
    longitudinalRelaxation !== undefined && lateralRelaxation !== undefined,
  fields: {
    longitudinalStiffness: real("force", "force along per slip", { sign: positive("Give the slope over the slip.") }),
    corneringStiffness: real("force", "force across per radian of slip angle", {
      sign: positive("Give the slope over the slip angle."),
    }),
    staticFriction: real("ratio", "coefficient of friction without slip, not below the sliding one", {
      sign: notNegative(),
      notBelow: "slidingFriction",
    }),
    slidingFriction: real("ratio", "coefficient of friction from slip 1 on", { sign: notNegative() }),
    width: real("length", "width of the tyre", { sign: positive("Give the width of the tyre.") }),
    rollingResistance: rollingLever,
    longitudinalRelaxation: relaxation("along"),
    lateralRelaxation: relaxation("across"),
  },
  mistake: ({ longitudinalRelaxation, lateralRelaxation }) => {
    if ((longitudinalRelaxation === undefined) === (lateralRelaxation === undefined)) return null;
    const field = longitudinalRelaxation === undefined ? "longitudinalRelaxation" : "lateralRelaxation";
    return {
      code: "missing-option",
      field,
      value: undefined,
      rest: "though the other one is given. Give both, or leave both out.",
    };
  },
};
