import { ConfirmDialog } from '@sextant/web';
import { useText } from './strings/index.js';

interface CheckAllDialogProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks first: what is for once is gone then. */
export function CheckAllDialog(props: CheckAllDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog {...props} title={text('checkAll.title')} action={text('checkAll')} isOpen>
      <p>{text('checkAll.about')}</p>
    </ConfirmDialog>
  );
}
