import { useEffect, useRef, useState } from 'react';
import { FilePlayer } from '../playback/file-player.js';
import type { Service } from '../service.js';
import { NOTHING_HEARD, transcribe, type Transcript } from './transcription.js';

/** A recording that is being written down, or was. */
export interface Listened {
  readonly name: string;
  readonly player: FilePlayer;
  /** Of the upload; 1 when all is there. */
  readonly sent: number;
  readonly transcript: Transcript;
  readonly error?: Error;
}

export function useTranscript(service: Service) {
  const [listened, setListened] = useState<Listened>();
  const current = useRef<{ stop: AbortController; player: FilePlayer } | undefined>(undefined);

  const end = () => {
    current.current?.stop.abort();
    current.current?.player.close();
    current.current = undefined;
    setListened(undefined);
  };
  useEffect(
    () => () => {
      current.current?.stop.abort();
      current.current?.player.close();
    },
    [],
  );

  const begin = async (file: File, language: string) => {
    end();
    const stop = new AbortController();
    const player = new FilePlayer(file);
    current.current = { stop, player };
    const { name } = file;
    const change = (changes: Partial<Listened>) => {
      if (!stop.signal.aborted) setListened((before) => before && { ...before, ...changes });
    };
    setListened({ name, player, sent: 0, transcript: NOTHING_HEARD });
    try {
      const options = { onSent: (sent: number) => change({ sent }), signal: stop.signal };
      for await (const transcript of transcribe(service, { file, name, language }, options)) {
        change({ transcript });
      }
    } catch (cause) {
      change({ error: cause as Error });
    }
  };
  return { listened, begin, end };
}
