import { useCallback, useEffect, useRef, useState } from 'react';
import { PcmPlayer } from '../playback/pcm-player.js';
import type { Service } from '../service.js';
import { speak, type Asked, type Mark } from './speech.js';

export interface Speech {
  /** The text that is spoken. */
  readonly input: string;
  readonly marks: readonly Mark[];
  readonly player: PcmPlayer;
  /** Whether more is to come. */
  readonly isComing: boolean;
}

type Spoken = Omit<Asked, 'format' | 'captions'>;

/** Everything about what is being heard. */
export function useSpeech(service: Service) {
  const [speech, setSpeech] = useState<Speech>();
  const [error, setError] = useState<Error>();
  const current = useRef<{ player: PcmPlayer; stop: AbortController } | undefined>(undefined);

  /** Forgets what was spoken, and what is still to come of it. */
  const end = useCallback(() => {
    current.current?.stop.abort();
    current.current?.player.close();
    current.current = undefined;
    setSpeech(undefined);
    setError(undefined);
  }, []);
  useEffect(() => end, [end]);

  const begin = async (asked: Spoken) => {
    end();
    const player = new PcmPlayer();
    const stop = new AbortController();
    current.current = { player, stop };
    try {
      await player.play(0);
      await receive({ service, asked, player, signal: stop.signal }, setSpeech);
    } catch (cause) {
      if (stop.signal.aborted) return;
      end();
      setError(cause as Error);
    }
  };
  return { speech, error, begin, end };
}

interface Receiving {
  readonly service: Service;
  readonly asked: Spoken;
  readonly player: PcmPlayer;
  readonly signal: AbortSignal;
}

/** Gives the player what comes, and tells of the words. */
async function receive(
  { service, asked, player, signal }: Receiving,
  tell: (speech: Speech) => void,
): Promise<void> {
  const marks: Mark[] = [];
  const { input } = asked;
  const tellAll = (isComing: boolean) => tell({ input, marks: [...marks], player, isComing });
  tellAll(true);
  const whole = { ...asked, format: 'pcm_24000', captions: '' };
  for await (const piece of speak(service, whole, signal)) {
    player.append(piece.audio);
    marks.push(...piece.marks);
    if (piece.marks.length > 0) tellAll(true);
  }
  player.end();
  tellAll(false);
}
