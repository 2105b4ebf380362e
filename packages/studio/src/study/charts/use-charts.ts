import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTheme } from "../../ui/index.js";
import { readColours, type ChartColours } from "./chart-colours.js";

export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export function useColours(): ChartColours {
  const { theme } = useTheme();
  return useMemo(() => readColours(theme), [theme]);
}

/** A canvas that is drawn again whenever `draw` changes. */
export function useCanvas(
  size: { readonly width: number; readonly height: number },
  draw: (context: CanvasRenderingContext2D, scale: number) => void,
  /** Set for pictures that are made pixel by pixel: the browser then keeps them where they are made. */
  isOfPixels = false,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = size;
  const paint = useCallback(() => {
    const { current } = canvas;
    const context = current?.getContext("2d", { willReadFrequently: isOfPixels });
    if (!current || !context || width === 0 || height === 0) return;
    const scale = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    // Setting a size empties a canvas, so it is set only when it is another.
    if (current.width !== w) current.width = w;
    if (current.height !== h) current.height = h;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, scale);
  }, [width, height, draw, isOfPixels]);
  useLayoutEffect(paint, [paint]);
  return canvas;
}

/** Calls back at most once per frame, with the last value, to follow the pointer. */
export function useOncePerFrame<T>(act: (value: T) => void): (value: T) => void {
  const latest = useRef(act);
  const waiting = useRef<{ value: T; frame: number } | null>(null);
  useLayoutEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => cancelAnimationFrame(waiting.current?.frame ?? 0), []);
  return useCallback((value: T) => {
    if (waiting.current) {
      waiting.current.value = value;
      return;
    }
    const frame = requestAnimationFrame(() => {
      const due = waiting.current;
      waiting.current = null;
      if (due) latest.current(due.value);
    });
    waiting.current = { value, frame };
  }, []);
}
