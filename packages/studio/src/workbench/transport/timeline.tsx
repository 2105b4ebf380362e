import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { scrub, stepBack, stepForward } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { formatTime } from "../../ui/behaviour/number-text.js";
import { recordedExtent } from "./recorded-extent.js";
import "./timeline.css";

export function Timeline() {
  const input = useRef<HTMLInputElement>(null);
  const [range, setRange] = useState({ first: 0, end: 1 });
  const isEmpty = useStudio(({ history, result }) => history === null && result === null);

  // Sixty times a second: past React, straight to the element.
  useEffect(() => {
    let drawn = "";
    const draw = (): void => {
      const state = useStudio.getState();
      const element = input.current;
      if (!element) return;
      const { first, last } = recordedExtent(state);
      const end = state.result ? Math.max(last, first + 1e-9) : timelineEnd(first, last, state.duration);
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
      const part = (t: number): string => `${(100 * (t - first)) / (end - first)}%`;
      const text = `${first} ${end} ${last} ${state.cursor}`;
      if (text === drawn) return;
      drawn = text;
      element.min = String(first);
      element.max = String(end);
      element.value = String(state.cursor);
      element.style.setProperty("--recorded", part(last));
      element.style.setProperty("--shown", part(state.cursor));
      element.setAttribute("aria-valuetext", `${formatTime(state.cursor)} of ${formatTime(last)} seconds recorded`);
    };
    draw();
    return useStudio.subscribe(draw);
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { first, last } = recordedExtent(useStudio.getState());
    const steps: Partial<Record<string, () => void>> = {
      ArrowLeft: stepBack,
      ArrowDown: stepBack,
      ArrowRight: stepForward,
      ArrowUp: stepForward,
      Home: () => scrub(first),
      End: () => scrub(last),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <div className="timeline">
      <span className="timeline-mark">{formatTime(range.first)}</span>
      <input
        ref={input}
        className="timeline-input"
        type="range"
        step="any"
        min={0}
        max={1}
        defaultValue={0}
        disabled={isEmpty}
        aria-label="Time shown"
        onInput={(event) => scrub(event.currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
        data-testid="timeline"
      />
      <span className="timeline-mark">{formatTime(range.end)} s</span>
    </div>
  );
}

/** Steps of a scale that grows: each shows the next only when it is full. */
const steps = [1, 2, 5];

/** How far a timeline reaches [s]: to the duration that is wanted, or to the next round time, so that it does not stretch with every row. */
export function timelineEnd(first: number, last: number, duration: number | null): number {
  const wanted = Math.max(last, duration ?? 0);
  if (duration !== null && duration >= last) return duration;
  const length = Math.max(wanted - first, 1);
  const decade = 10 ** Math.floor(Math.log10(length));
  const step = steps.map((factor) => factor * decade).find((each) => each >= length * (1 - 1e-9)) ?? 10 * decade;
  return first + step;
}
