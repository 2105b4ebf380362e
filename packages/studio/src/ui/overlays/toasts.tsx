import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../controls/icon-button.js";
import "./toasts.css";

export interface Toast {
  readonly id: number;
  readonly kind: "info" | "success" | "warning" | "error";
  readonly text: string;
}

export interface ToastsProps {
  readonly items: readonly Toast[];
  readonly onDismiss: (id: number) => void;
}

const icons: Readonly<Record<Toast["kind"], ReactNode>> = {
  info: <Info aria-hidden />,
  success: <CircleCheck aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  error: <CircleAlert aria-hidden />,
};

export function Toasts({ items, onDismiss }: ToastsProps) {
  return (
    <div className="toasts" role="status" aria-live="polite" aria-relevant="additions" data-testid="notices">
      {items.map(({ id, kind, text }) => (
        <div key={id} className={`toasts-item toasts-${kind}`}>
          {icons[kind]}
          <span className="toasts-text">{text}</span>
          <IconButton label="Dismiss" icon={<X />} onPress={() => onDismiss(id)} />
        </div>
      ))}
    </div>
  );
}
