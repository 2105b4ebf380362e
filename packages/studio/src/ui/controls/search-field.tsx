import { Search } from "lucide-react";
import type { RefObject } from "react";
import { Input, Label, SearchField as AriaSearchField } from "react-aria-components";
import "./field.css";
import type { Testable } from "../behaviour/testable.js";

export interface SearchFieldProps extends Testable {
  /** Read out, and shown while the field is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (() => void) | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** A field that narrows a list down; Escape empties it. Pressing "/" anywhere goes to the first one of the page. */
export function SearchField({ label, value, onChange, onSubmit, autoFocus, inputRef, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField
      className="field"
      value={value}
      onChange={onChange}
      autoFocus={autoFocus ?? false}
      {...(onSubmit && { onSubmit: () => onSubmit() })}
    >
      <Label className="visually-hidden">{label}</Label>
      <span className="field-box">
        <Search aria-hidden />
        <Input
          className="field-input"
          placeholder={label}
          data-testid={rest["data-testid"]}
          data-search="true"
          {...(inputRef && { ref: inputRef })}
        />
      </span>
    </AriaSearchField>
  );
}
