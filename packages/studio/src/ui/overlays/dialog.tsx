import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import "./dialog.css";
import { IconButton } from "../controls/icon-button.js";
import type { Testable } from "../behaviour/testable.js";

export interface DialogProps extends Testable {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean | undefined;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function Dialog({ title, isOpen, onClose, isWide, children, footer, ...rest }: DialogProps) {
  return (
    <ModalOverlay className="dialog-backdrop" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className={isWide ? "dialog-modal dialog-wide" : "dialog-modal"}>
        <AriaDialog className="dialog" data-testid={rest["data-testid"]}>
          <header className="dialog-header">
            <Heading slot="title" level={2} className="dialog-title">
              {title}
            </Heading>
            <IconButton label="Close" icon={<X />} onPress={onClose} />
          </header>
          <div className="dialog-body">{children}</div>
          {footer && <footer className="dialog-footer">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
