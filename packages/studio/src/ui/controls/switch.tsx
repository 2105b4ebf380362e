import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import "./switch.css";
import type { Testable } from "../behaviour/testable.js";

export interface SwitchProps extends Testable {
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean | undefined;
}

export function Switch({ label, isSelected, onChange, isDisabled, ...rest }: SwitchProps) {
  return (
    <AriaSwitch
      className="switch"
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      data-testid={rest["data-testid"]}
    >
      <span className="switch-track">
        <span className="switch-thumb" />
      </span>
      <span>{label}</span>
    </AriaSwitch>
  );
}
