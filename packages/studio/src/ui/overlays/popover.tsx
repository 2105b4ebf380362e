import type { ReactNode } from "react";
import { DialogTrigger, Popover as AriaPopover } from "react-aria-components";
import type { ButtonVariant } from "../controls/button.js";
import "./popover.css";
import { Trigger } from "../controls/trigger.js";

export interface PopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly variant?: ButtonVariant | undefined;
  readonly children: ReactNode;
}

export function Popover({ trigger, label, variant = "plain", children }: PopoverProps) {
  return (
    <DialogTrigger>
      <Trigger trigger={trigger} label={label} variant={variant} />
      {/* The popover is the dialog itself: its hidden buttons to leave by would lie outside of one within it. */}
      <AriaPopover className="popover" offset={4} aria-label={label}>
        <div className="popover-content">{children}</div>
      </AriaPopover>
    </DialogTrigger>
  );
}
