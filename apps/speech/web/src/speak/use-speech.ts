import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Service } from '../service.js';
import { Player } from './player.js';
import { speak, type Asked, type Mark } from './speech.js';

export interface Speech {
  /** The text that is spoken. */
  readonly input: string;
  readonly marks: readonly Mark[];
  readonly isWhole: boolean;
}

/** Everything about what is being heard. */
export function useSpeech(service: Service) {
  const [speech, setSpeech] = useState<Speech>();
  const [error, setError] = useState<Error>();
  const [isPlaying, setPlaying] = useState(false);
  const player = useRef<Player | undefined>(undefined);
  const stop = useRef<AbortController | undefined>(undefined);

  const end = useCallback(() => {
    stop.current?.abort();
    void player.current?.close();
    player.current = undefined;
    setPlaying(false);
  }, []);
  useEffect(() => end, [end]);

  const begin = async (asked: Spoken) => {
    end();
    setError(undefined);
    const { signal } = (stop.current = new AbortController());
    const own = (player.current = new Player());
    try {
      await own.play(0);
      setPlaying(true);
      await receive({ service, asked, player: own, signal }, setSpeech);
    } catch (cause) {
      if (signal.aborted) return;
      end();
      setError(cause as Error);
    }
  };
  const listenFrom = (ms?: number) => {
    void player.current?.play(ms).then(() => setPlaying(true));
  };
  const pause = useCallback(() => {
    player.current?.pause();
    setPlaying(false);
  }, []);
  const lit = useLit({ player, speech, isPlaying, pause });
  return { speech, error, isPlaying, lit, begin, listenFrom, pause };
}

type Spoken = Omit<Asked, 'format' | 'captions'>;

interface Receiving {
  readonly service: Service;
  readonly asked: Spoken;
  readonly player: Player;
  readonly signal: AbortSignal;
}

/** Gives the player what comes, and tells of the words. */
async function receive(
  { service, asked, player, signal }: Receiving,
  tell: (speech: Speech) => void,
): Promise<void> {
  const marks: Mark[] = [];
  const tellAll = (isWhole: boolean) => tell({ input: asked.input, marks: [...marks], isWhole });
  tellAll(false);
  const whole = { ...asked, format: 'pcm_24000', captions: '' };
  for await (const piece of speak(service, whole, signal)) {
    player.append(piece.audio);
    marks.push(...piece.marks);
    if (piece.marks.length > 0) tellAll(false);
  }
  tellAll(true);
}

interface Lighting {
  readonly player: RefObject<Player | undefined>;
  readonly speech: Speech | undefined;
  readonly isPlaying: boolean;
  readonly pause: () => void;
}

/** @returns the place of the word that is heard now, by the player's clock; -1 for none */
function useLit({ player, speech, isPlaying, pause }: Lighting): number {
  const [lit, setLit] = useState(-1);
  useEffect(() => {
    if (!isPlaying || speech === undefined) return undefined;
    let frame = 0;
    const look = () => {
      const own = player.current;
      if (own === undefined) return;
      const now = own.positionMs;
      const isOver = speech.isWhole && now >= own.durationMs;
      setLit(isOver ? -1 : speech.marks.findLastIndex(({ start_time }) => start_time <= now));
      if (isOver) pause();
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [player, speech, isPlaying, pause]);
  return lit;
}
