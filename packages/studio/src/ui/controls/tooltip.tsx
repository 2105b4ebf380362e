import { isValidElement, type ReactNode } from "react";
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components";
import "./tooltip.css";

export interface TooltipProps {
  readonly text: ReactNode;
  /** A control of this design system, or plain content that then becomes reachable by keyboard. */
  readonly children: ReactNode;
}

export function Tooltip({ text, children }: TooltipProps) {
  const isControl = isValidElement(children) && typeof children.type !== "string";
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {isControl ? (
        children
      ) : (
        <Focusable>
          <span className="tooltip-target" role="note" tabIndex={0}>
            {children}
          </span>
        </Focusable>
      )}
      <AriaTooltip className="tooltip" offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
