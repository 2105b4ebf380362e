import type { TyreLaw } from "../../../src/model/tyre-laws.js";
import type { Coefficients } from "../../../src/model/fields.js";
import {
  hmmwvBrush,
  hmmwvFiala,
  hmmwvPac2002,
  hmmwvPac89,
  hmmwvTmeasy,
  hmmwvTmeasyMeasured,
} from "../../../src/systems/vehicles/tyre-data.js";

/** With shifts and camber, none of which the HMMWV's file has. */
const shifted = { a5: 0.01, a8: 0.02, a9: -0.01, a10: 0.1, a11: -10, a12: 12, a13: -15, b9: 0.02, b10: -0.1 };
const fullPac89: TyreLaw = { ...hmmwvPac89, coefficients: { ...hmmwvPac89.coefficients, ...shifted } };

/** Every law and option, by name. */
export const allLaws: readonly (readonly [string, TyreLaw])[] = [
  ["brush", hmmwvBrush],
  ["brush of a given contact", { ...hmmwvBrush, halfContact: 0.1 }],
  ["fiala", hmmwvFiala],
  ["tmeasy", hmmwvTmeasy],
  ["tmeasy, measured", hmmwvTmeasyMeasured],
  ["tmeasy, normalised", { ...hmmwvTmeasy, slips: "normalised" }],
  ["pac2002", hmmwvPac2002],
  ["pac2002 by an ellipse", { ...hmmwvPac2002, combined: "ellipse" }],
  ["pac89", hmmwvPac89],
  ["pac89 with shifts", fullPac89],
];

const without = (coefficients: Coefficients, shifts: string): Coefficients => ({
  ...coefficients,
  ...Object.fromEntries(shifts.split(" ").map((name) => [name, 0])),
});

/** Laws whose forces vanish with their slip. */
export const centredLaws: readonly (readonly [string, TyreLaw])[] = [
  ...allLaws.filter(([, { kind }]) => kind !== "pac2002" && kind !== "pac89"),
  [
    "pac2002 without shifts",
    {
      ...hmmwvPac2002,
      coefficients: without(
        hmmwvPac2002.coefficients,
        "PHX1 PHX2 PVX1 PVX2 PEX4 PHY1 PHY2 PVY1 PVY2 PEY3 RHX1 RHY1 RHY2 RBY3 RVY1 RVY2 QHZ1 QHZ2 QBZ4 QDZ3 QEZ4 QDZ6 QDZ7 SSZ1",
      ),
    },
  ],
  ["pac89", hmmwvPac89],
];
