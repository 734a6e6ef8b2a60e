import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { startSpeech, type RunningSpeech } from './running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

const readme = readFileSync(join(workspaceRoot(), 'apps', 'speech', 'README.md'), 'utf8');

describe('the README', () => {
  it('shows the times that its request is answered with', async () => {
    const body = { input: 'Dr. Smith paid $5.', voice_id: 'george', audio_format: 'mp3' };
    const answer = await speech.post('/v1/audio/speech', body);
    const { speech_marks } = (await answer.json()) as {
      speech_marks: { chunks: { start_time: number; value: string }[] };
    };

    const lines = speech_marks.chunks.map((word) => `${word.start_time} ms ${word.value}`);
    expect(readme).toContain(`\n${lines.join('\n')}\n`);
  });

  it('shows the events of its stream', async () => {
    const body = { input: 'Hi.', voice_id: 'george' };
    const text = await (await speech.post('/v1/audio/stream/with-timestamps', body)).text();

    for (const line of text.match(/"speech_marks.*|\{"type":"speech.done.*/g) ?? ['none']) {
      expect(readme).toContain(line);
    }
  });
});
