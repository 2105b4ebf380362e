import { create } from "zustand";
import { readStored, writeStored } from "../ui/index.js";

/**
 * All panels of the workbench, in the order of a narrow window, with the side that has each as a tab and the key that shows it.
 * Types, tab bars, commands and stored settings follow from this list; side-panels.tsx has the contents.
 */
export const panels = [
  { id: "tree", side: null, label: "Tree", key: null },
  { id: "pose", side: "left", label: "Pose", key: "1" },
  { id: "parameters", side: "left", label: "Parameters", key: "2" },
  { id: "properties", side: "right", label: "Properties", key: "3" },
  { id: "run", side: "right", label: "Run set-up", key: "4" },
  { id: "modes", side: "right", label: "Modes", key: "7" },
  { id: "checks", side: "right", label: "Checks", key: "5" },
  { id: "plots", side: null, label: "Plots", key: "6" },
] as const;

type Panel = (typeof panels)[number];

export type PanelId = Panel["id"];
export type Side = NonNullable<Panel["side"]>;

/** Layout of the workbench, stored by the browser. */
export interface PanelState {
  readonly left: boolean;
  readonly right: boolean;
  readonly plots: boolean;
  readonly leftTab: PanelId;
  readonly rightTab: PanelId;
  readonly stackedTab: PanelId;
}

const KEY = "workbench.panels";

const defaults: PanelState = {
  left: true,
  right: true,
  plots: true,
  leftTab: "pose",
  rightTab: "properties",
  stackedTab: "tree",
};

export const usePanels = create<PanelState>()(() => ({ ...defaults, ...stored() }));

export const panelsOf = (side: Side): readonly Panel[] => panels.filter((panel) => panel.side === side);

/** Shows or hides a part of the workbench. */
export const togglePart = (name: "left" | "right" | "plots"): void => change({ [name]: !usePanels.getState()[name] });

export function showPanel(id: PanelId): void {
  const side = panels.find((panel) => panel.id === id)?.side;
  change({
    stackedTab: id,
    ...(id === "plots" ? { plots: true } : {}),
    ...(side === "left" ? { left: true, leftTab: id } : {}),
    ...(side === "right" ? { right: true, rightTab: id } : {}),
  });
}

function change(to: Partial<PanelState>): void {
  usePanels.setState(to);
  writeStored(KEY, usePanels.getState());
}

/** Stored settings that are still valid. */
function stored(): Partial<PanelState> {
  const found = readStored(KEY);
  if (typeof found !== "object" || found === null) return {};
  const valid: Readonly<Record<string, readonly Panel[]>> = {
    leftTab: panelsOf("left"),
    rightTab: panelsOf("right"),
    stackedTab: panels,
  };
  const kept = Object.keys(defaults).filter((name) => {
    const value: unknown = Reflect.get(found, name);
    return name in valid ? valid[name].some(({ id }) => id === value) : typeof value === "boolean";
  });
  return Object.fromEntries(kept.map((name) => [name, Reflect.get(found, name)]));
}
