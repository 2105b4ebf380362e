import type { ComparedFormulation, ComparedRun, Comparison, LargestDifference } from "kinetree/formulations";
import { Badge } from "../ui/index.js";
import { briefNumber } from "../ui/behaviour/number-text.js";
import "./compare-table.css";
import { placeText, ratioToFastest } from "./compare-text.js";

export interface CompareTableProps {
  readonly comparison: Comparison;
  readonly colourOf: (name: string) => string;
}

const columns = [
  { label: "Compile", unit: "ms" },
  { label: "Run", unit: "ms" },
  { label: "Relative to fastest", unit: "×" },
  { label: "Steps", unit: "accepted" },
  { label: "Closure drift", unit: "m or rad" },
  { label: "Energy drift", unit: "relative" },
  { label: "Accelerations", unit: "relative" },
  { label: "Coordinates", unit: "rad or m" },
  { label: "Positions", unit: "m" },
  { label: "Loads", unit: "relative" },
] as const;

export function CompareTable({ comparison, colourOf }: CompareTableProps) {
  return (
    <div className="compare-table" tabIndex={0} role="group" aria-label="Results per formulation">
      <table data-testid="compare-table">
        <thead>
          <tr>
            <th scope="col">Formulation</th>
            {columns.map(({ label, unit }) => (
              <th key={label} scope="col" className="compare-table-number">
                {label} <span className="compare-table-unit">{unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.formulations.map((each) => (
            <tr key={each.name} data-formulation={each.name} data-outcome={each.outcome}>
              <th scope="row">
                <span className="compare-table-name">
                  <span className="compare-table-swatch" style={{ background: swatch(each, colourOf) }} />
                  {each.name}
                  {each.name === comparison.reference && <Badge tone="accent">reference</Badge>}
                </span>
              </th>
              {each.outcome === "ran" ? (
                <RunCells comparison={comparison} run={each} />
              ) : (
                <td colSpan={columns.length} className="compare-table-reason">
                  <Badge tone={each.outcome === "failed" ? "danger" : "neutral"}>{each.outcome}</Badge>{" "}
                  {each.outcome === "failed" ? each.error.message : each.reason}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const swatch = (each: ComparedFormulation, colourOf: (name: string) => string): string =>
  each.outcome === "ran" ? colourOf(each.name) : "transparent";

function RunCells({ comparison, run }: { readonly comparison: Comparison; readonly run: ComparedRun }) {
  const isReference = run.name === comparison.reference;
  const ratio = ratioToFastest(comparison, run);
  // Of the reference to itself all differences are 0, which says nothing.
  const difference = (of: LargestDifference | null) =>
    isReference ? <Number text="–" /> : <Number text={briefNumber(of?.value)} below={placeText(of)} />;
  return (
    <>
      <Number text={briefNumber(run.compileMs)} />
      <Number text={briefNumber(run.runMs)} />
      <Number text={briefNumber(ratio)} isBest={ratio === 1} />
      <Number text={String(run.steps.accepted)} below={`${run.steps.rejected} rejected`} />
      <Number text={briefNumber(run.closure?.value)} below={placeText(run.closure)} />
      <Number text={briefNumber(run.energy)} />
      <Number text={isReference ? "–" : briefNumber(run.accelerations)} />
      {difference(run.coordinates)}
      {difference(run.positions)}
      {difference(run.loads)}
    </>
  );
}

interface NumberProps {
  readonly text: string;
  readonly below?: string;
  readonly isBest?: boolean;
}

function Number({ text, below, isBest }: NumberProps) {
  return (
    <td className={isBest ? "compare-table-number compare-table-best" : "compare-table-number"}>
      {text}
      {below !== undefined && below !== "" && (
        <span className="compare-table-below" title={below}>
          {below}
        </span>
      )}
    </td>
  );
}
