import { mkdtempSync, rmSync, writeFileSync, createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SpeechifyClient } from '@speechify/api';
import { Speechify } from '@speechify/api-sdk';
import OpenAI from 'openai';
import { Speakers, wav } from '../flite-recordings.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

/** The clients that users have, as they are published; they send no version and the old field `consent`. */
let speech: RunningSpeech;
let folder: string;
let sample: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-sdks-'));
  const speakers = new Speakers();
  sample = wav(await speakers.sample('rms'));
  await speakers.close();
  writeFileSync(join(folder, 'sample.wav'), sample);
  speech = await startSpeech({
    BLOB_DIR: join(folder, 'blobs'),
    SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
  });
});
afterAll(async () => {
  await speech.close();
  rmSync(folder, { recursive: true });
});

const CONSENT = JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' });

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

describe('@speechify/api', () => {
  const client = () => new SpeechifyClient({ token: KEY, environment: speech.url });

  it('lists, speaks, streams, and gets a token', async () => {
    const { tts } = client();

    const voices = await tts.voices.list();
    const spoken = await tts.audio.speech({ input: 'Hello.', voiceId: 'george' });
    const streamed = await bytesOf(
      await tts.audio.stream({ accept: 'audio/mpeg', input: 'Hello.', voiceId: 'george' }),
    );
    const token = await tts.auth.createAccessToken({
      scope: 'audio:speech',
    });

    expect(voices.map(({ id }) => id)).toContain('george');
    expect(Buffer.from(spoken.audioData, 'base64').toString('latin1', 0, 4)).toBe('RIFF');
    expect(spoken.billableCharactersCount).toBe(6);
    expect(streamed.length).toBeGreaterThan(1000);
    expect(token).toMatchObject({ tokenType: 'bearer', scope: 'audio:speech' });
  });

  it('clones with the old consent, speaks, downloads the sample, and deletes', async () => {
    const { tts } = client();

    const voice = await tts.voices.create({
      sample: createReadStream(join(folder, 'sample.wav')),
      name: 'Ada',
      gender: 'male',
      consent: CONSENT,
    });
    const spoken = await tts.audio.speech({ input: 'Hello.', voiceId: voice.id });
    const download = await bytesOf(await tts.voices.downloadSample(voice.id));
    await tts.voices.delete(voice.id);

    expect(voice).toMatchObject({ displayName: 'Ada', type: 'personal' });
    expect(spoken.audioFormat).toBe('wav');
    expect(download.equals(Buffer.from(sample))).toBe(true);
    await expect(tts.audio.speech({ input: 'Hello.', voiceId: voice.id })).rejects.toThrow();
  });
});

describe('@speechify/api-sdk', () => {
  const client = () => new Speechify({ apiKey: KEY, apiUrl: speech.url, strict: false });

  it('lists, speaks, streams, and gets a token', async () => {
    const api = client();

    const voices = await api.voicesList();
    const spoken = await api.audioGenerate({
      input: 'Hello.',
      voiceId: 'george',
      audioFormat: 'wav',
    });
    const streamed = await api.audioStream({ input: 'Hello.', voiceId: 'george' });
    const token = await api.accessTokenIssue('audio:speech');

    expect(voices.map(({ id }) => id)).toContain('george');
    expect(Buffer.from(await spoken.audioData.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
    expect((await new Response(streamed).arrayBuffer()).byteLength).toBeGreaterThan(1000);
    expect(token).toMatchObject({ scopes: ['audio:speech'] });
  });

  it('clones with the old consent, and deletes', async () => {
    const api = client();

    const voice = await api.voicesCreate({
      sample: new Blob([sample]),
      name: 'Ada',
      gender: 'male',
      consent: { fullName: 'Ada Lovelace', email: 'ada@example.com' },
    } as never);
    await api.voicesDelete(voice.id);

    expect(voice).toMatchObject({ type: 'personal' });
    expect((await speech.request('GET', `/v1/voices/${voice.id}`)).status).toBe(404);
  });
});

describe('openai', () => {
  const client = () => new OpenAI({ apiKey: KEY, baseURL: `${speech.url}/v1`, maxRetries: 0 });

  it('speaks with its own voices and with ours', async () => {
    for (const voice of ['alloy', 'george']) {
      const answer = await client().audio.speech.create({
        model: 'tts-1',
        voice,
        input: 'Hello there.',
        response_format: 'wav',
      });

      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
    }
  });

  it('lists models, and finds one', async () => {
    const ids: string[] = [];
    for await (const { id } of client().models.list()) ids.push(id);

    expect(ids).toEqual(expect.arrayContaining(['simba-3.0', 'tts-1', 'gpt-4o-mini-tts']));
    expect(await client().models.retrieve('tts-1')).toMatchObject({ object: 'model' });
    await expect(client().models.retrieve('whisper-9')).rejects.toMatchObject({ status: 404 });
  });

  it('gets FLAC, its newer voices and custom ones', async () => {
    for (const voice of ['marin', { id: 'george' }] as const) {
      const answer = await client().audio.speech.create({
        model: 'gpt-4o-mini-tts',
        voice,
        input: 'Hello there.',
        response_format: 'flac',
      });

      expect(answer.headers.get('content-type')).toBe('audio/flac');
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('fLaC');
    }
  });

  it('has of its instructions followed what is understood, and is told so', async () => {
    const lengths: number[] = [];
    for (const instructions of ['Speak slowly and calmly.', 'Speak fast!', 'Be a pirate.']) {
      const answer = await client().audio.speech.create({
        model: 'gpt-4o-mini-tts',
        voice: 'alloy',
        input: 'Hello there, how are you?',
        response_format: 'pcm',
        instructions,
      });
      lengths.push((await answer.arrayBuffer()).byteLength);
      const followed = { 0: 'slowly', 1: 'fast', 2: 'none' }[lengths.length - 1];
      expect(answer.headers.get('x-speech-instructions')).toBe(followed);
    }

    const [slow = 0, fast = 0, plain = 0] = lengths;
    expect([slow > plain * 1.1, fast < plain * 0.9]).toEqual([true, true]);
  });

  it('sees the status and message of an error', async () => {
    const request = client().audio.speech.create({ model: 'tts-1', voice: 'nobody', input: 'a' });

    await expect(request).rejects.toMatchObject({ status: 404, code: 'voice_not_found' });
  });
});

describe('the version of a request', () => {
  const post = (headers: Record<string, string>) => {
    const body = new FormData();
    body.append('name', 'Ada');
    body.append('consent', CONSENT);
    body.append('sample', new Blob([sample]), 'sample.wav');
    return fetch(`${speech.url}/v1/voices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, ...headers },
      body,
    });
  };

  it.each([
    ['Service-Version', '2026-09-12', 200],
    ['Speechify-Version', '2026-09-12', 200],
    ['Service-Version', '2026-09-13', 400],
    ['Speechify-Version', '2027-01-01', 400],
    ['Service-Version', 'soon', 400],
  ])('%s: %s with the old consent is answered with %i', async (header, version, status) => {
    const answer = await post({ [header]: version });

    expect(answer.status).toBe(status);
  });
});
