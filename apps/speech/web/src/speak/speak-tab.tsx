import { Button, ErrorState, Progress, Select, TextArea, useLoaded, useQuery } from '@sextant/web';
import { useCallback, useState } from 'react';
import { listLexicons } from '../lexicons/lexicons.js';
import { PlayerBar } from '../playback/player-bar.js';
import { usePlayback } from '../playback/use-playback.js';
import { Words } from '../playback/words.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { VoiceField } from '../voices/voice-field.js';
import { firstVoice, type Voice } from '../voices/voices.js';
import { ExportFields } from './export-fields.js';
import { useSpeech, type Speech } from './use-speech.js';

export interface SpeakTabProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
}

/** Write, choose a voice, listen: the text itself lights up word by word. */
export function SpeakTab({ service, voices }: SpeakTabProps) {
  const text = useText();
  const [input, write] = useState('');
  const [voice, setVoice] = useAddressedVoice(voices);
  const [lexicon, setLexicon] = useState('');
  const { speech, error, begin, end } = useSpeech(service);
  const asked = { input, voice, lexicon };
  return (
    <>
      <div className="st-fields">
        <VoiceField {...{ service, voices }} value={voice} onChange={setVoice} />
        <LexiconSelect {...{ service, lexicon, setLexicon }} />
      </div>
      {speech === undefined ? (
        <Writing input={input} write={write} />
      ) : (
        <Listening speech={speech} />
      )}
      <div className="st-fields">
        <Button
          kind={speech === undefined ? 'primary' : 'plain'}
          isDisabled={input.trim() === ''}
          onPress={() => void begin(asked)}
        >
          {text(speech === undefined ? 'speak' : 'speak.again')}
        </Button>
        {speech === undefined ? null : <Button onPress={end}>{text('speak.edit')}</Button>}
      </div>
      {error === undefined ? null : <ErrorState error={error} />}
      <ExportFields {...{ service, asked }} />
    </>
  );
}

/** The voice of the address, so that a voice can be shared; what was chosen here, where it names none. */
function useAddressedVoice(voices: readonly Voice[]) {
  const [query, change] = useQuery();
  const [chosen, choose] = useState(() => firstVoice(voices));
  const named = query.get('voice');
  const isKnown = voices.some(({ id }) => id === named);
  if (named !== null && isKnown && named !== chosen) choose(named);
  const set = (id: string) => {
    choose(id);
    change({ voice: id });
  };
  return [named !== null && isKnown ? named : chosen, set] as const;
}

function Writing({
  input,
  write,
}: {
  readonly input: string;
  readonly write: (text: string) => void;
}) {
  const text = useText();
  return (
    <>
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

function Listening({ speech: { input, marks, player, isComing } }: { readonly speech: Speech }) {
  const text = useText();
  const heard = usePlayback(player, marks);
  return (
    <>
      <Words {...{ input, marks }} lit={heard.lit} onWord={heard.playFrom} />
      {isComing ? <Progress label={text('speak.coming')} /> : null}
      <PlayerBar {...heard} />
    </>
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
