import { useCallback } from "react";
import type { NumberColumn } from "../../api/columns.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import { useStudy } from "../data/study-store.js";
import { cellOf, columnNamed, placeOfRow, type StudyTable } from "../data/study-table.js";
import type { ChartColours } from "./chart-colours.js";
import type { DotPlaces } from "./dots.js";
import type { Frame } from "./scatter-scale.js";
import { useCanvas } from "./use-charts.js";

/** A rectangle that is being drawn, in pixels of the frame. */
export interface Brush {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

interface OverlayProps {
  readonly table: StudyTable;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  readonly places: DotPlaces;
  readonly frame: Frame;
  readonly size: { readonly width: number; readonly height: number };
  readonly colours: ChartColours;
  readonly brush: Brush | null;
}

/** Frequently changing marks above the dots: hovered and replayed samples, the brush. */
export function ScatterOverlay({ table, x, y, places, frame, size, colours, brush }: OverlayProps) {
  const hovered = useStudy((state) => state.hovered);
  const replays = useStudy((state) => state.replays);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      const ring = (place: number, colour: string, radius: number): void => {
        const [px, py] = [places.x[place], places.y[place]];
        if (!(px >= 0 && px <= frame.width && py >= 0 && py <= frame.height)) return;
        for (const [style, width] of [
          [colours.surface, 5],
          [colour, 2.5],
        ] as const) {
          context.beginPath();
          context.arc(frame.left + px, frame.top + py, radius, 0, 2 * Math.PI);
          context.strokeStyle = style;
          context.lineWidth = width;
          context.stroke();
        }
      };
      for (const { row, colour } of replays) ring(placeOfRow(table, row), colours.series[colour], 7);
      if (hovered >= 0) ring(hovered, colours.text, 6);
      if (!brush) return;
      const [left, top] = [frame.left + Math.min(brush.x0, brush.x1), frame.top + Math.min(brush.y0, brush.y1)];
      const [width, height] = [Math.abs(brush.x1 - brush.x0), Math.abs(brush.y1 - brush.y0)];
      context.globalAlpha = 0.18;
      context.fillStyle = colours.accent;
      context.fillRect(left, top, width, height);
      context.globalAlpha = 1;
      context.strokeStyle = colours.accent;
      context.lineWidth = 1;
      context.strokeRect(left + 0.5, top + 0.5, width, height);
    },
    [places, frame, colours, replays, hovered, brush, table],
  );
  const canvas = useCanvas(size, draw);
  return (
    <>
      <canvas ref={canvas} className="scatter-canvas scatter-above" aria-hidden />
      {hovered >= 0 && !brush && (
        <HoverCard table={table} place={hovered} x={x} y={y} places={places} frame={frame} size={size} />
      )}
    </>
  );
}

type CardProps = Pick<OverlayProps, "table" | "x" | "y" | "places" | "frame" | "size"> & { readonly place: number };

function HoverCard({ table, place, x, y, places, frame, size }: CardProps) {
  const colourBy = useStudy((state) => state.colourBy);
  const [px, py] = [places.x[place], places.y[place]];
  if (!(px >= 0 && px <= frame.width && py >= 0 && py <= frame.height)) return null;
  const left = frame.left + px;
  const top = frame.top + py;
  const name = (role: string): string => {
    const column = table.columns.find((each) => each.role === role);
    return column ? String(cellOf(column, place) ?? "") : "";
  };
  const column = columnNamed(table, colourBy);
  const value = column && cellOf(column, place);
  const lines = [
    [y.name, `${shortNumber(y.values[place])} ${y.unit}`],
    [x.name, `${shortNumber(x.values[place])} ${x.unit}`],
    ...(column
      ? [[column.name, column.kind === "boolean" ? (value === 1 ? "true" : "false") : String(value ?? "–")]]
      : []),
  ];
  const style = {
    ...(left > size.width - 210 ? { right: size.width - left + 12 } : { left: left + 12 }),
    ...(top > size.height - 120 ? { bottom: size.height - top + 12 } : { top: top + 12 }),
  };
  return (
    <div className="scatter-card" style={style}>
      <strong>
        {name("case")} / {name("sample")}
      </strong>
      {lines.map(([label, text]) => (
        <span key={label} className="scatter-card-line">
          <span>{label}</span>
          <span>{text}</span>
        </span>
      ))}
      <span className="scatter-card-hint">click: replay · Shift: overlay</span>
    </div>
  );
}
