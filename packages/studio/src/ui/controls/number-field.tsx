import { useState, type KeyboardEvent } from "react";
import { Input, Label, TextField as AriaTextField } from "react-aria-components";
import "./field.css";
import "./number-field.css";
import { numberText, parseNumber } from "../behaviour/number-text.js";
import type { Testable } from "../behaviour/testable.js";

export interface NumberFieldProps extends Testable {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: number;
  readonly unit?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Increment of the arrow keys; ten times as much with Shift. */
  readonly step?: number | undefined;
  readonly onChange: (value: number) => void;
  readonly isDisabled?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly message?: string | undefined;
}

/** A number, exact to the last digit. Takes effect on Enter, on leaving and with the arrow keys; Escape goes back. */
export function NumberField(props: NumberFieldProps) {
  const { label, isLabelHidden, value, unit, min, max, step, onChange, isDisabled } = props;
  /** The text being typed; null while the field shows its value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const commit = (text: string): void => {
    const next = parseNumber(text);
    const refused = refusalOf(text, next, min, max);
    setRefusal(refused);
    if (refused !== null || next === null) return;
    setDraft(null);
    if (next !== value) onChange(next);
  };
  const nudge = (by: number): void => {
    const from = parseNumber(draft ?? "") ?? value;
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number((from + by).toPrecision(12))));
    commit(String(next));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = (step ?? 1) * (event.shiftKey ? 10 : 1);
    if (event.key === "Enter") commit(draft ?? numberText(value));
    else if (event.key === "ArrowUp") nudge(by);
    else if (event.key === "ArrowDown") nudge(-by);
    else if (event.key === "Escape" && draft !== null) {
      setDraft(null);
      setRefusal(null);
    } else return;
    if (event.key !== "Enter") event.preventDefault();
  };

  const message = refusal ?? props.message;
  return (
    <AriaTextField
      className="field number-field"
      value={draft ?? numberText(value)}
      onChange={(text) => {
        setDraft(text);
        setRefusal(null);
      }}
      onBlur={() => draft !== null && commit(draft)}
      isDisabled={isDisabled ?? false}
      isInvalid={refusal !== null || (props.isInvalid ?? false)}
      validationBehavior="aria"
      inputMode="decimal"
      {...(isLabelHidden && { "aria-label": label })}
    >
      {!isLabelHidden && <Label className="field-label">{label}</Label>}
      <span className="field-box">
        <Input className="field-input" data-testid={props["data-testid"]} onKeyDown={onKeyDown} />
        {unit && <span className="field-unit">{unit}</span>}
      </span>
      {message && (
        <span className="field-message" role="status">
          {message}
        </span>
      )}
    </AriaTextField>
  );
}

function refusalOf(text: string, value: number | null, min = -Infinity, max = Infinity): string | null {
  if (value === null) return `"${text.slice(0, 40)}" is not a number; enter one such as 0.25 or 1e-6`;
  if (value < min) return `${numberText(value)} is below the minimum of ${numberText(min)}`;
  if (value > max) return `${numberText(value)} is above the maximum of ${numberText(max)}`;
  return null;
}
