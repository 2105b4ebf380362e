import { ChevronDown } from "lucide-react";
import { isValidElement, type ReactNode } from "react";
import { Button, type ButtonVariant } from "./button.js";
import { IconButton } from "./icon-button.js";

/** What opens a menu or a popover: a button of ours as it is, or a button around what was given. */
export function Trigger({ trigger, label, variant }: { trigger: ReactNode; label: string; variant: ButtonVariant }) {
  if (isValidElement(trigger) && (trigger.type === Button || trigger.type === IconButton)) return trigger;
  if (trigger === undefined || typeof trigger === "string")
    return (
      <Button variant={variant}>
        {trigger ?? label}
        <ChevronDown aria-hidden />
      </Button>
    );
  return (
    <Button variant={variant} label={label}>
      {trigger}
    </Button>
  );
}
