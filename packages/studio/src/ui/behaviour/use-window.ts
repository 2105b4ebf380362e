import { useLayoutEffect, useState, type RefObject } from "react";

/** Rows rendered beyond the edges, so that fast scrolling shows no gaps. */
const BEYOND = 8;

/** Which rows of a scrolled list to render: first, and one past the last. */
export function useWindow(
  frame: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): readonly [number, number] {
  const [sight, setSight] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = (): void => {
      const { scrollTop: top, clientHeight: height } = element;
      // In whole rows, so that scrolling by a pixel renders nothing.
      const next = { top: rowHeight * Math.floor(top / rowHeight), height };
      setSight((before) => (before.top === next.top && before.height === next.height ? before : next));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [frame, rowHeight]);
  const first = Math.floor(sight.top / rowHeight);
  return [Math.max(0, first - BEYOND), Math.min(count, first + Math.ceil(sight.height / rowHeight) + 1 + BEYOND)];
}
