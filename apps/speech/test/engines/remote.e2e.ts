import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

interface Asked {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  readonly response_format: string;
  readonly speed: number;
}

type Reply = (response: ServerResponse, asked: Asked) => void;

/** 100 ms of a tone for each character, as raw samples. */
const tone: Reply = (response, { input }) => {
  const pcm = Buffer.alloc(input.length * 2400 * 2);
  for (let n = 0; n < pcm.length / 2; n += 1)
    pcm.writeInt16LE(Math.round(8000 * Math.sin(n / 8)), n * 2);
  response.writeHead(200, { 'content-type': 'audio/pcm' }).end(pcm);
};
const status =
  (code: number): Reply =>
  (response) =>
    void response.writeHead(code).end('{}');

/** A speech server with OpenAI's interface that checks what it is sent and answers as it is told. */
class SpeechServerStub {
  readonly asked: Asked[] = [];
  replies: Reply[] = [];
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const isRight =
      request.method === 'POST' &&
      request.url === '/v1/audio/speech' &&
      request.headers.authorization === 'Bearer secret' &&
      asked.response_format === 'pcm' &&
      asked.input.length <= 4096 &&
      asked.speed >= 0.25 &&
      asked.speed <= 4;
    if (!isRight) {
      response.writeHead(400).end();
      return;
    }
    this.asked.push(asked);
    (this.replies.shift() ?? tone)(response, asked);
  }
}

describe('a remote speech server', () => {
  let stub: SpeechServerStub;
  let speech: RunningSpeech;
  beforeAll(async () => {
    stub = new SpeechServerStub();
    speech = await startSpeech({
      REMOTE_TTS_URL: await stub.start(),
      REMOTE_TTS_KEY: 'secret',
      REMOTE_TTS_MODEL: 'kokoro',
      REMOTE_TTS_VOICES: 'af_sky, ff_siwis:fr-FR',
      REMOTE_TTS_TIMEOUT_MS: '1000',
    });
  });
  afterAll(async () => {
    await speech.close();
    stub.stop();
  });
  beforeEach(() => {
    stub.asked.length = 0;
    stub.replies = [];
  });

  const speak = (input: string) =>
    speech.post('/v1/audio/speech', {
      input,
      voice_id: 'remote-af_sky',
      output_format: 'pcm_24000',
    });

  it('is asked for each sentence with its model and voice', async () => {
    const answer = await speak('One sentence. And another.');

    expect(answer.headers.get('x-speech-marks')).toBe('estimated');
    expect(stub.asked).toMatchObject([
      { model: 'kokoro', voice: 'af_sky', input: 'One sentence.' },
      { input: 'And another.' },
    ]);
    const { speech_marks } = (await answer.json()) as {
      speech_marks: { chunks: { value: string }[] };
    };
    expect(speech_marks.chunks.map(({ value }) => value)).toEqual([
      'One',
      'sentence',
      'And',
      'another',
    ]);
  });

  it('has voices of the languages that are told', async () => {
    const locale = async (id: string): Promise<unknown> =>
      ((await (await speech.request('GET', `/v1/voices/${id}`)).json()) as { locale: string })
        .locale;

    expect([await locale('remote-af_sky'), await locale('remote-ff_siwis')]).toEqual([
      'en-US',
      'fr-FR',
    ]);
  });

  it.each([429, 500, 503])('is asked again after %d', async (code) => {
    stub.replies = [status(code), tone];

    expect((await speak('Hi.')).status).toBe(200);
    expect(stub.asked).toHaveLength(2);
  });

  it('is not asked again after it refused', async () => {
    stub.replies = [status(422)];

    expect((await speak('Hi.')).status).toBe(502);
    expect(stub.asked).toHaveLength(1);
  });

  it('fails as upstream_failure when it hangs', async () => {
    stub.replies = Array.from({ length: 3 }, () => () => undefined);

    const answer = await speak('Hi.');

    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream_failure' } });
  });

  // The last: it is left alone after that. One that answered is not, whatever was before.
  it('is left alone after five failures in a row', async () => {
    expect((await speak('Hi.')).status).toBe(200);
    stub.asked.length = 0;
    stub.replies = Array.from({ length: 20 }, () => status(500));

    await speak('Hi.');
    await speak('Hi.');
    const refused = await speak('Hi.');

    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(stub.asked.length).toBe(5);
  });
});
