import { useEffect, useRef, useState, type ReactNode } from "react";
import { NumberField, Slider } from "../ui/index.js";
import "./value-slider.css";

export interface ValueSliderProps {
  readonly label: string;
  /** Label as shown, if not plain text. */
  readonly title?: ReactNode;
  readonly value: number;
  readonly unit: string;
  /** No slider where either is null. */
  readonly min: number | null;
  readonly max: number | null;
  readonly onChange: (value: number) => void;
  /** Another object whenever the value was answered; see `useHeld`. */
  readonly answer: unknown;
  readonly refusal: string | null;
  /** Typed values outside the range are refused, not only out of a slider's reach. */
  readonly isStrict?: boolean;
  /** Digits behind the point that are shown; all of them if left out. */
  readonly decimals?: number;
  /** An angle that may go round: the slider shows it within its range, whatever the turns. */
  readonly isTurning?: boolean;
  readonly note?: ReactNode;
  readonly testId: string;
}

/** A number field, with a slider where it has a range; both show the value that was accepted. */
export function ValueSlider(props: ValueSliderProps) {
  const {
    label,
    title,
    value,
    unit,
    min,
    max,
    onChange,
    answer,
    refusal,
    isStrict,
    decimals,
    isTurning,
    note,
    testId,
  } = props;
  const [shown, hold] = useHeld(value, answer, refusal !== null);
  const move = (next: number): void => {
    if (!Number.isFinite(next)) return;
    hold(next);
    onChange(next);
  };
  const hasRange = min !== null && max !== null && max > min;
  const turns = hasRange && isTurning ? (max - min) * Math.round((shown - (min + max) / 2) / (max - min)) : 0;
  const step = hasRange ? niceStep((max - min) / 200) : undefined;
  return (
    <div className="value-slider">
      <span className="value-slider-label">{title ?? label}</span>
      <NumberField
        label={label}
        isLabelHidden
        value={decimals === undefined ? shown : Number(shown.toFixed(decimals))}
        unit={unit}
        {...(isStrict && min !== null && { min })}
        {...(isStrict && max !== null && { max })}
        {...(step !== undefined && { step })}
        onChange={move}
        isInvalid={refusal !== null}
        data-testid={testId}
      />
      {note && <span className="value-slider-note">{note}</span>}
      {hasRange && (
        <Slider
          label={`${label}, slider`}
          isLabelHidden
          value={shown - turns}
          // A value outside the range still has a place on the slider.
          min={Math.min(min, shown - turns)}
          max={Math.max(max, shown - turns)}
          unit={unit}
          onChange={(next) => move(next + turns)}
          data-testid={`${testId}-slider`}
        />
      )}
      {refusal !== null && (
        <p className="value-slider-refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** A power of ten, or two or five times one, near a number. */
function niceStep(size: number): number {
  const decade = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5].find((each) => each * decade >= size) ?? 10;
  return Number((factor * decade).toPrecision(3));
}

/** How long a value stays as the hand left it after the last answer, and at most [ms]. */
const [SETTLED, GIVEN_UP] = [150, 3000];

/**
 * A value that answers late, such as a slider whose pose is computed elsewhere: while it is being moved it is where the hand
 * has it, afterwards what came of it. `answer` is another object whenever there is an answer; a refusal puts it back at once.
 */
function useHeld(actual: number, answer: unknown, isRefused: boolean): readonly [number, (value: number) => void] {
  const [held, setHeld] = useState<number | null>(null);
  const asked = useRef<unknown>(null);
  useEffect(() => {
    if (held === null) return;
    const isAnswered = answer !== asked.current;
    const timer = setTimeout(() => setHeld(null), isRefused ? 0 : isAnswered ? SETTLED : GIVEN_UP);
    return () => clearTimeout(timer);
  }, [held, answer, isRefused]);
  const hold = (value: number): void => {
    asked.current = answer;
    setHeld(value);
  };
  return [held ?? actual, hold];
}
