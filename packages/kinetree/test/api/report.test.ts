import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeReport, reportPath } from "../../../../docs/api-report.mjs";

/*
 * The report is made from what was built. After a deliberate change of public names, `npm run build && node docs/api-report.mjs`
 * writes it, and the difference belongs into the review.
 */

const { text, hidden } = makeReport();

/** Named by public declarations, but for the library alone: users hand these on and never look inside. */
const internals = {
  "messages and plans between a batch and its workers": ["ChunkResult", "FromWorker", "SimulationPlan", "ToWorker"],
  "how a formulation traces its equations": [
    "LoopContext",
    "NodeLoads",
    "Rec",
    "Skeleton",
    "TracedDynamics",
    "TreeProgram",
  ],
  "state of a builder and of a run": ["CompiledRun", "Draft"],
  "unnamed parts of exported types": [
    "BasicOp",
    "CurveTable",
    "FunctionOp",
    "GroundTable",
    "Known",
    "MapTable",
    "RowTable",
    "TableOp",
    "Tableau",
    "TriangleTable",
    "FlexibleJoint",
    "Given",
    "MassProperty",
    "Misfit",
    "ModalDefaults",
    "OptionFor",
    "Motion",
    "Parameters",
    "Points",
  ],
};

describe("public names", () => {
  test("are those of the report in packages/kinetree/api-report.txt", () => {
    expect(text).toBe(readFileSync(reportPath, "utf8"));
  });

  test("at the root are about 90 values", () => {
    const [, count] = /^\/\/ kinetree: (\d+) values/m.exec(text) ?? [];
    expect(Number(count)).toBeGreaterThan(60);
    expect(Number(count)).toBeLessThanOrEqual(95);
  });

  test("come with the types of their signatures", () => {
    expect(hidden).toEqual(Object.values(internals).flat().sort());
  });
});
