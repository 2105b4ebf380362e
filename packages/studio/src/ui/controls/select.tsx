import { ChevronsUpDown } from "lucide-react";
import { Button, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from "react-aria-components";
import "./field.css";
import "./list.css";
import "./select.css";
import type { Testable } from "../behaviour/testable.js";

export interface SelectOption {
  readonly id: string;
  readonly label: string;
  /** A line below, such as why it cannot be chosen. */
  readonly detail?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export interface SelectProps extends Testable {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: string | null;
  readonly options: readonly SelectOption[];
  readonly onChange: (id: string) => void;
  readonly isDisabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
}

export function Select(props: SelectProps) {
  const { label, isLabelHidden, value, options, onChange, isDisabled, placeholder } = props;
  const chosen = options.find(({ id }) => id === value);
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isDisabled={isDisabled ?? false}
      {...(isLabelHidden && { "aria-label": label })}
    >
      {!isLabelHidden && <Label className="field-label">{label}</Label>}
      <Button className="field-box select-button" data-testid={props["data-testid"]}>
        {/* The label alone: the line below it belongs to the list. */}
        <SelectValue className="select-value">{chosen?.label ?? placeholder ?? "Choose"}</SelectValue>
        <ChevronsUpDown aria-hidden />
      </Button>
      <Popover className="list-popover" offset={4}>
        <ListBox className="list" items={options}>
          {({ id, label: text, detail, isDisabled: isOff }) => (
            <ListBoxItem className="list-item" id={id} textValue={text} isDisabled={isOff ?? false}>
              <span className="list-text">
                {text}
                {detail && <span className="list-detail">{detail}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
