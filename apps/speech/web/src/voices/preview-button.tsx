import { Button, complain } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { fetchPreview, type Voice } from './voices.js';

/** Plays one sentence of a voice. */
export function PreviewButton({
  service,
  voice,
}: {
  readonly service: Service;
  readonly voice: Voice | undefined;
}) {
  const text = useText();
  const [isPlaying, setPlaying] = useState(false);
  if (voice === undefined || voice.preview_audio === '') return null;
  const play = () => {
    setPlaying(true);
    fetchPreview(service, voice)
      .then(playWhole)
      .catch(complain)
      .finally(() => setPlaying(false));
  };
  return (
    <Button
      label={`${text('preview')}: ${voice.display_name}`}
      isPending={isPlaying}
      onPress={play}
    >
      {text('preview')}
    </Button>
  );
}

async function playWhole(bytes: ArrayBuffer): Promise<void> {
  const context = new AudioContext();
  try {
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(bytes);
    source.connect(context.destination);
    await new Promise((resolve) => {
      source.onended = resolve;
      source.start();
    });
  } finally {
    await context.close();
  }
}
