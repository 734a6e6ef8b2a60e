import { useEffect, useRef, useState } from 'react';
import type { Service } from '../service.js';
import { LiveRun } from './live-run.js';
import type { LiveState } from './live-transcription.js';
import { NOTHING_SAID, settled, withHeard, type LiveText } from './live-text.js';
import { SoundLevel } from './sound-level.js';
import { useReasons } from './use-reasons.js';

/** Writes down what the microphone hears. Another run goes on below the text of the last one. */
export function useLive(service: Service) {
  const explain = useReasons(service);
  const [state, setState] = useState<LiveState>('over');
  const [said, setSaid] = useState<LiveText>(NOTHING_SAID);
  const [error, setError] = useState<Error>();
  const [level] = useState(() => new SoundLevel());
  const current = useRef<LiveRun | undefined>(undefined);
  /** Where the sound of this run begins. */
  const offsetMs = useRef(0);
  useEffect(() => () => current.current?.close(), []);

  const fail = async (run: LiveRun | undefined, cause: unknown) => {
    const reason = await explain(cause);
    if (current.current === run) setError(reason);
  };
  const start = (language: string) => {
    offsetMs.current += current.current?.heardMs ?? 0;
    setError(undefined);
    current.current = new LiveRun(service, language, {
      onState: (next) => {
        setState(next);
        if (next === 'over') setSaid(settled);
      },
      onHeard: (message) => setSaid((before) => withHeard(before, message, offsetMs.current)),
      onLevel: level.hear,
      onFailure: (cause) => void fail(current.current, cause),
    });
  };
  const clear = () => {
    current.current = undefined;
    offsetMs.current = 0;
    setSaid(NOTHING_SAID);
    setError(undefined);
  };
  return { state, said, error, level, start, stop: () => current.current?.stop(), clear };
}
