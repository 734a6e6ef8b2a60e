import { Card, complain, FileDrop, Progress, Select } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { VoiceField } from '../voices/voice-field.js';
import { firstVoice, type Voice } from '../voices/voices.js';
import { uploadBook, type Book } from './books.js';

const FORMATS = [
  ['mp3', 'MP3'],
  ['m4b', 'M4B'],
] as const;

const ACCEPTED = ['.epub', '.html', '.htm', '.md', '.txt'];

export interface BookFormProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  readonly onMade: (book: Book) => void;
}

/** A document becomes a recording: voice and format first, for the file begins it. */
export function BookForm({ service, voices, onMade }: BookFormProps) {
  const text = useText();
  const [voice, setVoice] = useState(() => firstVoice(voices));
  const [format, setFormat] = useState<string>(FORMATS[0][0]);
  const [sent, setSent] = useState<number>();
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    setSent(0);
    uploadBook(service, { file, voice, format }, setSent)
      .then(onMade)
      .catch((error: unknown) => {
        setSent(undefined);
        complain(error);
      });
  };
  return (
    <Card title={text('books.new')}>
      <p className="sx-muted">{text('books.about')}</p>
      <div className="st-fields">
        <VoiceField {...{ service, voices }} value={voice} onChange={setVoice} />
        <Select
          label={text('export.format')}
          value={format}
          options={FORMATS.map(([id, title]) => ({ id, title }))}
          onChange={setFormat}
        />
      </div>
      {sent === undefined ? (
        <FileDrop
          label={text('books.drop')}
          action={text('choose.file')}
          accepts={ACCEPTED}
          onFiles={([file]) => take(file)}
        />
      ) : (
        <Progress label={text('upload.progress')} value={sent} />
      )}
    </Card>
  );
}
