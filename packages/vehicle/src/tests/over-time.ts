import type { Drive } from "../drive/drive.js";
import type { TestPlot } from "../report/report.js";

/** A channel of a drive as a plot. */
export const overTime = ({ t, column }: Drive, name: string, yLabel: string): TestPlot => ({
  name,
  title: yLabel.replace(/ \[.*/, ""),
  xLabel: "time [s]",
  yLabel,
  curves: [{ name, x: Array.from(t), y: Array.from(column(name)) }],
});
