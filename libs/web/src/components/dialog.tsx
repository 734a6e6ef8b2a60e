import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useWebText } from '../strings/index.js';
import { Button } from './button.js';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Over the page; Escape and a press beside it close it, and the focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions }: DialogProps) {
  return (
    <ModalOverlay
      className="sx-overlay"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(willBeOpen) => {
        if (!willBeOpen) onClose();
      }}
    >
      <Modal className="sx-modal">
        <AriaDialog className="sx-dialog">
          <Heading slot="title">{title}</Heading>
          {children}
          <div className="sx-actions">{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ action, onConfirm, children, ...rest }: ConfirmDialogProps) {
  const text = useWebText();
  const confirm = () => {
    rest.onClose();
    onConfirm();
  };
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button onPress={rest.onClose}>{text('dialog.cancel')}</Button>
          <Button kind="danger" onPress={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
