import { describe, expect, test } from "vitest";
import { groupsOf } from "../../src/plots/channel-picker.js";
import { slotsOf } from "../../src/plots/chart-ink.js";
import {
  closurePlot,
  energyPlot,
  isClosurePlot,
  isEnergyPlot,
  nextPlotId,
  plotTitle,
  presetPlot,
  presets,
  withAxis,
  withChannels,
  withoutChannel,
} from "../../src/plots/plot-spec.js";

const channels = [
  { name: "q.hinge", unit: "rad" },
  { name: "q.slide", unit: "m" },
  { name: "v.hinge", unit: "rad/s" },
  { name: "pos.arm.x", unit: "m" },
  { name: "load.hinge.fx", unit: "N" },
  { name: "energy.total", unit: "J" },
];

describe("diagrams", () => {
  test("put channels of one unit on one axis, at most four axes", () => {
    const plot = withChannels({ id: 1, channels: [] }, channels, channels);
    expect(plot.channels.map(({ name, axis }) => [name, axis])).toEqual([
      ["q.hinge", 0],
      ["q.slide", 1],
      ["v.hinge", 2],
      ["pos.arm.x", 1],
      ["load.hinge.fx", 3],
      ["energy.total", 3],
    ]);
  });

  test("take a channel once, let it go, and move it", () => {
    const plot = withChannels({ id: 1, channels: [] }, [channels[0], channels[0]], channels);
    expect(plot.channels).toHaveLength(1);
    expect(withAxis(plot, "q.hinge", 2).channels).toEqual([{ name: "q.hinge", axis: 2 }]);
    expect(withoutChannel(plot, "q.hinge").channels).toEqual([]);
  });

  test("of energies and closures are known again", () => {
    expect(isEnergyPlot(energyPlot(1))).toBe(true);
    expect(isClosurePlot(closurePlot(2))).toBe(true);
    expect(isEnergyPlot(closurePlot(2))).toBe(false);
    expect(plotTitle(energyPlot(1))).toBe("Energy balance");
    expect(nextPlotId([energyPlot(4)])).toBe(5);
  });

  test("of a preset are there only if the model has its channels", () => {
    const coordinates = presets.find(({ id }) => id === "coordinates");
    const contact = presets.find(({ id }) => id === "contact");
    if (!coordinates || !contact) throw new Error("a preset is missing");
    expect(presetPlot(1, coordinates, channels)?.channels.map(({ name }) => name)).toEqual(["q.hinge", "q.slide"]);
    expect(presetPlot(1, contact, channels)).toBeNull();
  });
});

test("a search means names and families, every word of it", () => {
  expect(groupsOf(channels, "").map(({ id }) => id)).toEqual(["energy", "q", "v", "pos", "load"]);
  expect(groupsOf(channels, "hinge q").flatMap((group) => group.channels.map(({ name }) => name))).toEqual(["q.hinge"]);
  expect(groupsOf(channels, "speeds").flatMap((group) => group.channels.map(({ name }) => name))).toEqual(["v.hinge"]);
  expect(groupsOf(channels, "nothing")).toEqual([]);
});

test("lines keep their colours when others come and go", () => {
  const first = slotsOf(new Map(), ["a", "b", "c"]);
  expect([...slotsOf(first, ["b", "c", "d"])]).toEqual([
    ["b", 1],
    ["c", 2],
    ["d", 0],
  ]);
});
