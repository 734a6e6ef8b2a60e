import { Button, ErrorState, Select, TextArea, useLoaded } from '@sextant/web';
import { useCallback, useState } from 'react';
import { listLexicons } from '../lexicons/lexicons.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { PreviewButton } from '../voices/preview-button.js';
import { voiceOptions, type Voice } from '../voices/voices.js';
import { ExportFields } from './export-fields.js';
import { useSpeech } from './use-speech.js';
import { Words } from './words.js';

export interface SpeakTabProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
}

/** Write, choose a voice, listen; the words light up as they are spoken. */
export function SpeakTab({ service, voices }: SpeakTabProps) {
  const text = useText();
  const [input, write] = useState('');
  const [voice, setVoice] = useState(() => firstVoice(voices));
  const [lexicon, setLexicon] = useState('');
  const heard = useSpeech(service);
  const { speech, error, lit } = heard;
  const asked = { input, voice, lexicon };
  return (
    <>
      <div className="st-fields">
        <Select
          label={text('voice')}
          value={voice}
          options={voiceOptions(voices)}
          onChange={setVoice}
        />
        <PreviewButton service={service} voice={voices.find(({ id }) => id === voice)} />
        <LexiconSelect {...{ service, lexicon, setLexicon }} />
      </div>
      <TextArea
        label={text('input')}
        value={input}
        onChange={write}
        rows={8}
        placeholder={text('input.placeholder')}
      />
      <details>
        <summary>{text('ssml.title')}</summary>
        <pre className="st-ssml">{SSML_EXAMPLE}</pre>
      </details>
      <Controls {...heard} isEmpty={input.trim() === ''} onSpeak={() => void heard.begin(asked)} />
      {error === undefined ? null : <ErrorState error={error} />}
      {speech === undefined ? null : (
        <Words {...speech} lit={lit} onWord={({ start_time }) => heard.listenFrom(start_time)} />
      )}
      <ExportFields {...{ service, asked }} />
    </>
  );
}

/** What of SSML people use most; the whole list is in the service's README. */
const SSML_EXAMPLE = `<speak>
  A pause <break time="500ms"/>, and <emphasis level="strong">now</emphasis>
  <prosody rate="slow" pitch="high">slowly and high</prosody>,
  <say-as interpret-as="telephone">555 0123</say-as>,
  <phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>.
</speak>`;

const firstVoice = (voices: readonly Voice[]): string =>
  (voices.find(({ id }) => id === 'george') ?? voices[0])?.id ?? '';

interface ControlsProps extends Pick<
  ReturnType<typeof useSpeech>,
  'speech' | 'isPlaying' | 'listenFrom' | 'pause'
> {
  readonly isEmpty: boolean;
  readonly onSpeak: () => void;
}

function Controls({ speech, isPlaying, listenFrom, pause, isEmpty, onSpeak }: ControlsProps) {
  const text = useText();
  return (
    <div className="st-fields">
      <Button kind="primary" isDisabled={isEmpty} onPress={onSpeak}>
        {text('speak')}
      </Button>
      {speech === undefined ? null : (
        <Button onPress={isPlaying ? pause : () => listenFrom()}>
          {text(isPlaying ? 'pause' : 'resume')}
        </Button>
      )}
    </div>
  );
}

interface LexiconSelectProps {
  readonly service: Service;
  readonly lexicon: string;
  readonly setLexicon: (id: string) => void;
}

function LexiconSelect({ service, lexicon, setLexicon }: LexiconSelectProps) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listLexicons(service, signal), [service]);
  const { state } = useLoaded(ask);
  if (state.kind !== 'loaded' || state.value.length === 0) return null;
  return (
    <Select
      label={text('lexicon')}
      value={lexicon}
      options={[
        { id: '', title: text('none') },
        ...state.value.map(({ id, name }) => ({ id, title: name })),
      ]}
      onChange={setLexicon}
    />
  );
}
