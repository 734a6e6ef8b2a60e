import { describe, expect, it } from '@jest/globals';
import { defaultFormatOf } from '../audio/audio-format.js';
import { SpeechService } from './speech-service.js';
import { type SpeechRequest } from './speech-request.js';
import type { Synthesizer } from './synthesizer.js';
import { WasmEncoders } from '../audio/wasm-encoders.js';
import { SpeechEncoding } from './streams/encoded-stream.js';
import { RunningVoices } from '../voices/catalogue/running-voices.js';
import type { Voice } from '../voices/catalogue/voice.js';

const VOICE: Voice = {
  id: 'ada',
  type: 'shared',
  displayName: 'Ada',
  gender: 'female',
  locale: 'en-US',
  engine: 'espeak-ng',
  engineVoice: 'en-us',
  rate: 1,
  pitch: 1,
  tags: [],
};

const service = () =>
  new SpeechService(
    { engineOf: () => ({ estimatesMarks: false }) } as unknown as Synthesizer,
    { shared: [VOICE], find: () => Promise.resolve(VOICE) },
    { load: () => Promise.reject(new Error('There are none.')) },
    new RunningVoices(),
    new SpeechEncoding(new WasmEncoders()),
    { chipsOf: () => Promise.reject(new Error('There are no clones.')) },
    { maxAudioSeconds: 3600 },
  );

const request = (workspace: string): SpeechRequest => {
  const format = defaultFormatOf('mp3');
  if (format === undefined) throw new Error('There is no MP3.');
  return {
    ...{ workspace, format, input: 'Hello there.', voiceId: 'ada' },
    ...{ normalizesText: true, normalizesLoudness: false, signal: new AbortController().signal },
  };
};

describe('texts that come together', () => {
  it('are read one at a time, workspaces in turn, and others are answered in between', async () => {
    const speech = service();
    const events: string[] = [];
    const ask = async (workspace: string): Promise<void> => {
      await speech.prepare(request(workspace), 'stream');
      events.push(workspace);
    };
    let isOver = false;
    const others = (): void => {
      if (isOver) return;
      events.push('others');
      setImmediate(others);
    };

    const asked = [...Array.from({ length: 20 }, () => ask('one')), ask('two')];
    setImmediate(others);
    await Promise.all(asked).finally(() => (isOver = true));

    expect(events.indexOf('two')).toBeLessThan(10);
    expect(events.join(' ')).not.toMatch(/one one|one two|two one/);
  });
});
