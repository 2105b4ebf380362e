import { useEffect, useRef, useState, type RefObject } from "react";
import { useTheme } from "../../ui/index.js";
import { NoWebGlError } from "../base/renderer.js";
import { Viewport } from "./viewport.js";
import type { ViewportEvents } from "./viewport-events.js";

export interface ViewportHandle {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Counts up with every canvas that had to be given up. */
  readonly generation: number;
  /** null before the first frame, or where there is no WebGL. */
  readonly viewport: Viewport | null;
  readonly trouble: string | null;
  readonly isLost: boolean;
}

/** How long to wait before asking for another context [ms]: right after a loss browsers refuse. */
const RECOVERY = 1000;

/** Makes a viewport for an element, and another if the first is lost; follows the theme. `events` are taken once. */
export function useViewport(events: Omit<ViewportEvents, "contextLost">): ViewportHandle {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const [generation, setGeneration] = useState(0);
  const first = useRef(events);
  const { theme } = useTheme();

  useEffect(() => {
    if (host.current === null || canvas.current === null) return undefined;
    let recovery: ReturnType<typeof setTimeout> | undefined;
    try {
      const made = new Viewport(host.current, canvas.current, {
        ...first.current,
        contextLost: () => {
          setLost(true);
          recovery = setTimeout(() => {
            setLost(false);
            setGeneration((before) => before + 1);
          }, RECOVERY);
        },
      });
      setViewport(made);
      return () => {
        clearTimeout(recovery);
        setViewport(null);
        made.dispose();
      };
    } catch (error) {
      // Anything else that three.js throws here means the same: there will be no picture.
      setTrouble(error instanceof NoWebGlError ? error.message : `3D could not be started: ${String(error)}`);
      return undefined;
    }
  }, [generation]);

  useEffect(() => viewport?.setTheme(theme), [viewport, theme]);
  return { host, canvas, generation, viewport, trouble, isLost };
}
