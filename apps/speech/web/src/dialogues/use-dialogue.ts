import { useEffect, useRef, useState } from 'react';
import { FilePlayer } from '../playback/file-player.js';
import type { Service } from '../service.js';
import { speakDialogue, type Dialogue, type Turn } from './dialogue.js';

/** A dialogue that was spoken, and what plays it. */
export interface SpokenDialogue extends Dialogue {
  readonly player: FilePlayer;
}

/** The last dialogue that was asked for. */
export function useDialogue(service: Service) {
  const [spoken, setSpoken] = useState<SpokenDialogue>();
  const [error, setError] = useState<Error>();
  const [isWorking, setWorking] = useState(false);
  const current = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => () => spoken?.player.close(), [spoken]);

  const begin = async (turns: readonly Turn[]) => {
    current.current?.abort();
    const { signal } = (current.current = new AbortController());
    setError(undefined);
    setSpoken(undefined);
    setWorking(true);
    try {
      const dialogue = await speakDialogue(service, turns, signal);
      setSpoken({ ...dialogue, player: new FilePlayer(dialogue.audio) });
    } catch (cause) {
      if (!signal.aborted) setError(cause as Error);
    }
    if (!signal.aborted) setWorking(false);
  };
  const edit = () => setSpoken(undefined);
  return { spoken, error, isWorking, begin, edit };
}
