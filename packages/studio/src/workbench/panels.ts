import { create } from "zustand";
import { readStored, writeStored } from "../ui/index.js";

/** A part of the workbench that can be hidden. */
export type PanelName = "left" | "right" | "plots";

/** What the left-hand side shows under the tree. */
export type LeftTab = "pose" | "parameters";

/** What the right-hand side shows. */
export type RightTab = "properties" | "run" | "modes" | "checks";

/** What a narrow window shows under the picture. */
export type StackedTab = LeftTab | RightTab | "tree" | "plots";

/** What is shown of the workbench; remembered by the browser. */
export interface PanelState {
  readonly left: boolean;
  readonly right: boolean;
  readonly plots: boolean;
  readonly leftTab: LeftTab;
  readonly rightTab: RightTab;
  readonly stackedTab: StackedTab;
}

const KEY = "workbench.panels";

const tabs: ReadonlySet<string> = new Set<StackedTab>([
  "pose",
  "parameters",
  "properties",
  "run",
  "modes",
  "checks",
  "tree",
  "plots",
]);

const defaults: PanelState = {
  left: true,
  right: true,
  plots: true,
  leftTab: "pose",
  rightTab: "properties",
  stackedTab: "tree",
};

/** Which panels are open. */
export const usePanels = create<PanelState>()(() => ({ ...defaults, ...remembered() }));

/** Shows or hides a panel. */
export const togglePanel = (name: PanelName): void => change({ [name]: !usePanels.getState()[name] });

/** Brings the plots into sight. */
export const showPlots = (): void => change({ plots: true, stackedTab: "plots" });

/** Brings one tab of the left-hand side into sight. */
export const showLeft = (leftTab: LeftTab): void => change({ left: true, leftTab, stackedTab: leftTab });

/** Brings one tab of the right-hand side into sight. */
export const showRight = (rightTab: RightTab): void => change({ right: true, rightTab, stackedTab: rightTab });

/** Shows one tab of a narrow window. */
export const showStacked = (stackedTab: StackedTab): void => change({ stackedTab });

function change(to: Partial<PanelState>): void {
  usePanels.setState(to);
  writeStored(KEY, usePanels.getState());
}

/** What was stored, as far as it still makes sense. */
function remembered(): Partial<PanelState> {
  const stored = readStored(KEY);
  if (typeof stored !== "object" || stored === null) return {};
  const kept = Object.entries(defaults).filter(([name, value]) => {
    const found: unknown = Reflect.get(stored, name);
    return typeof found === typeof value && (typeof found === "boolean" || tabs.has(String(found)));
  });
  return Object.fromEntries(kept.map(([name]) => [name, Reflect.get(stored, name)]));
}
