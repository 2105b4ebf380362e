import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { ButtonVariant } from "../controls/button.js";
import "../controls/list.css";
import { Trigger } from "../controls/trigger.js";

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly detail?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly onAction: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** Content of the button, or a Button or IconButton itself; the label if omitted. */
  readonly trigger?: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly items: readonly MenuEntry[];
}

export function Menu({ label, trigger, variant = "plain", items }: MenuProps) {
  return (
    <MenuTrigger>
      <Trigger trigger={trigger} label={label} variant={variant} />
      <Popover className="list-popover" offset={4}>
        <AriaMenu
          className="list"
          aria-label={label}
          onAction={(key) => items.find(({ id }) => id === key)?.onAction()}
        >
          {items.map(({ id, label: text, icon, detail, isDisabled }) => (
            <MenuItem key={id} id={id} textValue={text} className="list-item" isDisabled={isDisabled ?? false}>
              {icon}
              <span className="list-text">
                {text}
                {detail && <span className="list-detail">{detail}</span>}
              </span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
