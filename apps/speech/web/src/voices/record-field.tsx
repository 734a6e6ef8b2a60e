import { Button, complain, FileDrop, Progress, StatusBadge } from '@sextant/web';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../strings/index.js';
import { record, type Recording } from './recorder.js';

export interface RecordFieldProps {
  readonly label: string;
  readonly about: string;
  readonly recorded: Blob | undefined;
  readonly onRecorded: (recorded: Blob | undefined) => void;
}

/** Takes a recording by microphone, or a file. */
export function RecordField({ label, about, recorded, onRecorded }: RecordFieldProps) {
  const text = useText();
  const { level, seconds, isRecording, toggle } = useRecording(onRecorded);
  return (
    <section className="st-record" aria-label={label}>
      <h3>{label}</h3>
      <p>{about}</p>
      <div className="st-fields">
        <Button kind={isRecording ? 'danger' : 'plain'} onPress={toggle}>
          {text(isRecording ? 'record.stop' : 'record.start')}
        </Button>
        {recorded === undefined || isRecording ? null : (
          <StatusBadge tone="good">{text('record.there')}</StatusBadge>
        )}
      </div>
      {isRecording ? <Progress label={text('record.level', { seconds })} value={level} /> : null}
      <FileDrop
        label={text('record.drop')}
        action={text('record.file')}
        accepts={['audio/*', '.webm', '.m4a', '.ogg', '.flac', '.wav', '.mp3']}
        onFiles={([file]) => onRecorded(file)}
      />
    </section>
  );
}

function useRecording(onRecorded: (recorded: Blob) => void) {
  const [level, setLevel] = useState(0);
  const [seconds, setSeconds] = useState(0);
  const [isRecording, setRecording] = useState(false);
  const current = useRef<Recording | undefined>(undefined);
  useEffect(() => () => void current.current?.stop(), []);
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [isRecording]);
  const toggle = () => {
    const recording = current.current;
    if (recording === undefined) {
      record(setLevel)
        .then((begun) => {
          current.current = begun;
          setSeconds(0);
          setRecording(true);
        })
        .catch(complain);
      return;
    }
    current.current = undefined;
    setRecording(false);
    recording.stop().then(onRecorded).catch(complain);
  };
  return { level, seconds, isRecording, toggle };
}
