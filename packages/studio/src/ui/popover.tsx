import type { ReactNode } from "react";
import { Dialog, DialogTrigger, Popover as AriaPopover } from "react-aria-components";
import type { ButtonVariant } from "./button.js";
import "./popover.css";
import { Trigger } from "./trigger.js";

export interface PopoverProps {
  /** What is on the button, or a Button or IconButton of its own. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly variant?: ButtonVariant | undefined;
  readonly children: ReactNode;
}

/** A button that opens a small panel beside itself. */
export function Popover({ trigger, label, variant = "plain", children }: PopoverProps) {
  return (
    <DialogTrigger>
      <Trigger trigger={trigger} label={label} variant={variant} />
      <AriaPopover className="popover" offset={4}>
        <Dialog className="popover-content" aria-label={label}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
