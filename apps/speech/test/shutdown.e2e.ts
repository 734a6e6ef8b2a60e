import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { postBook } from './books/books.js';
import { connect, next } from './live/live-client.js';
import { KEY } from './running-speech.js';
import { spawnSpeech } from './speech-process.js';

/** What an attempt of a webhook may take, and more than a deaf client may. */
const LONGEST_MS = 15_000;

let database: TestDatabase;
let silent: Server;
let asked: Promise<void>;
beforeAll(async () => {
  database = await testDatabase();
  // Takes what it is told and never answers.
  asked = new Promise((resolve) => {
    silent = createServer(() => resolve());
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await database.drop();
});

const start = () =>
  spawnSpeech({
    DATABASE_URL: database.url,
    WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
  });

/** @returns how long it took, with a status that says that nothing was wrong */
async function ended(service: Awaited<ReturnType<typeof start>>): Promise<number> {
  const from = performance.now();
  expect(await service.end()).toBe(0);
  const ms = performance.now() - from;
  process.stdout.write(`Ended in ${Math.round(ms)} ms\n`);
  return ms;
}

describe('a service that is asked to end', () => {
  it('does not wait for a live client that reads nothing', async () => {
    const service = await start();
    const client = await connect(service.url, { headers: { authorization: `Bearer ${KEY}` } });
    client.send({ type: 'start', voice_id: 'george', output_format: 'wav_48000' });
    client.send({ type: 'text', text: 'Some words that nobody hears. '.repeat(300) });
    await next(client, 'audio');
    client.socket.pause();

    expect(await ended(service)).toBeLessThan(LONGEST_MS);
    client.drop();
  });

  it('does not wait for a webhook that is not answered, and tells it again later', async () => {
    const service = await start();
    const { port } = silent.address() as AddressInfo;
    const webhook_url = `http://127.0.0.1:${port}/hook`;
    await postBook(service.url, KEY, ['a.txt', 'A book.'], { voice_id: 'george', webhook_url });
    await asked;

    expect(await ended(service)).toBeLessThan(LONGEST_MS);
    const [row] = await database.query<{ state: string }>('SELECT state FROM book_webhook');
    expect(row?.state).toBe('waiting');
  });
});
