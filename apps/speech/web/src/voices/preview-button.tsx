import { Button, complain } from '@sextant/web';
import { Play, Square } from '@sextant/web/icons';
import { useEffect, useRef, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { fetchPreview, type Voice } from './voices.js';

/** Plays one sentence of a voice; a second press stops it. */
export function PreviewButton({
  service,
  voice,
}: {
  readonly service: Service;
  readonly voice: Voice | undefined;
}) {
  const text = useText();
  const { isPlaying, toggle } = useSample(service, voice);
  if (typeof voice?.preview_audio !== 'string') return null;
  const Icon = isPlaying ? Square : Play;
  return (
    <Button
      label={`${text(isPlaying ? 'preview.stop' : 'preview')}: ${voice.display_name}`}
      onPress={toggle}
    >
      <Icon className="st-icon" aria-hidden="true" />
      {text(isPlaying ? 'preview.stop' : 'preview')}
    </Button>
  );
}

function useSample(service: Service, voice: Voice | undefined) {
  const [isPlaying, setPlaying] = useState(false);
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const toggle = () => {
    if (isPlaying) {
      stop.current?.abort();
      return;
    }
    if (voice === undefined) return;
    const { signal } = (stop.current = new AbortController());
    setPlaying(true);
    fetchPreview(service, voice)
      .then((bytes) => playWhole(bytes, signal))
      .catch(complain)
      .finally(() => setPlaying(false));
  };
  return { isPlaying, toggle };
}

async function playWhole(bytes: ArrayBuffer, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const context = new AudioContext();
  try {
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(bytes);
    source.connect(context.destination);
    await new Promise((resolve) => {
      source.onended = resolve;
      signal.addEventListener('abort', resolve);
      source.start();
    });
  } finally {
    await context.close();
  }
}
