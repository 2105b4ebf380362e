import { commands, type Command } from "./commands.js";
import { useShell } from "./shell-store.js";

/** Keys that a focused control of one of these roles takes for itself. */
const arrows = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);
const takesArrows =
  "input, select, textarea, [role=slider], [role=separator], [role=tab], [role=treeitem], [role=option], [role=menuitem], [role=row], [role=radio], [data-arrows]";
const takesSpace =
  "a, button, input, select, textarea, summary, [role=button], [role=tab], [role=treeitem], [role=option], [role=menuitem], [role=switch], [role=row], tr[tabindex]";
const takesText = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/** Runs the command of a key, unless the focused control uses the key itself. */
export function startShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const command = commandOf(event);
    if (!command || isTaken(event) || command.isAvailable?.() === false) return;
    event.preventDefault();
    command.run();
  };
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}

function commandOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">): Command | null {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const key = event.ctrlKey || event.metaKey ? `ctrl+${name}` : name;
  return commands.find((command) => command.key === key) ?? null;
}

function isTaken(event: KeyboardEvent): boolean {
  const withControl = event.ctrlKey || event.metaKey;
  if (useShell.getState().shows !== null || document.querySelector("[role=dialog], [role=alertdialog]")) return true;
  if (withControl || !(event.target instanceof Element)) return false;
  if (event.target.closest(takesText)) return true;
  if (arrows.has(event.key)) return event.target.closest(takesArrows) !== null;
  return event.key === " " && event.target.closest(takesSpace) !== null;
}
