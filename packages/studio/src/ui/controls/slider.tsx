import { useId, type CSSProperties } from "react";
import { numberText } from "../behaviour/number-text.js";
import "./slider.css";
import type { Testable } from "../behaviour/testable.js";

export interface SliderProps extends Testable {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Left out, the slider moves continuously. */
  readonly step?: number | undefined;
  readonly onChange: (value: number) => void;
  readonly format?: ((value: number) => string) | undefined;
  readonly unit?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export function Slider(props: SliderProps) {
  const { label, isLabelHidden, value, min, max, step, onChange, unit, isDisabled } = props;
  const id = useId();
  const format = props.format ?? ((number: number) => numberText(Number(number.toPrecision(4))));
  const text = unit ? `${format(value)} ${unit}` : format(value);
  const part = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <div className={isLabelHidden ? "slider slider-bare" : "slider"}>
      {!isLabelHidden && (
        <>
          <label className="slider-label" htmlFor={id} title={label}>
            {label}
          </label>
          <output className="slider-value" htmlFor={id}>
            {text}
          </output>
        </>
      )}
      <input
        id={id}
        className="slider-input"
        type="range"
        min={min}
        max={max}
        step={step ?? "any"}
        value={value}
        disabled={isDisabled ?? false}
        aria-valuetext={text}
        {...(isLabelHidden && { "aria-label": label })}
        style={{ "--slider-part": part } as CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        data-testid={props["data-testid"]}
      />
    </div>
  );
}
