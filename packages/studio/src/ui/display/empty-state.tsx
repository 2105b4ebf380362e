import type { ReactNode } from "react";
import "./empty-state.css";

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** Nothing else is on the page: the title is the page's heading. */
  readonly isPage?: boolean;
}

/** Says why a place is empty, and what to do. */
export function EmptyState({ icon, title, text, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="empty-state">
      {icon && <span className="empty-state-icon">{icon}</span>}
      <Title className="empty-state-title">{title}</Title>
      {text && <p className="empty-state-text">{text}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}
