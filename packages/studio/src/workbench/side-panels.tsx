import { useEffect, type ComponentType } from "react";
import type { OpenedModel } from "../engine/protocol.js";
import { useStudio } from "../run/store.js";
import { Badge, Split, Tabs, type TabsItem } from "../ui/index.js";
import { ChecksPanel } from "./checks/checks-panel.js";
import { Inspector } from "./inspect/inspector.js";
import { ModesPanel } from "./modes/modes-panel.js";
import { panelsOf, showPanel, usePanels, type PanelId, type Side } from "./panels.js";
import { ParametersPanel } from "./parameters/parameters-panel.js";
import { PosePanel } from "./pose/pose-panel.js";
import { SetupPanel } from "./setup/setup-panel.js";
import { TreePanel } from "./tree/tree-panel.js";

interface PanelProps {
  readonly opened: OpenedModel;
}

const contents: Readonly<Record<Exclude<PanelId, "plots">, ComponentType<PanelProps>>> = {
  tree: TreePanel,
  pose: PosePanel,
  parameters: ParametersPanel,
  properties: Inspector,
  run: SetupPanel,
  modes: ModesPanel,
  checks: ChecksPanel,
};

/** A panel as a tab; plots have a place of their own. */
export function panelTab(id: Exclude<PanelId, "plots">, label: string, opened: OpenedModel): TabsItem {
  const Content = contents[id];
  const remarks = id === "checks" ? opened.findings.length : 0;
  return {
    id,
    label:
      remarks === 0 ? (
        label
      ) : (
        <>
          {label} <Badge tone="warning">{remarks}</Badge>
        </>
      ),
    content: <Content opened={opened} />,
  };
}

const tabsOf = (side: Side, opened: OpenedModel): readonly TabsItem[] =>
  panelsOf(side).flatMap(({ id, label }) => (id === "plots" ? [] : [panelTab(id, label, opened)]));

/** The model tree above the tabs that pose and change the model. */
export function LeftSide({ opened }: PanelProps) {
  const tab = usePanels((state) => state.leftTab);
  return (
    <Split
      direction="column"
      label="Height of the model tree"
      storageKey="workbench.tree"
      side="first"
      initial={0.42}
      minFirst={110}
      minSecond={160}
      first={<TreePanel opened={opened} />}
      second={
        <div className="workbench-side">
          <Tabs
            label="Pose and parameters"
            selected={tab}
            onSelect={(id) => showPanel(id as PanelId)}
            items={tabsOf("left", opened)}
          />
        </div>
      }
    />
  );
}

export function RightSide({ opened }: PanelProps) {
  const tab = usePanels((state) => state.rightTab);
  useShowSelected();
  return (
    <div className="workbench-side">
      <Tabs
        label="Properties, run, modes and checks"
        selected={tab}
        onSelect={(id) => showPanel(id as PanelId)}
        items={tabsOf("right", opened)}
      />
    </div>
  );
}

/** Shows the properties of whatever gets selected. */
export function useShowSelected(): void {
  useEffect(
    () =>
      useStudio.subscribe(({ selected }, before) => {
        if (selected !== null && selected !== before.selected) showPanel("properties");
      }),
    [],
  );
}
