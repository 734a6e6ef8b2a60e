import { Card, FileDrop, Select } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { useLanguageName } from '../voices/use-language-name.js';
import { TranscriptView } from './transcript-view.js';
import { useTranscript } from './use-transcript.js';

/** Languages that people may name; others the recogniser finds out. */
const LANGUAGES = ['en', 'es', 'de', 'fr', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'zh', 'ja', 'ko'];

const ACCEPTED = ['audio/*', '.wav', '.mp3', '.flac', '.ogg', '.m4a', '.webm'];

/** Writes a recording down, and shows each word when it is heard. */
export function TranscriptionTab({ service }: { readonly service: Service }) {
  const text = useText();
  const nameOf = useLanguageName();
  const [language, setLanguage] = useState('');
  const { listened, begin, end } = useTranscript(service);
  if (listened !== undefined) return <TranscriptView listened={listened} onClose={end} />;
  return (
    <Card title={text('transcript.new')}>
      <p className="sx-muted">{text('transcript.about')}</p>
      <div className="st-fields">
        <Select
          label={text('transcript.language')}
          value={language}
          options={[
            { id: '', title: text('transcript.detect') },
            ...LANGUAGES.map((id) => ({ id, title: nameOf(id) })),
          ]}
          onChange={setLanguage}
        />
      </div>
      <FileDrop
        label={text('record.drop')}
        action={text('choose.file')}
        accepts={ACCEPTED}
        onFiles={([file]) => {
          if (file !== undefined) void begin(file, language);
        }}
      />
    </Card>
  );
}
