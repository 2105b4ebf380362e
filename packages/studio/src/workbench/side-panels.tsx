import { useEffect } from "react";
import type { OpenedModel } from "../engine/protocol.js";
import { useStudio } from "../run/store.js";
import { Badge, Split, Tabs, type TabsItem } from "../ui/index.js";
import { ChecksPanel } from "./checks/checks-panel.js";
import { Inspector } from "./inspect/inspector.js";
import { ModesPanel } from "./modes/modes-panel.js";
import { showLeft, showRight, usePanels, type LeftTab, type RightTab } from "./panels.js";
import { ParametersPanel } from "./parameters/parameters-panel.js";
import { PosePanel } from "./pose/pose-panel.js";
import { SetupPanel } from "./setup/setup-panel.js";
import { TreePanel } from "./tree/tree-panel.js";

/** Tabs of the left-hand side. */
export const leftTabs = (opened: OpenedModel): readonly TabsItem[] => [
  { id: "pose", label: "Pose", content: <PosePanel opened={opened} /> },
  { id: "parameters", label: "Parameters", content: <ParametersPanel opened={opened} /> },
];

/** Tabs of the right-hand side. */
export function rightTabs(opened: OpenedModel): readonly TabsItem[] {
  const remarks = opened.findings.length;
  return [
    { id: "properties", label: "Properties", content: <Inspector opened={opened} /> },
    { id: "run", label: "Run set-up", content: <SetupPanel opened={opened} /> },
    { id: "modes", label: "Modes", content: <ModesPanel opened={opened} /> },
    {
      id: "checks",
      label: remarks === 0 ? "Checks" : <>Checks {<Badge tone="warning">{remarks}</Badge>}</>,
      content: <ChecksPanel opened={opened} />,
    },
  ];
}

/** The tree over what can be moved and changed. */
export function LeftSide({ opened }: { opened: OpenedModel }) {
  const tab = usePanels((state) => state.leftTab);
  return (
    <Split
      direction="column"
      label="Size of the model tree"
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
            onSelect={(id) => showLeft(id as LeftTab)}
            items={leftTabs(opened)}
          />
        </div>
      }
    />
  );
}

/** Properties, set-up of the run, natural motions and checks. */
export function RightSide({ opened }: { opened: OpenedModel }) {
  const tab = usePanels((state) => state.rightTab);
  useShowWhatIsSelected();
  return (
    <div className="workbench-side">
      <Tabs
        label="Properties, run, modes and checks"
        selected={tab}
        onSelect={(id) => showRight(id as RightTab)}
        items={rightTabs(opened)}
      />
    </div>
  );
}

/** Selecting something brings its properties into sight. */
export function useShowWhatIsSelected(): void {
  useEffect(
    () =>
      useStudio.subscribe(({ selected }, before) => {
        if (selected !== null && selected !== before.selected) showRight("properties");
      }),
    [],
  );
}
