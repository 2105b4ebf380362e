import type { ReactNode } from "react";
import "./badge.css";
import type { Testable } from "../behaviour/testable.js";

export interface BadgeProps extends Testable {
  readonly tone?: "neutral" | "accent" | "success" | "warning" | "danger" | undefined;
  readonly children: ReactNode;
}

export function Badge({ tone = "neutral", children, ...rest }: BadgeProps) {
  return (
    <span className={`badge badge-${tone}`} data-testid={rest["data-testid"]}>
      {children}
    </span>
  );
}
