import { Button, complain, Dialog, TextField } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { limitKey, renameKey, type DeveloperKey } from './keys.js';

export interface KeyDialogProps {
  readonly service: Service;
  readonly own: DeveloperKey;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** What a key is called, and what it may use. */
export function KeyDialog({ service, own, reload, onClose }: KeyDialogProps) {
  const text = useText();
  const [label, setLabel] = useState(own.label);
  const [limit, setLimit] = useState(String(own.usage_limits.characters ?? ''));
  const isNumber = /^\d{0,15}$/.test(limit);
  const store = async () => {
    if (label !== own.label) await renameKey(service, own.key_id, label);
    await limitKey(service, own.key_id, limit === '' ? null : Number(limit));
    onClose();
    reload();
  };
  return (
    <Dialog
      title={own.label}
      isOpen
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          isDisabled={!isNumber || label.trim() === ''}
          onPress={() => void store().catch(complain)}
        >
          {text('save')}
        </Button>
      }
    >
      <TextField label={text('keys.label')} value={label} onChange={setLabel} />
      <TextField label={text('keys.limit')} value={limit} onChange={setLimit} />
    </Dialog>
  );
}
