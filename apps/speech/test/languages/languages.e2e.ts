import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

interface Answer {
  readonly audio_data: string;
  readonly speech_marks: { readonly chunks: readonly { readonly start_time: number }[] };
  readonly error: { readonly code: string; readonly voices: readonly string[] };
}

async function speak(asked: object) {
  const answer = await speech.post('/v1/audio/speech', {
    input: 'Les enfants jouent dans le jardin.',
    output_format: 'pcm_8000',
    ...asked,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}

describe('language', () => {
  it('changes what is said, and the speaker of a formant voice stays', async () => {
    const own = await speak({ voice_id: 'george' });
    const french = await speak({ voice_id: 'george', language: 'fr-FR' });
    const other = await speak({ voice_id: 'fr-fr-male' });

    expect(french.body.audio_data).not.toBe(own.body.audio_data);
    expect(french.body.audio_data).not.toBe(other.body.audio_data);
    expect(french.headers.get('x-speech-voice')).toBe('george');
  });

  it.each([
    ['carly', 'fr-FR', 'fr-fr-female'],
    ['henry', 'de', 'de-male'],
    ['henry', 'en-GB', 'henry'],
    ['es-female', 'pt-BR', 'es-female'],
  ])('of %s as %s is spoken by %s', async (voice_id, language, expected) => {
    const { status, headers } = await speak({ voice_id, language });

    expect([status, headers.get('x-speech-voice')]).toEqual([200, expected]);
  });

  it('of the voice changes nothing', async () => {
    const own = await speak({ voice_id: 'george', input: 'Hello.' });
    const same = await speak({ voice_id: 'george', input: 'Hello.', language: 'en-US' });

    expect(same.body.audio_data).toBe(own.body.audio_data);
  });

  it('is refused by a model that speaks English only, with the voices that can', async () => {
    const { status, body } = await speak({
      voice_id: 'george',
      language: 'fr-FR',
      model: 'simba-english',
    });

    expect([status, body.error.code]).toEqual([400, 'language_not_supported']);
    expect(body.error.voices).toContain('fr-fr-male');
  });

  it('that nobody speaks is refused', async () => {
    const { status, body } = await speak({
      voice_id: 'carly',
      language: 'ja-JP',
      input: 'こんにちは',
    });

    expect([status, body.error.code]).toEqual([400, 'language_not_supported']);
    expect(body.error.voices).toEqual([]);
  });
});
