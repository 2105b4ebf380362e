import { setDisplay, notify, reset, runTo, scrub, stepBack, stepForward, togglePlay } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { setThemeChoice, toggleTheme } from "../ui/index.js";
import { panels, showPanel } from "../workbench/panels.js";
import { pickFiles } from "../home/pick-files.js";
import { go, parseRoute } from "./routes.js";
import { useShell } from "./shell-store.js";

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  /** As shown: "Space", "←", "Ctrl+K". */
  readonly keys?: string;
  /** `KeyboardEvent.key`, with "ctrl+" before it where Control or Command goes with it. */
  readonly key?: string;
  /** False while it makes no sense; left out: always true. */
  readonly isAvailable?: () => boolean;
  readonly run: () => void;
}

const isOpen = (): boolean => useStudio.getState().opened !== null;
const isWorkbench = (): boolean => isOpen() && parseRoute(location.hash).page === "model";
const hasHistory = (): boolean => isWorkbench() && (useStudio.getState().history?.length ?? 0) > 0;

const panelCommands: readonly Command[] = panels.flatMap(({ id, label, key }) =>
  key === null
    ? []
    : [
        {
          id: `panel-${key}`,
          label: `Show ${label.toLowerCase()}`,
          group: "Panels",
          keys: key,
          key,
          isAvailable: isWorkbench,
          run: () => showPanel(id),
        },
      ],
);

function toEnd(): void {
  const { history } = useStudio.getState();
  if (history) scrub(history.last);
}

export const commands: readonly Command[] = [
  {
    id: "play",
    label: "Play or pause",
    group: "Run",
    keys: "Space",
    key: " ",
    isAvailable: isWorkbench,
    run: togglePlay,
  },
  {
    id: "step",
    label: "Step forward",
    group: "Run",
    keys: "→",
    key: "ArrowRight",
    isAvailable: isWorkbench,
    run: stepForward,
  },
  {
    id: "back",
    label: "Step back",
    group: "Run",
    keys: "←",
    key: "ArrowLeft",
    isAvailable: hasHistory,
    run: stepBack,
  },
  {
    id: "first",
    label: "Go to the start",
    group: "Run",
    keys: "Home",
    key: "Home",
    isAvailable: hasHistory,
    run: () => scrub(useStudio.getState().history?.first ?? 0),
  },
  {
    id: "last",
    label: "Go to the end of the recording",
    group: "Run",
    keys: "End",
    key: "End",
    isAvailable: hasHistory,
    run: toEnd,
  },
  { id: "reset", label: "Reset the run", group: "Run", keys: "R", key: "r", isAvailable: isWorkbench, run: reset },
  {
    id: "run-10",
    label: "Run 10 s more, as fast as possible",
    group: "Run",
    isAvailable: isWorkbench,
    run: () => void runTo((useStudio.getState().history?.last ?? 0) + 10),
  },
  {
    id: "fit",
    label: "Fit the view",
    group: "View",
    keys: "F",
    key: "f",
    isAvailable: isWorkbench,
    run: () => void fitView(),
  },
  {
    id: "grid",
    label: "Toggle the grid",
    group: "View",
    keys: "G",
    key: "g",
    isAvailable: isWorkbench,
    run: () => setDisplay({ grid: !useStudio.getState().display.grid }),
  },
  ...panelCommands,
  { id: "home", label: "Home", group: "Go to", run: () => go({ page: "home" }) },
  { id: "workbench", label: "Workbench", group: "Go to", isAvailable: isOpen, run: () => go({ page: "model" }) },
  {
    id: "compare",
    label: "Compare formulations",
    group: "Go to",
    isAvailable: isOpen,
    run: () => go({ page: "compare" }),
  },
  { id: "open", label: "Open a file…", group: "General", keys: "Ctrl+O", key: "ctrl+o", run: pickFiles },
  { id: "search", label: "Search on this page", group: "General", keys: "/", key: "/", run: focusSearch },
  {
    id: "palette",
    label: "All commands",
    group: "General",
    keys: "Ctrl+K",
    key: "ctrl+k",
    run: () => useShell.setState({ shows: "palette" }),
  },
  {
    id: "help",
    label: "Keyboard shortcuts",
    group: "General",
    keys: "?",
    key: "?",
    run: () => useShell.setState({ shows: "help" }),
  },
  { id: "theme", label: "Toggle light and dark theme", group: "General", keys: "T", key: "t", run: toggleTheme },
  { id: "theme-system", label: "Use the system theme", group: "General", run: () => setThemeChoice("system") },
];

async function fitView(): Promise<void> {
  const { fitView: fit } = await import("../scene/view/view-store.js");
  fit();
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main input[data-search]");
  if (!field) return notify("info", "This page has no search field.");
  field.focus();
  field.select();
}
