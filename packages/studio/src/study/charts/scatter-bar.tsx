import { Hand, ImageDown, Maximize, SquareDashed, ZoomIn, ZoomOut } from "lucide-react";
import { memo } from "react";
import { IconButton, Menu, Select } from "../../ui/index.js";
import { setAxes } from "../data/study-actions.js";
import { axisColumns } from "../data/study-defaults.js";
import { titleOf, type StudyTable } from "../data/study-table.js";

/** Effect of dragging: filters by a rectangle, or moves the view. */
export type ScatterTool = "brush" | "pan";

interface ScatterBarProps {
  readonly table: StudyTable;
  readonly x: string;
  readonly y: string;
  readonly tool: ScatterTool;
  readonly isWhole: boolean;
  readonly onTool: (tool: ScatterTool) => void;
  readonly onZoom: (factor: number | null) => void;
  readonly onSave: (format: "png" | "svg") => void;
}

/** Axes and tools of the scatter plot; memoised, because filters do not change it. */
export const ScatterBar = memo(function ScatterBar({
  table,
  x,
  y,
  tool,
  isWhole,
  onTool,
  onZoom,
  onSave,
}: ScatterBarProps) {
  const options = axisColumns(table).map((each) => ({ id: each.name, label: titleOf(each) }));
  return (
    <header className="scatter-bar">
      <Select
        label="Y axis"
        isLabelHidden
        value={y}
        options={options}
        onChange={(id) => setAxes({ y: id })}
        data-testid="scatter-y"
      />
      <span className="scatter-over">over</span>
      <Select
        label="X axis"
        isLabelHidden
        value={x}
        options={options}
        onChange={(id) => setAxes({ x: id })}
        data-testid="scatter-x"
      />
      <span className="scatter-space" />
      <IconButton
        label="Drag to filter"
        icon={<SquareDashed />}
        isPressed={tool === "brush"}
        onPress={() => onTool("brush")}
      />
      <IconButton label="Drag to move" icon={<Hand />} isPressed={tool === "pan"} onPress={() => onTool("pan")} />
      <IconButton label="Zoom in" icon={<ZoomIn />} onPress={() => onZoom(0.7)} />
      <IconButton label="Zoom out" icon={<ZoomOut />} onPress={() => onZoom(1 / 0.7)} />
      <IconButton label="Show all" icon={<Maximize />} isDisabled={isWhole} onPress={() => onZoom(null)} />
      <Menu
        label="Save the plot"
        trigger={<IconButton label="Save the plot" icon={<ImageDown />} />}
        items={[
          { id: "png", label: "PNG", onAction: () => onSave("png") },
          { id: "svg", label: "SVG", onAction: () => onSave("svg") },
        ]}
      />
    </header>
  );
});
