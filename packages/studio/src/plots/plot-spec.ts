import { CLOSURE } from "../engine/row-columns.js";
import type { PlotSpec } from "../run/store.js";

export const MOST_AXES = 4;
const MOST_LINES = 12;

export interface Channel {
  readonly name: string;
  readonly unit: string;
}

/** The two diagrams that tell how far a run can be trusted. */
const ENERGY = ["energy.kinetic", "energy.potential", "energy.total", "energy.work", "energy.balance"];

/** Energies, with the balance error on an axis of its own because it is tiny. */
export const energyPlot = (id: number): PlotSpec => ({
  id,
  channels: ENERGY.map((name) => ({ name, axis: name === "energy.balance" ? 1 : 0 })),
});

/** A diagram of how far loops come apart, over powers of ten. */
export const closurePlot = (id: number): PlotSpec => ({
  id,
  channels: [{ name: CLOSURE, axis: 0 }],
  logarithmic: true,
});

/** Whether a diagram is the one of the energies, or of the closures. */
export const isEnergyPlot = ({ channels }: PlotSpec): boolean =>
  channels.some(({ name }) => name === "energy.balance") && channels.every(({ name }) => name.startsWith("energy."));
export const isClosurePlot = ({ channels }: PlotSpec): boolean => channels.length === 1 && channels[0].name === CLOSURE;

export const nextPlotId = (plots: readonly PlotSpec[]): number => Math.max(0, ...plots.map(({ id }) => id)) + 1;

export interface Preset {
  readonly id: string;
  readonly label: string;
  readonly matches: (name: string) => boolean;
}

export const presets: readonly Preset[] = [
  { id: "energy", label: "Energy balance", matches: (name) => ENERGY.includes(name) },
  { id: "closure", label: "Closure error", matches: (name) => name === CLOSURE },
  { id: "coordinates", label: "Joint coordinates", matches: (name) => name.startsWith("q.") },
  { id: "speeds", label: "Speeds", matches: (name) => name.startsWith("v.") },
  { id: "contact", label: "Contact forces", matches: (name) => /^contact\..*\.normal$/.test(name) },
  { id: "tyre", label: "Wheel loads", matches: (name) => /^tyre\..*\.fz$/.test(name) },
];

/** The diagram of a preset; null if the model has none of its channels. */
export function presetPlot(id: number, preset: Preset, channels: readonly Channel[]): PlotSpec | null {
  const found = channels.filter(({ name }) => preset.matches(name)).slice(0, MOST_LINES);
  if (found.length === 0) return null;
  if (preset.id === "energy") {
    const { channels: lines, ...plot } = energyPlot(id);
    // A result file may have only some of them.
    return { ...plot, channels: lines.filter((line) => found.some(({ name }) => name === line.name)) };
  }
  if (preset.id === "closure") return closurePlot(id);
  return withChannels({ id, channels: [] }, found, channels);
}

/** Adds channels: each on the axis of its unit, else on a new axis, else on the last one. */
export function withChannels(plot: PlotSpec, added: readonly Channel[], known: readonly Channel[]): PlotSpec {
  const units = new Map(known.map(({ name, unit }) => [name, unit]));
  const lines = [...plot.channels];
  for (const { name, unit } of added) {
    if (lines.some((line) => line.name === name)) continue;
    const same = lines.find((line) => (units.get(line.name) ?? "") === unit);
    const free = [0, 1, 2, 3].find((axis) => lines.every((line) => line.axis !== axis));
    lines.push({ name, axis: same?.axis ?? free ?? MOST_AXES - 1 });
  }
  return { ...plot, channels: lines };
}

export const withoutChannel = (plot: PlotSpec, name: string): PlotSpec => ({
  ...plot,
  channels: plot.channels.filter((line) => line.name !== name),
});

export const withAxis = (plot: PlotSpec, name: string, axis: number): PlotSpec => ({
  ...plot,
  channels: plot.channels.map((line) => (line.name === name ? { name, axis } : line)),
});

export function plotTitle(plot: PlotSpec): string {
  if (isEnergyPlot(plot)) return "Energy balance";
  if (isClosurePlot(plot)) return "Closure error";
  const { channels } = plot;
  if (channels.length === 0) return "New diagram";
  const groups = [...new Set(channels.map(({ name }) => name.split(".")[0]))];
  if (channels.length > 2 && groups.length === 1) return `${groupLabel(groups[0])} (${channels.length})`;
  const names = channels.slice(0, 2).map(({ name }) => name);
  return channels.length > 2 ? `${names.join(", ")} and ${channels.length - 2} more` : names.join(", ");
}

const groupLabels: Readonly<Record<string, string>> = {
  q: "Coordinates",
  v: "Speeds",
  vdot: "Rates of speeds",
  pos: "Positions",
  quat: "Orientations",
  vel: "Velocities",
  omega: "Angular velocities",
  acc: "Accelerations",
  alpha: "Angular accelerations",
  load: "Joint loads",
  contact: "Contacts",
  tyre: "Tyres",
  deflection: "Station deflections",
  section: "Beam section forces, moments and stress",
  energy: "Energy",
  closure: "Closure error",
  com: "Centre of mass",
  momentum: "Momentum",
  angmom: "Angular momentum",
};

export const groupLabel = (group: string): string => groupLabels[group] ?? group;
