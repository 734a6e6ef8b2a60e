import { describe, expect, it } from '@jest/globals';
import type { Synthesizer } from './synthesizer.js';
import { VoiceGains } from './voice-gains.js';
import type { Voice } from '../voices/catalogue/voice.js';

const voice = (n: number): Voice => ({
  id: `v${n}`,
  type: 'personal',
  displayName: 'Ada',
  gender: 'female',
  locale: 'en-US',
  engine: 'espeak-ng',
  engineVoice: `en-us+${n}`,
  rate: 1,
  pitch: 1,
  tags: [],
});

describe('VoiceGains', () => {
  it('measures a voice once, but does not remember voices without end', async () => {
    const measured: string[] = [];
    const start: Synthesizer['start'] = ({ voice: { id }, signal }) => {
      measured.push(id);
      // oxlint-disable-next-line typescript/require-await -- as an engine that is there at once
      async function* parts() {
        yield { pcm: new Int16Array(64).fill(1000), marks: [] };
      }
      return {
        sampleRate: 22050,
        estimatesMarks: false,
        workspace: 'acme',
        signal,
        parts,
        durationMs: () => 100,
      };
    };
    const gains = new VoiceGains({ start } as Synthesizer);

    await gains.of(voice(0), 'acme');
    await gains.of(voice(0), 'acme');
    expect(measured).toEqual(['v0']);

    for (let n = 1; n <= 1000; n += 1) await gains.of(voice(n), 'acme');
    await gains.of(voice(0), 'acme');
    expect(measured.filter((id) => id === 'v0')).toHaveLength(2);
  });
});
