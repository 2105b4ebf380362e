import type { Verdict } from "kinetree/formulations";
import { Download, GitCompareArrows } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { fileName } from "../plots/export-diagram.js";
import { useInk } from "../plots/use-ink.js";
import { download } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { Badge, Button, EmptyState, ErrorCard, Select } from "../ui/index.js";
import { CompareChart } from "./compare-chart.js";
import { differenceLines, driftLines, type DifferenceKind, type DriftKind } from "./compare-lines.js";
import { CompareMotion } from "./compare-motion.js";
import "./compare-page.css";
import { CompareSetup } from "./compare-setup.js";
import { useCompare, type FoundComparison } from "./compare-store.js";
import { CompareTable } from "./compare-table.js";
import { comparisonCsv } from "./compare-text.js";
import { startComparison } from "./run-comparison.js";

export function ComparePage() {
  const opened = useStudio((state) => state.opened);
  const { found, trouble } = useCompare();
  if (!opened)
    return (
      <EmptyState
        icon={<GitCompareArrows />}
        title="Nothing to compare yet"
        text="Open a model to run it with every formulation that supports it and compare the motions."
      />
    );
  const isOfThis = found !== null && found.opened.source === opened.source;
  return (
    <div className="compare-page" data-testid="compare-page">
      <header className="compare-page-header">
        <h1>Compare formulations of {opened.model.name}</h1>
        <p>
          Every formulation computes the same motion with the same accuracy. The differences between the results show
          how accurate they are.
        </p>
      </header>
      <CompareSetup opened={opened} />
      {trouble !== null && <ErrorCard title="The comparison failed" message={trouble.message} />}
      {isOfThis && found.opened !== opened && (
        <p className="compare-page-stale">
          The parameters have changed since this comparison.{" "}
          <Button variant="quiet" onPress={() => void startComparison()}>
            Compare again
          </Button>
        </p>
      )}
      {isOfThis && <Results found={found} />}
    </div>
  );
}

function Results({ found }: { readonly found: FoundComparison }) {
  const { comparison, motions } = found;
  const page = useRef<HTMLDivElement>(null);
  const ink = useInk(page);
  const [difference, setDifference] = useState<DifferenceKind>("positions");
  const [drift, setDrift] = useState<DriftKind>(motions.some(hasClosure) ? "closure" : "energy");
  const colourOf = useCallback(
    (name: string) => {
      const ran = comparison.formulations.filter(({ outcome }) => outcome === "ran");
      return ink.series[
        Math.max(
          0,
          ran.findIndex((each) => each.name === name),
        ) % ink.series.length
      ];
    },
    [comparison, ink],
  );
  const differences = useMemo(
    () => differenceLines(comparison, difference, colourOf, ink.accent),
    [comparison, difference, colourOf, ink],
  );
  const drifts = useMemo(() => driftLines(motions, drift, colourOf), [motions, drift, colourOf]);
  const times = useMemo(() => longest(motions.map(({ rows }) => rows.t)), [motions]);
  const save = (): void =>
    download({
      name: `${fileName(comparison.model)}-comparison.csv`,
      type: "text/csv",
      bytes: new TextEncoder().encode(comparisonCsv(comparison)),
    });
  return (
    <div className="compare-results" ref={page}>
      <VerdictCard verdict={comparison.verdict} />
      <div className="compare-results-heading">
        <p>
          Largest differences from {comparison.reference ?? "the reference"} at {comparison.t.length} instants, with
          place and time. Drift is the error within each run.
        </p>
        <Button icon={<Download />} onPress={save} data-testid="compare-csv">
          CSV
        </Button>
      </div>
      <CompareTable comparison={comparison} colourOf={colourOf} />
      <div className="compare-results-pictures">
        {motions.length > 0 && <CompareMotion found={found} colourOf={colourOf} />}
        <div className="compare-results-charts">
          <CompareChart
            title={`Difference of ${difference}`}
            unit={difference === "positions" ? "m" : "rad or m"}
            t={comparison.t}
            lines={differences}
            ink={ink}
            empty="Fewer than two formulations ran, so there is no difference to plot."
            actions={
              <Select
                label="Difference"
                isLabelHidden
                value={difference}
                options={[
                  { id: "positions", label: "Positions" },
                  { id: "coordinates", label: "Coordinates" },
                ]}
                onChange={(id) => setDifference(id === "positions" ? "positions" : "coordinates")}
              />
            }
          />
          <CompareChart
            title={drift === "closure" ? "Closure drift" : "Energy balance error"}
            unit={drift === "closure" ? "m or rad" : "J"}
            t={times}
            lines={drifts}
            ink={ink}
            empty={
              drift === "closure" ? "The model has no loops, so there is no closure drift." : "No motion was recorded."
            }
            actions={
              <Select
                label="Drift"
                isLabelHidden
                value={drift}
                options={[
                  { id: "closure", label: "Closure" },
                  { id: "energy", label: "Energy" },
                ]}
                onChange={(id) => setDrift(id === "closure" ? "closure" : "energy")}
              />
            }
          />
        </div>
      </div>
    </div>
  );
}

const hasClosure = ({ columns }: FoundComparison["motions"][number]): boolean => columns.names.includes("closure");

const longest = (lists: readonly Float64Array[]): Float64Array =>
  lists.reduce((most, each) => (each.length > most.length ? each : most), new Float64Array(0));

const tones = { agree: "success", disagree: "danger", failed: "warning", "nothing-to-compare": "neutral" } as const;
const words = {
  agree: "The formulations agree",
  disagree: "The formulations disagree",
  failed: "A formulation failed",
  "nothing-to-compare": "Nothing to compare",
} as const;

function VerdictCard({ verdict: { outcome, message, remarks } }: { readonly verdict: Verdict }) {
  return (
    <section
      className={`compare-verdict compare-verdict-${outcome}`}
      aria-label="Verdict"
      data-testid="compare-verdict"
    >
      <Badge tone={tones[outcome]}>{words[outcome]}</Badge>
      <div>
        <p>{message}</p>
        {remarks.length > 0 && (
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
