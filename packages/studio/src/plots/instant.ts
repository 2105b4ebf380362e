import { useStudio } from "../run/store.js";
import { usePlotView } from "./plot-view.js";
import { useThrottled } from "./use-throttled.js";

const read = (): number => usePlotView.getState().hover ?? useStudio.getState().cursor;

function subscribe(changed: () => void): () => void {
  const stops = [
    usePlotView.subscribe((now, before) => now.hover !== before.hover && changed()),
    useStudio.subscribe(
      (now, before) => (now.cursor !== before.cursor || now.historyVersion !== before.historyVersion) && changed(),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The time whose values stand in the legends: under the pointer, or else the one that the picture shows [s]. */
export const useInstant = (): number => useThrottled(read, subscribe);
