import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { Webhook } from 'standardwebhooks';
import { postBook, type BookAnswer } from './books.js';
import { Speakers, wav } from '../flite-recordings.js';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { spawnSpeech, type SpeechProcess } from '../speech-process.js';
import { postVoice, type VoiceAnswer } from '../voices.js';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type HookedBook = BookAnswer & {
  readonly webhook?: {
    readonly url: string;
    readonly state: string;
    readonly attempts: number;
    readonly last_status?: number;
    readonly last_error?: string;
    readonly secret?: string;
  };
};

/** Who is told, and what it answers: nothing where it is silent. */
const calls: Call[] = [];
let answer: (response: ServerResponse) => void;
let receiver: Server;
let host: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-book-webhooks-'));
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  calls.length = 0;
  answer = (response) => response.writeHead(204).end();
});

const until = async <T>(look: () => T | Promise<T>, isThere: (value: T) => boolean) => {
  const lateMs = Date.now() + 120_000;
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    if (Date.now() > lateMs) throw new Error(`Waited in vain: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const made = async (
  url: string,
  { text = 'Hello.', key = KEY, ...fields }: Readonly<Record<string, string>> = {},
) => {
  const form = { voice_id: 'george', webhook_url: `http://${host}/hook`, ...fields };
  const created = await postBook(url, key, ['book.txt', text], form);
  expect(created.status).toBe(202);
  return (await created.json()) as HookedBook;
};

/** As the receiver reads it. @throws when it is not signed */
const believed = ({ webhook }: HookedBook, { headers, body }: Call): unknown =>
  new Webhook(webhook?.secret ?? '').verify(body, headers as Record<string, string>);

describe('the webhook of a book', () => {
  let speech: RunningSpeech;
  beforeAll(async () => {
    speech = await startSpeech({
      BLOB_DIR: folder,
      WEBHOOK_ALLOW_HOSTS: host,
      SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
    });
  });
  afterAll(() => speech.close());

  const look = async ({ id }: HookedBook): Promise<HookedBook> => {
    const found = await speech.request('GET', `/v1/audio/books/${id}`);
    return (await found.json()) as HookedBook;
  };
  const ended = (book: HookedBook) =>
    until(
      () => look(book),
      ({ webhook }) => webhook?.state !== 'waiting',
    );

  it('is told when it is complete, signed so that the library of Standard Webhooks believes it', async () => {
    const book = await made(speech.url);
    expect(book.webhook).toEqual({
      url: `http://${host}/hook`,
      state: 'waiting',
      attempts: 0,
      secret: expect.stringMatching(/^whsec_/),
    });

    const { webhook, audio_duration_ms } = await ended(book);

    expect(webhook).toEqual({
      ...{ url: `http://${host}/hook`, state: 'delivered' },
      ...{ attempts: 1, last_status: 204 },
    });
    expect(calls).toHaveLength(1);
    expect(believed(book, calls[0]!)).toEqual({
      type: 'book.complete',
      timestamp: expect.any(String),
      data: { book_id: book.id, title: 'book', characters: book.characters, audio_duration_ms },
    });
    expect(calls[0]?.headers['webhook-id']).toBe(`book_${book.id}`);
  });

  it('is told when it has failed, and why', async () => {
    const speakers = new Speakers();
    const sample = wav(await speakers.sample('kal16'));
    await speakers.close();
    const consent = JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.org' });
    const cloned = await postVoice(speech, { name: 'Ada', gender: 'female', sample, consent });
    const { id } = (await cloned.json()) as VoiceAnswer;

    const book = await made(speech.url, { voice_id: id, text: 'A long story. '.repeat(3000) });
    await speech.request('DELETE', `/v1/voices/${id}`);
    await ended(book);

    expect(believed(book, calls[0]!)).toMatchObject({
      type: 'book.failed',
      data: { book_id: book.id, error: { code: 'voice_not_found' } },
    });
  });

  it('is tried again under the same id after a failure', async () => {
    answer = (response) => response.writeHead(calls.length === 1 ? 503 : 200).end();
    const book = await made(speech.url);

    expect((await ended(book)).webhook).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('of others is told while somebody’s receiver never answers', async () => {
    answer = (response) => {
      if (calls.at(-1)?.body.includes('"quiet') !== true) response.writeHead(204).end();
    };
    for (let book = 0; book < 5; book += 1) await made(speech.url, { title: `quiet ${book}` });
    await until(
      () => calls.length,
      (count) => count === 2,
    );

    const other = await made(speech.url, { title: 'heard', key: OTHER_KEY });
    await until(
      () => calls.find(({ body }) => body.includes(other.id)),
      (call) => call !== undefined,
    );
    expect(calls.filter(({ body }) => body.includes('"quiet'))).toHaveLength(2);
  });

  it('is given up when it is gone, and does not follow a redirect', async () => {
    answer = (response) => response.writeHead(410).end();
    expect((await ended(await made(speech.url))).webhook).toMatchObject({
      ...{ state: 'failed', attempts: 1, last_status: 410 },
    });

    answer = (response) => response.writeHead(307, { location: `http://${host}/other` }).end();
    const book = await made(speech.url);
    await until(
      () => look(book),
      ({ webhook }) => webhook?.last_status === 307,
    );
    expect(calls.filter(({ body }) => body.includes(book.id))).toHaveLength(1);
  });

  it.each([
    ['http where it is not allowed', 'http://example.org/hook'],
    ['a private address', 'https://10.0.0.1/hook'],
    ['this machine', 'https://127.0.0.1/hook'],
    ['another port of an allowed host', 'http://127.0.0.1:1/hook'],
    ['a password', 'https://a:b@example.org/hook'],
    ['no address', 'hook'],
    ['another scheme', 'ftp://example.org/hook'],
  ])('is refused before anything is done: %s', async (_what, webhook_url) => {
    const refused = await postBook(speech.url, KEY, ['a.txt', 'Hi.'], {
      voice_id: 'george',
      webhook_url,
    });

    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'validation_failed', message: expect.stringContaining('webhook_url') },
    });
  });

  it('does not connect to a name that leads into a private network', async () => {
    const book = await made(speech.url, { webhook_url: 'https://localhost/hook' });

    const { webhook } = await until(
      () => look(book),
      (now) => now.webhook?.last_error !== undefined,
    );
    expect(webhook?.last_error).toBe('localhost is not a public address.');
  });

  it('is not there for books without one', async () => {
    const created = await postBook(speech.url, KEY, ['a.txt', 'Hi.']);

    expect(await created.json()).not.toHaveProperty('webhook');
  });
});

describe('a service that is killed while it tells of a book', () => {
  let database: TestDatabase;
  let service: SpeechProcess;
  const start = async (): Promise<void> => {
    service = await spawnSpeech({
      ...{ DATABASE_URL: database.url, BLOB_DIR: folder },
      WEBHOOK_ALLOW_HOSTS: host,
    });
  };
  beforeAll(async () => {
    database = await testDatabase();
    await start();
  });
  afterAll(async () => {
    await service.kill();
    await database.drop();
  });

  it('tells it when it is back, under the same id', async () => {
    answer = () => undefined; // the message is there, and no answer
    const book = await made(service.url);
    await until(
      () => calls.length,
      (count) => count === 1,
    );

    await service.kill();
    answer = (response) => response.writeHead(204).end();
    await start();
    await until(
      () => calls.length,
      (count) => count === 2,
    );

    expect(believed(book, calls[1]!)).toMatchObject({ type: 'book.complete' });
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});
