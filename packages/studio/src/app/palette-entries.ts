import { openSystem } from "../home/open-system.js";
import { systemCards } from "../home/catalogue.js";
import type { PaletteEntry } from "../ui/index.js";
import { commands } from "./commands.js";

/** All that the command palette lists: what can be done now, then the mechanisms that come with kinetree. */
export function paletteEntries(): readonly PaletteEntry[] {
  const doable = commands
    .filter(({ id, isAvailable }) => id !== "palette" && isAvailable?.() !== false)
    .map(({ id, label, group, keys, run }) => ({ id, label, group, keys, onAction: run }));
  const systems = systemCards.map(({ name, title, summary }) => ({
    id: `system-${name}`,
    label: `Open ${title}`,
    group: "Mechanisms",
    detail: summary,
    onAction: () => void openSystem(name),
  }));
  return [...doable, ...systems];
}
