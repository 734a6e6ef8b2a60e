import { Card, FileDrop } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { SpokenLanguage } from './spoken-language.js';
import { TranscriptView } from './transcript-view.js';
import { useTranscript } from './use-transcript.js';

const ACCEPTED = ['audio/*', '.wav', '.mp3', '.flac', '.ogg', '.m4a', '.webm'];

/** Writes a recording down, and shows each word when it is heard. */
export function TranscriptionTab({ service }: { readonly service: Service }) {
  const text = useText();
  const [language, setLanguage] = useState('');
  const { listened, begin, end } = useTranscript(service);
  if (listened !== undefined) return <TranscriptView listened={listened} onClose={end} />;
  return (
    <Card title={text('transcript.new')}>
      <p className="sx-muted">{text('transcript.about')}</p>
      <div className="st-fields">
        <SpokenLanguage value={language} onChange={setLanguage} />
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
