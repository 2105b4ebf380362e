import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import "./icon-button.css";
import { Keys } from "./keys.js";
import type { Testable } from "../behaviour/testable.js";
import { Tooltip } from "./tooltip.js";

export interface IconButtonProps extends Testable {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress?: (() => void) | undefined;
  /** Given: the button is a switch, and this is where it stands. */
  readonly isPressed?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Keys that do the same, such as "Space" or "Ctrl+K". */
  readonly shortcut?: string | undefined;
}

/** A button with a picture alone; its label shows as a tooltip. */
export function IconButton({ label, icon, onPress, isPressed, isDisabled, shortcut, ...rest }: IconButtonProps) {
  const text = shortcut ? (
    <span className="tooltip-line">
      {label} <Keys keys={shortcut} />
    </span>
  ) : (
    label
  );
  return (
    <Tooltip text={text}>
      <AriaButton
        className="icon-button"
        aria-label={label}
        isDisabled={isDisabled ?? false}
        {...(onPress && { onPress: () => onPress() })}
        {...(isPressed !== undefined && { "aria-pressed": isPressed })}
        data-testid={rest["data-testid"]}
      >
        {icon}
      </AriaButton>
    </Tooltip>
  );
}
