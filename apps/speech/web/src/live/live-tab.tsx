import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Progress,
  StatusBadge,
  type Tone,
  useLeavingWarning,
} from '@sextant/web';
import { useMemo, useState, useSyncExternalStore } from 'react';
import './live.css';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { Exports } from '../transcription/exports.js';
import { SpokenLanguage } from '../transcription/spoken-language.js';
import { LiveWords } from './live-words.js';
import { plainOf, transcriptOf } from './live-text.js';
import type { LiveState } from './live-transcription.js';
import type { SoundLevel } from './sound-level.js';
import { useLive } from './use-live.js';

const TONES: Readonly<Record<Exclude<LiveState, 'over'>, Tone>> = {
  connecting: 'neutral',
  listening: 'good',
  reconnecting: 'warning',
  finishing: 'neutral',
};

/** Writes down what is being said into the microphone. */
export function LiveTab({ service }: { readonly service: Service }) {
  const text = useText();
  const [language, setLanguage] = useState('');
  const { state, said, error, level, start, stop, clear } = useLive(service);
  const isOn = state !== 'over';
  useLeavingWarning(isOn || said.finals.length > 0);
  return (
    <>
      <Card
        title={text('live.title')}
        aside={
          isOn ? <StatusBadge tone={TONES[state]}>{text(`live.${state}`)}</StatusBadge> : undefined
        }
      >
        <p className="sx-muted">{text('live.about')}</p>
        <div className="st-fields">
          <SpokenLanguage value={language} onChange={setLanguage} isDisabled={isOn} />
          <Button
            kind={isOn ? 'danger' : 'primary'}
            isPending={state === 'finishing'}
            onPress={() => (isOn ? stop() : start(language))}
          >
            {text(isOn ? 'live.stop' : 'live.start')}
          </Button>
        </div>
        {state === 'listening' || state === 'reconnecting' ? <Meter level={level} /> : null}
      </Card>
      {error === undefined ? null : <ErrorState error={error} />}
      <Said {...{ said, isOn, clear }} />
    </>
  );
}

/** Apart from what is around it: that is not drawn anew with each sound. */
function Meter({ level }: { readonly level: SoundLevel }) {
  const text = useText();
  const value = useSyncExternalStore(level.subscribe, level.now);
  return <Progress label={text('live.level')} value={value} />;
}

type SaidProps = Pick<ReturnType<typeof useLive>, 'said' | 'clear'> & { readonly isOn: boolean };

/** The text so far, and what to do with it. */
function Said({ said, isOn, clear }: SaidProps) {
  const text = useText();
  const { finals, interim } = said;
  const transcript = useMemo(() => transcriptOf(finals), [finals]);
  if (finals.length === 0 && interim === undefined) {
    return isOn ? null : (
      <EmptyState title={text('live.none')}>{text('live.none.about')}</EmptyState>
    );
  }
  return (
    <>
      <LiveWords said={said} />
      {finals.length === 0 ? null : (
        <div className="st-bar">
          <Exports name="live" transcript={transcript} plain={plainOf(finals)} />
          {isOn ? null : (
            <Button kind="quiet" onPress={clear}>
              {text('live.clear')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
