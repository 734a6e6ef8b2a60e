import { Button, ConfirmDialog } from '@sextant/web';
import { useState } from 'react';

export interface AskedButtonProps {
  readonly label: string;
  /** What it does, which cannot be undone. */
  readonly about: string;
  readonly kind?: 'danger' | 'plain';
  readonly onConfirm: () => void;
}

/** A button that asks before it does something. */
export function AskedButton({ label, about, kind = 'plain', onConfirm }: AskedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={label}
        onConfirm={onConfirm}
      >
        <p>{about}</p>
      </ConfirmDialog>
    </>
  );
}
