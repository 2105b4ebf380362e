import { lazy, Suspense } from "react";
import type { OpenedModel } from "../engine/protocol.js";
import { useStudio } from "../run/store.js";
import { Split, Tabs, useMedia } from "../ui/index.js";
import { panels, showPanel, usePanels, type PanelId } from "./panels.js";
import { ResultInfo } from "./result-info.js";
import { LeftSide, panelTab, RightSide, useShowSelected } from "./side-panels.js";
import { Transport } from "./transport/transport.js";
import "./workbench-page.css";

const SceneView = lazy(async () => ({ default: (await import("../scene/scene-view.js")).SceneView }));
const PlotDock = lazy(async () => ({ default: (await import("../plots/plot-dock.js")).PlotDock }));

/** The page of an open model: its tree, the picture, the run, plots and properties. */
export function WorkbenchPage() {
  const opened = useStudio((state) => state.opened);
  const isNarrow = useMedia("(max-width: 760px)");
  if (!opened) return <ResultOnly />;
  return (
    <>
      <h1 className="visually-hidden">{opened.numbers.name}</h1>
      {isNarrow ? <Stacked opened={opened} /> : <SideBySide opened={opened} />}
    </>
  );
}

function SideBySide({ opened }: { opened: OpenedModel }) {
  const { left, right, plots } = usePanels();
  const classes = ["workbench", !left && "workbench-without-left"].filter(Boolean).join(" ");
  return (
    <div className={classes} data-testid="workbench">
      <Split
        direction="row"
        label="Width of the model panel"
        storageKey="workbench.left"
        side="first"
        initial={0.19}
        minFirst={236}
        minSecond={420}
        first={left ? <LeftSide opened={opened} /> : null}
        second={
          <div className={right ? "workbench" : "workbench workbench-without-right"}>
            <Split
              direction="row"
              label="Width of the properties"
              storageKey="workbench.right"
              side="second"
              initial={0.3}
              minFirst={300}
              minSecond={284}
              first={
                <div className={plots ? "workbench" : "workbench workbench-without-plots"}>
                  <Split
                    direction="column"
                    label="Height of the plots"
                    storageKey="workbench.plots"
                    side="second"
                    initial={0.32}
                    minFirst={220}
                    minSecond={110}
                    first={<Centre hasPanels />}
                    second={plots ? <Plots /> : null}
                  />
                </div>
              }
              second={right ? <RightSide opened={opened} /> : null}
            />
          </div>
        }
      />
    </div>
  );
}

function Centre({ hasPanels }: { hasPanels: boolean }) {
  return (
    <div className="workbench-centre">
      <Scene />
      <Transport hasPanels={hasPanels} />
    </div>
  );
}

function Scene() {
  return (
    <div className="workbench-scene">
      <Suspense fallback={null}>
        <SceneView />
      </Suspense>
    </div>
  );
}

function Plots() {
  return (
    <div className="workbench-plots">
      <Suspense fallback={null}>
        <PlotDock />
      </Suspense>
    </div>
  );
}

/** On a phone: the picture on top, everything else under tabs. */
function Stacked({ opened }: { opened: OpenedModel }) {
  const tab = usePanels((state) => state.stackedTab);
  useShowSelected();
  return (
    <div className="workbench-stack" data-testid="workbench">
      <Scene />
      <Transport hasPanels={false} />
      <Tabs
        label="Panels"
        selected={tab}
        onSelect={(id) => showPanel(id as PanelId)}
        items={panels.map(({ id, label }) =>
          id === "plots" ? { id, label, content: <Plots /> } : panelTab(id, label, opened),
        )}
      />
    </div>
  );
}

/** A result file without its model: diagrams and the description of the file. */
function ResultOnly() {
  const result = useStudio((state) => state.result);
  if (!result) return null;
  return (
    <div className="workbench" data-testid="workbench">
      <h1 className="visually-hidden">Result file {result.name}</h1>
      <Split
        direction="row"
        label="Width of the description"
        storageKey="workbench.result"
        side="second"
        initial={0.26}
        minFirst={240}
        minSecond={200}
        first={
          <div className="workbench-centre">
            <Plots />
            <Transport hasPanels={false} />
          </div>
        }
        second={<ResultInfo result={result} />}
      />
    </div>
  );
}
