import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import "./split.css";
import { useStored } from "../behaviour/use-stored.js";

export interface SplitProps {
  readonly direction: "row" | "column";
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Size of the side that keeps its size: up to 1 a share of the whole, above that pixels. */
  readonly initial: number;
  /** Pixels. */
  readonly minFirst: number;
  readonly minSecond: number;
  /** Which one keeps its size while the window changes. */
  readonly side: "first" | "second";
  readonly storageKey: string;
  /** Accessible name of the divider. */
  readonly label?: string | undefined;
}

/** Pixels that an arrow key moves the line. */
const NUDGE = 16;

/** Two panes with a line between that can be moved with the mouse and the arrow keys; a double click or Home puts it back. */
export function Split(props: SplitProps) {
  const { direction, first, second, initial, minFirst, minSecond, side, storageKey, label } = props;
  const [size, setSize] = useStored(`split.${storageKey}`, initial);
  const [isDragging, setDragging] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const isRow = direction === "row";

  /** Size of the whole, and of the side that keeps its size [px]. */
  const measure = (): { whole: number; kept: number } => {
    const whole = (isRow ? frame.current?.clientWidth : frame.current?.clientHeight) ?? 1;
    return { whole, kept: size <= 1 ? size * whole : size };
  };
  const resize = (pixels: number): void => {
    const { whole } = measure();
    const [least, other] = side === "first" ? [minFirst, minSecond] : [minSecond, minFirst];
    const kept = Math.max(least, Math.min(whole - other, pixels));
    // Shares stay shares, pixels pixels.
    setSize(initial <= 1 ? Math.min(1, kept / whole) : Math.max(2, Math.round(kept)));
  };
  const onPointerMove = (event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (!isDragging || !box) return;
    const at = isRow ? event.clientX - box.left : event.clientY - box.top;
    resize(side === "first" ? at : (isRow ? box.width : box.height) - at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const more = side === "first" ? 1 : -1;
    const { kept } = measure();
    if (event.key === (isRow ? "ArrowRight" : "ArrowDown")) resize(kept + more * NUDGE);
    else if (event.key === (isRow ? "ArrowLeft" : "ArrowUp")) resize(kept - more * NUDGE);
    else if (event.key === "Home") setSize(initial);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const [least, other] = side === "first" ? [minFirst, minSecond] : [minSecond, minFirst];
  const kept: CSSProperties = {
    flex: `0 0 ${size <= 1 ? `${size * 100}%` : `${size}px`}`,
    [isRow ? "minWidth" : "minHeight"]: `${least}px`,
    [isRow ? "maxWidth" : "maxHeight"]: `max(${least}px, calc(100% - ${other + 1}px))`,
  };
  const free: CSSProperties = { flex: "1 1 0" };
  return (
    <div ref={frame} className={`split split-${direction}`}>
      <div className="split-pane" style={side === "first" ? kept : free}>
        {first}
      </div>
      <div
        className="split-handle"
        role="separator"
        tabIndex={0}
        aria-label={label ?? "Resize"}
        aria-orientation={isRow ? "vertical" : "horizontal"}
        aria-valuemin={0}
        aria-valuemax={initial <= 1 ? 100 : 4000}
        aria-valuenow={Math.round(initial <= 1 ? size * 100 : size)}
        {...(isDragging && { "data-dragging": true })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onDoubleClick={() => setSize(initial)}
        onKeyDown={onKeyDown}
      />
      <div className="split-pane" style={side === "second" ? kept : free}>
        {second}
      </div>
    </div>
  );
}
