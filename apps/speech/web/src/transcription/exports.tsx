import { Button, CopyButton, saveFile } from '@sextant/web';
import { useText } from '../strings/index.js';
import { captionsOf, type CaptionFormat } from './captions.js';
import type { Transcript } from './transcription.js';

export interface ExportsProps {
  /** Of the files, without an extension. */
  readonly name: string;
  readonly transcript: Transcript;
  /** As it is copied, where that is not the text of the transcript. */
  readonly plain?: string;
}

/** Copies a transcript, or downloads it as text or captions. */
export function Exports({ name, transcript, plain = transcript.text }: ExportsProps) {
  const text = useText();
  const save = (content: string, extension: string) =>
    saveFile(new Blob([content], { type: 'text/plain' }), `${name}.${extension}`);
  const captions = (format: CaptionFormat) => save(captionsOf(transcript, format), format);
  return (
    <div className="st-fields" role="group" aria-label={text('export.title')}>
      <CopyButton value={plain} />
      <Button onPress={() => save(`${plain}\n`, 'txt')}>TXT</Button>
      <Button onPress={() => captions('srt')}>SRT</Button>
      <Button onPress={() => captions('vtt')}>VTT</Button>
    </div>
  );
}
