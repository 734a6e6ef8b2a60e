import { describe, expect, it } from '@jest/globals';
import { MeteredSpeech } from './metered-speech.js';
import type { UnmeteredSpeaking } from './speaking.js';
import type { SpeechRequest } from './speech-request.js';
import type { EncodedPart } from './streams/encoded-stream.js';
import { UsageRecorder, type Usage } from '../usage/usage.js';

const SOUND = new Uint8Array(100);

class KeptUsage extends UsageRecorder {
  readonly kept: Usage[] = [];
  record(usage: Usage): Promise<void> {
    this.kept.push(usage);
    return Promise.resolve();
  }
  recordSoFar(): Promise<void> {
    return Promise.reject(new Error('Nothing is transcribed here.'));
  }
}

/** Reads one part of a stream of 17,000 characters, and goes. */
async function usageAfter(part: EncodedPart): Promise<readonly Usage[]> {
  const usage = new KeptUsage();
  const gone = new AbortController();
  async function* parts(): AsyncGenerator<EncodedPart> {
    yield part;
    await Promise.resolve();
    gone.signal.throwIfAborted();
  }
  const stream = { billableCharacters: 17_000, durationMs: () => 250, parts };
  const speech = { stream: () => Promise.resolve(stream) } as unknown as UnmeteredSpeaking;
  const request = { input: 'A long sentence. '.repeat(1000), voiceId: 'george', workspace: 'acme' };

  const metered = await new MeteredSpeech(speech, usage).stream(
    { ...request, signal: gone.signal } as SpeechRequest,
    'stream',
  );
  const reading = metered.parts();
  await reading.next();
  gone.abort();
  await reading.return(undefined);
  return usage.kept;
}

describe('usage of a stream whose listener has gone', () => {
  it('is a character at least once there was sound, though no word was certain yet', async () => {
    expect(await usageAfter({ bytes: SOUND, marks: [] })).toMatchObject([
      { billableCharacters: 1, durationMs: 250, workspace: 'acme', voiceIds: ['george'] },
    ]);
  });

  it('is up to the last word that was told', async () => {
    const mark = {
      kind: 'word',
      start: 2,
      end: 6,
      startMs: 90,
      endMs: 200,
      value: 'long',
    } as const;

    expect(await usageAfter({ bytes: SOUND, marks: [{ ...mark, word: 1 }] })).toMatchObject([
      { billableCharacters: 6, durationMs: 200 },
    ]);
  });

  it('is nothing where nothing was heard', async () => {
    expect(await usageAfter({ bytes: new Uint8Array(), marks: [] })).toEqual([]);
  });
});
