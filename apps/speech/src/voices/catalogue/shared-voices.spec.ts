import { describe, expect, it } from '@jest/globals';
import { SharedVoices } from './shared-voices.js';
import { voiceNames } from './voice-names.js';
import type { Voice } from './voice.js';

const neural = (id: string, more: Partial<Voice> = {}): Voice => ({
  ...{ id, type: 'shared', displayName: id, gender: 'male', locale: 'en-US' },
  ...{ engine: 'sherpa-onnx', engineVoice: `${id}#0`, rate: 1, pitch: 1, tags: ['neural'] },
  ...more,
});

interface Installed {
  readonly voices?: readonly Voice[];
  readonly expected?: readonly Voice[];
  /** As the setting has it. */
  readonly names?: string;
}

const shared = ({ voices = [], expected = [], names }: Installed): SharedVoices =>
  new SharedVoices(
    { voices: () => voices, expected: () => expected },
    { voiceNames: names === undefined ? undefined : voiceNames.parse(names) },
  );

const speaksAs = (name: string, installed: Installed): string | undefined =>
  shared(installed).find(name)?.engineVoice.split('#')[0];

describe('SharedVoices', () => {
  it.each([
    [
      'the best that may be a default one',
      [neural('low', { rank: 1 }), neural('high', { rank: 3 })],
      'high',
    ],
    ['none that may not', [neural('joe')], 'en-us+m3'],
    ['none of another gender', [neural('linda', { rank: 3, gender: 'female' })], 'en-us+m3'],
    ['none of another locale', [neural('brit', { rank: 3, locale: 'en-GB' })], 'en-us+m3'],
  ])('has george spoken by %s', (_, voices, name) => {
    expect(speaksAs('george', { voices })).toBe(name);
  });

  it('leaves other names, and those that say what they are, to what they were', () => {
    const voices = [neural('norman', { rank: 3 })];

    expect(speaksAs('henry', { voices })).toBe('rms');
    expect(speaksAs('en-us-male', { voices })).toBe('en-us');
  });

  it('has what the setting names spoken instead, or nothing else', () => {
    const voices = [neural('norman', { rank: 3 }), neural('joe')];

    expect(speaksAs('george', { voices, names: 'george=joe' })).toBe('joe');
    expect(speaksAs('george', { voices, names: 'lisa=joe' })).toBe('norman');
    expect(speaksAs('george', { voices, names: 'none' })).toBe('en-us+m3');
  });

  it('finds a voice whose model is loading, and lists it not yet', () => {
    const expected = [neural('norman', { rank: 3 })];

    expect(shared({ expected }).find('norman')).toMatchObject({ id: 'norman' });
    expect(shared({ expected }).all.map(({ id }) => id)).not.toContain('norman');
    expect(speaksAs('george', { expected })).toBe('en-us+m3');
  });
});
