import { useEffect, useState, type RefObject } from "react";
import { useTheme } from "../ui/index.js";
import { inkOf, paperInk, type ChartInk } from "./chart-ink.js";

export function useInk(element: RefObject<Element | null>): ChartInk {
  const { theme } = useTheme();
  const [ink, setInk] = useState(paperInk);
  useEffect(() => {
    let isGone = false;
    const take = (): void => {
      if (element.current !== null && !isGone) setInk(inkOf(element.current));
    };
    take();
    // A canvas does not notice that its letters have come.
    void document.fonts.ready.then(take);
    return () => {
      isGone = true;
    };
  }, [theme, element]);
  return ink;
}
