import { Button, complain, saveFile, Select } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { speak, type Asked } from './speech.js';

/** What is offered of the service's formats: one of each kind. */
const FORMATS = [
  ['mp3_24000_128', 'MP3', 'mp3', 'audio/mpeg'],
  ['wav_48000', 'WAV', 'wav', 'audio/wav'],
  ['flac_24000', 'FLAC', 'flac', 'audio/flac'],
  ['ogg_24000', 'Ogg Opus', 'ogg', 'audio/ogg'],
  ['aac_24000', 'AAC', 'aac', 'audio/aac'],
] as const;

const CAPTIONS = ['srt', 'vtt', 'ttml'] as const;

export interface ExportFieldsProps {
  readonly service: Service;
  readonly asked: Omit<Asked, 'format' | 'captions'>;
}

/** Speech as a file, with captions beside it. */
export function ExportFields({ service, asked }: ExportFieldsProps) {
  const text = useText();
  const [format, setFormat] = useState<string>(FORMATS[0][0]);
  const [captions, setCaptions] = useState('');
  const [isWorking, setWorking] = useState(false);
  const take = () => {
    setWorking(true);
    download(service, { ...asked, format, captions })
      .catch(complain)
      .finally(() => setWorking(false));
  };
  return (
    <div className="st-fields" role="group" aria-label={text('export.title')}>
      <Select
        label={text('export.format')}
        value={format}
        options={FORMATS.map(([id, title]) => ({ id, title }))}
        onChange={setFormat}
      />
      <Select
        label={text('export.captions')}
        value={captions}
        options={[
          { id: '', title: text('none') },
          ...CAPTIONS.map((id) => ({ id, title: id.toUpperCase() })),
        ]}
        onChange={setCaptions}
      />
      <Button isPending={isWorking} isDisabled={asked.input.trim() === ''} onPress={take}>
        {text('export.download')}
      </Button>
    </div>
  );
}

async function download(service: Service, asked: Asked): Promise<void> {
  const parts: BlobPart[] = [];
  let captions: string | undefined;
  for await (const piece of speak(service, asked, new AbortController().signal)) {
    parts.push(piece.audio as Uint8Array<ArrayBuffer>);
    captions = piece.captions ?? captions;
  }
  const [, , extension, type] = FORMATS.find(([id]) => id === asked.format) ?? FORMATS[0];
  saveFile(new Blob(parts, { type }), `speech.${extension}`);
  if (captions !== undefined) {
    saveFile(new Blob([captions], { type: 'text/plain' }), `speech.${asked.captions}`);
  }
}
