import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { StudyFile } from "../engine/study/study-file.js";
import { Button, EmptyState, ErrorCard, ProgressBar, Split, Tabs, useMedia } from "../ui/index.js";
import { CaseTable } from "./tables/case-table.js";
import { Distributions } from "./charts/distributions.js";
import { DriversView } from "./tables/drivers-view.js";
import { FailuresView } from "./tables/failures-view.js";
import { FilterBar } from "./rows/filter-bar.js";
import { JobBar } from "./jobs/job-bar.js";
import { endReplays } from "./data/replay-actions.js";
import { ReplayPanel } from "./replay/replay-panel.js";
import { RowsTable } from "./rows/rows-table.js";
import { ScatterPlot } from "./charts/scatter-plot.js";
import { openServedStudy, openStudyFile } from "./data/study-actions.js";
import { StudyHeader } from "./study-header.js";
import "./study-page.css";
import { useStudy } from "./data/study-store.js";

export interface StudyPageProps {
  readonly id?: string | undefined;
  readonly source?: StudyFile | undefined;
}

/** A study down to the single sample: linked plots, tables, filters, and replays in 3D. */
export function StudyPage({ id, source }: StudyPageProps) {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (source) void openStudyFile(source);
    else if (id !== undefined) void openServedStudy(id);
    return endReplays;
  }, [source, id, attempt]);
  return <StudyContent onRetry={() => setAttempt(attempt + 1)} />;
}

function StudyContent({ onRetry }: { readonly onRetry: () => void }) {
  const isLoading = useStudy((state) => state.isLoading);
  const trouble = useStudy((state) => state.trouble);
  const name = useStudy((state) => state.name);
  const rows = useStudy((state) => state.table?.rows);
  const isNarrow = useMedia("(max-width: 900px)");
  if (isLoading)
    return (
      <div className="study-wait">
        <ProgressBar label={`Opening ${name}`} value={null} />
      </div>
    );
  if (trouble)
    return (
      <div className="study-wait">
        <ErrorCard
          title={trouble.title}
          message={trouble.message}
          data-testid="study-trouble"
          actions={
            <Button icon={<RotateCw />} onPress={onRetry}>
              Try again
            </Button>
          }
        />
      </div>
    );
  if (rows === undefined) return null;
  return (
    <div className="study-page" data-testid="study-page">
      <StudyHeader />
      <JobBar />
      {rows === 0 ? (
        <EmptyState
          title="No rows yet"
          text="No sample has finished yet. Samples appear here as they finish; resume the study if it is not running."
        />
      ) : (
        <>
          <FilterBar />
          {isNarrow ? <Stacked /> : <SideBySide />}
        </>
      )}
    </div>
  );
}

function SideBySide() {
  const plots = (
    <Split
      direction="row"
      first={<ScatterPlot />}
      second={<Distributions />}
      initial={0.42}
      minFirst={320}
      minSecond={240}
      side="second"
      storageKey="study-plots"
      label="Resize scatter and distributions"
    />
  );
  return (
    <div className="study-body">
      <Split
        direction="row"
        first={
          <Split
            direction="column"
            first={plots}
            second={<StudyTabs />}
            initial={0.38}
            minFirst={260}
            minSecond={120}
            side="second"
            storageKey="study-tables"
            label="Resize plots and tables"
          />
        }
        second={<ReplayPanel />}
        initial={0.29}
        minFirst={480}
        minSecond={280}
        side="second"
        storageKey="study-replay"
        label="Resize the replay"
      />
    </div>
  );
}

function Stacked() {
  return (
    <div className="study-stack">
      <div className="study-stack-plot">
        <ScatterPlot />
      </div>
      <div className="study-stack-replay">
        <ReplayPanel />
      </div>
      <Distributions />
      <div className="study-stack-tables">
        <StudyTabs />
      </div>
    </div>
  );
}

function StudyTabs() {
  const [selected, setSelected] = useState("samples");
  return (
    <div className="study-tabs">
      <Tabs
        label="Tables"
        selected={selected}
        onSelect={setSelected}
        items={[
          { id: "samples", label: "Samples", content: <RowsTable /> },
          { id: "cases", label: "Statistics", content: <CaseTable /> },
          { id: "drivers", label: "Drivers", content: <DriversView /> },
          { id: "failures", label: "Failures", content: <FailuresView /> },
        ]}
      />
    </div>
  );
}
