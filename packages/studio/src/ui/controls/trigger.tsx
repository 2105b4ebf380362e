import { ChevronDown } from "lucide-react";
import { isValidElement, type ReactNode } from "react";
import { Button, type ButtonVariant } from "./button.js";
import { IconButton } from "./icon-button.js";

/** The trigger of a menu or popover: a button as given, or a button around the given content. */
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
