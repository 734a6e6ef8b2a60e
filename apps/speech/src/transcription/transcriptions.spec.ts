import { describe, expect, it } from '@jest/globals';
import { LoudnessActivity } from '../recognition/speech-activity.js';
import type { Heard, ListeningRequest } from '../recognition/transcriber.js';
import type { Usage } from '../usage/usage.js';
import { Transcriptions, type TranscriptionRequest } from './transcriptions.js';

const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), Buffer.alloc(16)]);
const RATE = 16_000;
const tone = (seconds: number): Int16Array =>
  Int16Array.from({ length: seconds * RATE }, (_, n) => 8000 * Math.sin(n / 5));
const silence = (seconds: number): Int16Array => new Int16Array(seconds * RATE);

/** Transcriptions of a recording of these parts, by a transcriber that is told what to hear. */
function transcriptionsOf(
  parts: readonly Int16Array[],
  hear: (request: ListeningRequest) => Promise<Heard>,
) {
  const used: Usage[] = [];
  const transcriptions = new Transcriptions(
    {
      by: 'told',
      languages: 'English',
      isAvailable: () => Promise.resolve(true),
      hears: (language) => language === undefined || language === 'en',
      write: hear,
    },
    new LoudnessActivity(),
    {
      read: (_upload, take) => {
        for (const part of parts) take(part);
        return Promise.resolve('whole');
      },
    },
    {
      record: (usage) => Promise.resolve(void used.push(usage)),
      recordSoFar: () => Promise.resolve(),
    },
  );
  const asked = (about: Partial<TranscriptionRequest> = {}): TranscriptionRequest => ({
    workspace: 'acme',
    bytes: WAV,
    task: 'transcribe',
    isStreamed: false,
    signal: new AbortController().signal,
    ...about,
  });
  return { used, transcriptions, asked };
}

describe('a recording', () => {
  it('is written down stretch by stretch, each word with its time in the whole', async () => {
    const asked: (string | undefined)[] = [];
    const { transcriptions, used, ...made } = transcriptionsOf(
      [tone(20), silence(1), tone(20)],
      ({ language, isBegun }) => {
        asked.push(`${language} ${isBegun ? 'goes on' : 'begins'}`);
        const words = [{ text: 'hello', startMs: 500, endMs: 900 }];
        return Promise.resolve({ text: 'hello', words, language: 'en' });
      },
    );

    const heard = await transcriptions.write(made.asked({ language: 'en' }));

    expect(heard).toMatchObject({ text: 'hello hello', language: 'en', durationMs: 41_000 });
    expect(heard.words?.map(({ startMs }) => Math.round(startMs / 100))).toEqual([5, 213]);
    expect(asked).toEqual(['en begins', 'en goes on']);
    expect(used).toMatchObject([{ workspace: 'acme', route: 'transcription', durationMs: 41_000 }]);
  });

  it('of silence is an empty text, and the recogniser is not asked', async () => {
    const { transcriptions, asked } = transcriptionsOf([silence(90)], () =>
      Promise.reject(new Error('asked')),
    );

    expect(await transcriptions.write(asked())).toMatchObject({ text: '', words: [] });
  });

  it('is not written down any further when its caller has left, and what was heard counts', async () => {
    const caller = new AbortController();
    let written = 0;
    const { transcriptions, used, asked } = transcriptionsOf([tone(80)], () => {
      written += 1;
      if (written === 2) caller.abort(new Error('gone'));
      return Promise.resolve({ text: 'hello' });
    });

    await expect(transcriptions.write(asked({ signal: caller.signal }))).rejects.toThrow('gone');

    expect(written).toBe(2);
    expect(used).toHaveLength(1);
    expect(used[0]?.durationMs).toBeLessThan(60_000);
  });

  it('waits for those of its own workspace, not for those of others', async () => {
    const began = Array.from({ length: 4 }, () => Promise.withResolvers<() => void>());
    const order: string[] = [];
    const { transcriptions, asked } = transcriptionsOf([tone(1)], async ({ workspace }) => {
      const ended = Promise.withResolvers<undefined>();
      began[order.length]?.resolve(() => ended.resolve(undefined));
      order.push(workspace);
      await ended.promise;
      return { text: workspace };
    });
    const begun = (index: number) => began[index]?.promise;
    const own = Array.from({ length: 3 }, () => transcriptions.write(asked()));
    const [endFirst] = await Promise.all([begun(0), begun(1)]);

    const other = transcriptions.write(asked({ workspace: 'other' }));
    const endOther = await begun(2);
    expect(order).toEqual(['acme', 'acme', 'other']);
    endOther?.();
    expect((await other).text).toBe('other');
    expect(order).toHaveLength(3);
    endFirst?.();
    (await begun(3))?.();
    (await begun(1))?.();
    await Promise.all(own);
  });

  it('of another language is refused before any work', async () => {
    const { transcriptions, asked } = transcriptionsOf([tone(1)], () =>
      Promise.reject(new Error('asked')),
    );

    await expect(transcriptions.begin(asked({ language: 'fr' }))).rejects.toMatchObject({
      code: 'language_not_supported',
    });
  });
});
