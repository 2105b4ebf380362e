import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import "./button.css";
import type { Testable } from "../behaviour/testable.js";

export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";

export interface ButtonProps extends Testable {
  readonly variant?: ButtonVariant | undefined;
  readonly icon?: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly type?: "button" | "submit" | undefined;
  /** Accessible name, if the text alone is unclear. */
  readonly label?: string | undefined;
  readonly children?: ReactNode;
}

export function Button({
  variant = "plain",
  icon,
  onPress,
  isDisabled,
  autoFocus,
  type,
  label,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      className={`button button-${variant}`}
      type={type ?? "button"}
      isDisabled={isDisabled ?? false}
      autoFocus={autoFocus ?? false}
      {...(onPress && { onPress: () => onPress() })}
      {...(label !== undefined && { "aria-label": label })}
      data-testid={rest["data-testid"]}
    >
      {icon}
      {children}
    </AriaButton>
  );
}
