import { Crosshair } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { NumberColumn } from "../../api/columns.js";
import { EmptyState } from "../../ui/index.js";
import { classesOf } from "../data/column-facts.js";
import type { FilterMask } from "../data/filter-mask.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, isNumeric, titleOf, type StudyTable } from "../data/study-table.js";
import { classColours, type ChartColours } from "./chart-colours.js";
import { savePicture } from "./chart-export.js";
import { Legend } from "./legend.js";
import { canvasPen } from "./pen.js";
import { ScatterBar, type ScatterTool } from "./scatter-bar.js";
import { drawAxes, scatterImage, type ScatterPicture } from "./scatter-draw.js";
import { scatterPng, scatterSvg } from "./scatter-export.js";
import { ScatterOverlay } from "./scatter-overlay.js";
import "./scatter-plot.css";
import { useScatterPointers, useWheelZoom } from "./scatter-pointers.js";
import { frameOf, placesOf, wholeView, zoomed, type Frame, type View } from "./scatter-scale.js";
import { useCanvas, useColours, useSize } from "./use-charts.js";

/** One column plotted over another, one dot per sample. */
export function ScatterPlot() {
  const table = useStudy((state) => state.table);
  const mask = useStudy((state) => state.mask);
  const axes = useStudy((state) => state.axes);
  if (!table || !mask) return null;
  const x = columnNamed(table, axes.x);
  const y = columnNamed(table, axes.y);
  if (!x || !y || !isNumeric(x) || !isNumeric(y))
    return (
      <EmptyState
        icon={<Crosshair />}
        title="Nothing to plot yet"
        text="The study has fewer than two numeric columns so far."
      />
    );
  return <Scatter key={`${x.name} ${y.name}`} table={table} mask={mask} x={x} y={y} />;
}

interface ScatterProps {
  readonly table: StudyTable;
  readonly mask: FilterMask;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
}

function Scatter({ table, mask, x, y }: ScatterProps) {
  const colours = useColours();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const whole = useMemo(() => wholeView(x, y), [x, y]);
  const [zoom, setZoom] = useState<View | null>(null);
  const [tool, setTool] = useState<ScatterTool>("brush");
  const view = zoom ?? whole;
  const frame = useMemo(() => frameOf(size.width, size.height), [size]);
  const places = useMemo(() => placesOf(x, y, view, frame, 1), [x, y, view, frame]);
  const { picture, labels } = usePicture({ table, mask, x, y }, view, frame, colours);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, scale: number) => {
      const image = scatterImage(picture, scale === 1 ? places : placesOf(x, y, view, frame, scale), scale);
      context.putImageData(image, Math.round(frame.left * scale), Math.round(frame.top * scale));
      drawAxes(canvasPen(context), picture);
    },
    [picture, places, x, y, view, frame],
  );
  const canvas = useCanvas(size, draw, true);
  useWheelZoom(box, frame, whole, setZoom);
  const { brush, handlers } = useScatterPointers({ mask, x, y, view, frame, places, tool, onView: setZoom });
  const saved = useRef({ picture, x, y, labels });
  useEffect(() => {
    saved.current = { picture, x, y, labels };
  });
  const save = useCallback((format: "png" | "svg"): void => {
    const given = saved.current;
    const name = `${given.y.name} over ${given.x.name}`;
    void savePicture(name, format, () => (format === "png" ? scatterPng(given) : scatterSvg(given)));
  }, []);
  const setZoomBy = useCallback(
    (factor: number | null): void =>
      setZoom((before) => (factor === null ? null : zoomed(before ?? whole, factor, 0.5, 0.5))),
    [whole],
  );
  return (
    <section className="scatter" aria-label="Scatter plot" data-testid="scatter">
      <ScatterBar
        table={table}
        x={x.name}
        y={y.name}
        tool={tool}
        isWhole={zoom === null}
        onTool={setTool}
        onZoom={setZoomBy}
        onSave={save}
      />
      <div
        ref={box}
        className={`scatter-box scatter-${tool}`}
        data-testid="scatter-box"
        {...handlers}
        onDoubleClick={() => setZoom(null)}
      >
        <canvas
          ref={canvas}
          className="scatter-canvas"
          role="img"
          aria-label={`${titleOf(y)} over ${titleOf(x)}: ${mask.passing} of ${table.rows} samples pass the filters. The table of samples lists them.`}
        />
        <ScatterOverlay
          table={table}
          x={x}
          y={y}
          places={places}
          frame={frame}
          size={size}
          colours={colours}
          brush={brush}
        />
      </div>
      <Legend />
    </section>
  );
}

/** The picture of the dots, in the colours of the chosen column's classes. */
function usePicture(
  { table, mask, x, y }: ScatterProps,
  view: View,
  frame: Frame,
  colours: ChartColours,
): { readonly picture: ScatterPicture; readonly labels: readonly string[] } {
  const colourBy = useStudy((state) => state.colourBy);
  const column = columnNamed(table, colourBy);
  const { codes, labels } = useMemo(() => classesOf(column ?? x), [column, x]);
  const palette = useMemo(() => classColours(colours, labels), [colours, labels]);
  const picture = useMemo(
    () => ({ frame, view, mask, codes, palette, colours, xTitle: titleOf(x), yTitle: titleOf(y) }),
    [frame, view, mask, codes, palette, colours, x, y],
  );
  return { picture, labels };
}
