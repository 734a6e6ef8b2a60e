import { FileDrop } from '@sextant/web';
import { useState } from 'react';
import { ActionButton, useAction } from '../steps.js';
import { useText } from '../strings/index.js';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];

export interface ImageStepProps {
  readonly onFile: (file: File) => Promise<void>;
}

/** The artwork: chosen here, sent when asked for. */
export function ImageStep({ onFile }: ImageStepProps) {
  const text = useText();
  const [file, setFile] = useState<File>();
  const action = useAction(async () => {
    if (file !== undefined) await onFile(file);
  });
  return (
    <>
      <FileDrop
        label={file === undefined ? text('image.drop') : file.name}
        action={text('image.choose')}
        accepts={TYPES}
        onFiles={([chosen]) => setFile(chosen)}
      />
      <ActionButton action={action} isDisabled={file === undefined}>
        {text('image.upload')}
      </ActionButton>
    </>
  );
}
