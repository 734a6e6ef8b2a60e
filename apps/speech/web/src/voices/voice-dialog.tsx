import { Button, Dialog } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { VoiceBrowser } from './voice-browser.js';
import { NO_FILTER, type VoiceFilter } from './voice-filter.js';
import type { Voice } from './voices.js';

export interface VoiceDialogProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  readonly onChange: (id: string) => void;
  readonly onClose: () => void;
}

/** One of all voices. */
export function VoiceDialog({ service, voices, onChange, onClose }: VoiceDialogProps) {
  const text = useText();
  const [filter, setFilter] = useState<VoiceFilter>(NO_FILTER);
  const choose = (id: string) => {
    onChange(id);
    onClose();
  };
  return (
    <Dialog
      title={text('voice.choose')}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      <VoiceBrowser
        {...{ service, voices, filter }}
        onFilter={(changes) => setFilter({ ...filter, ...changes })}
        actions={({ id, display_name: name }) => (
          <Button kind="primary" label={`${text('voice.use')}: ${name}`} onPress={() => choose(id)}>
            {text('voice.use')}
          </Button>
        )}
      />
    </Dialog>
  );
}
