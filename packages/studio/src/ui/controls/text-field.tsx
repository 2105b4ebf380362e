import { Input, Label, TextField as AriaTextField } from "react-aria-components";
import "./field.css";
import type { Testable } from "../behaviour/testable.js";

export interface TextFieldProps extends Testable {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly message?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, value, onChange, placeholder, isDisabled, isInvalid, message, autoFocus } = props;
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      isInvalid={isInvalid ?? false}
      autoFocus={autoFocus ?? false}
      validationBehavior="aria"
    >
      <Label className={isLabelHidden ? "visually-hidden" : "field-label"}>{label}</Label>
      <span className="field-box">
        <Input className="field-input" placeholder={placeholder ?? ""} data-testid={props["data-testid"]} />
      </span>
      {message && (
        <span className="field-message" role="status">
          {message}
        </span>
      )}
    </AriaTextField>
  );
}
