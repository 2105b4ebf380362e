import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import "./checkbox.css";
import type { Testable } from "../behaviour/testable.js";

export interface CheckboxProps extends Testable {
  readonly label: ReactNode;
  /** Accessible name, if `label` is not plain text. */
  readonly spoken?: string | undefined;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean | undefined;
  /** Some of its items are chosen. */
  readonly isIndeterminate?: boolean | undefined;
}

export function Checkbox({ label, spoken, isSelected, onChange, isDisabled, isIndeterminate, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox
      className="checkbox"
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      isIndeterminate={isIndeterminate ?? false}
      {...(spoken !== undefined && { "aria-label": spoken })}
      data-testid={rest["data-testid"]}
    >
      <span className="checkbox-box">{isIndeterminate ? <Minus /> : <Check />}</span>
      <span>{label}</span>
    </AriaCheckbox>
  );
}
