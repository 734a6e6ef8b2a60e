import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { connect } from '../live/live-client.js';
import { KEY } from '../running-speech.js';
import { spawnSpeech, type SpeechProcess } from '../speech-process.js';
import { RATE, toneRecogniser, tonesOf } from '../tones.js';

let recogniser: ReturnType<typeof toneRecogniser>;
let database: TestDatabase;
let service: SpeechProcess;
beforeAll(async () => {
  recogniser = toneRecogniser();
  database = await testDatabase();
  service = await spawnSpeech({ DATABASE_URL: database.url, RECOGNISER_DIR: recogniser.folder });
});
afterAll(async () => {
  await service.kill();
  await database.drop();
  recogniser.remove();
});

describe('a service that is killed while somebody speaks', () => {
  it('has counted what it answered, over both connections of a session, once', async () => {
    const asked = {
      path: '/v1/audio/transcriptions/live',
      headers: { authorization: `Bearer ${KEY}` },
    };
    interface Told {
      readonly type: string;
      readonly session?: string;
      readonly sequence?: number;
      readonly end_time?: number;
    }
    const finalsOf = (all: readonly Told[]): readonly Told[] =>
      all.filter(({ type }) => type === 'final');
    const pcm = Buffer.from(tonesOf([0, 1]).buffer);
    const pause = Buffer.alloc(2 * RATE);

    const first = await connect<Told>(service.url, asked);
    first.send({ type: 'start', interim_results: false });
    first.socket.send(Buffer.concat([pcm, pause]));
    await first.until((all) => finalsOf(all).length > 0);
    const session = first.messages.find(({ type }) => type === 'started')?.session;
    const received = first.messages.at(-1)?.sequence;
    first.drop();
    const second = await connect<Told>(service.url, asked);
    second.send({ type: 'resume', session, received });
    await second.until((all) => all.length > 0);
    second.socket.send(Buffer.concat([pcm, pause]));
    await second.until((all) => finalsOf(all).length > 0);
    const answered = finalsOf(second.messages).at(-1)?.end_time;
    await service.kill();

    const [day] = await database.query(
      `SELECT sum(syntheses)::int AS sessions, sum(duration_ms)::int AS ms FROM usage_day
       WHERE route = 'live-transcription'`,
    );
    expect(day).toEqual({ sessions: 1, ms: answered });
  });
});
