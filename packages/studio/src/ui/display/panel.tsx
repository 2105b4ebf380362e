import { ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import "./panel.css";
import type { Testable } from "../behaviour/testable.js";
import { useStored } from "../behaviour/use-stored.js";

export interface PanelProps extends Testable {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly isCollapsible?: boolean | undefined;
  /** Remembers whether it is open. */
  readonly storageKey?: string | undefined;
  readonly children: ReactNode;
}

export function Panel({ title, actions, isCollapsible, storageKey, children, ...rest }: PanelProps) {
  const id = useId();
  const [isOpen, setOpen] = useStored(`panel.${storageKey ?? title}`, true);
  const shows = isOpen || !isCollapsible;
  return (
    <section className="panel" aria-labelledby={id} data-testid={rest["data-testid"]}>
      <header className="panel-header">
        <h2 className="panel-title" id={id}>
          {isCollapsible ? (
            <button type="button" className="panel-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <ChevronRight aria-hidden />
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {actions}
      </header>
      {shows && <div className="panel-body">{children}</div>}
    </section>
  );
}
