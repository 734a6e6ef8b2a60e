import { connect as dial, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, next, refusal, type LiveClient, type Message } from './live-client.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

const START = { type: 'start', voice_id: 'george', output_format: 'pcm_8000' };
const ELEVENLABS = '/v1/text-to-speech/george/stream-input?output_format=pcm_16000';
const headers = { authorization: `Bearer ${KEY}` };

let speech: RunningSpeech;
const clients: LiveClient[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  speech = await startSpeech({ CONCURRENT_SYNTHESES: '2', LIVE_RESUME_SECONDS: '20' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.drop();
  for (const socket of sockets.splice(0)) socket.destroy();
  await placesAreFree();
});
afterAll(() => speech.close());

async function open(): Promise<LiveClient> {
  const client = await connect(speech.url, { headers });
  clients.push(client);
  return client;
}

async function started(more: object = {}): Promise<LiveClient> {
  const client = await open();
  client.send({ ...START, ...more });
  await next(client, 'started');
  return client;
}

/** All places of the key can be had: sessions that wait for somebody keep theirs, so they are ended. */
async function placesAreFree(): Promise<void> {
  const late = performance.now() + 30_000;
  while (performance.now() < late) {
    const both = await Promise.allSettled([open(), open()]);
    for (const client of clients.splice(0)) {
      client.drop();
      await client.hungUp();
    }
    if (both.every(({ status }) => status === 'fulfilled')) return;
  }
  throw new Error('Places are not given back.');
}

/** Sends an upgrade as no client does. @returns the answer, and the connection, of which this side is left open */
async function upgraded(
  lines: readonly string[],
): Promise<{ readonly answer: string; readonly socket: Socket }> {
  const { hostname, port } = new URL(speech.url);
  const socket = dial({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.setEncoding('latin1');
  const upgrade = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'];
  socket.write(`${[lines[0], ...upgrade, ...lines.slice(1)].join('\r\n')}\r\n\r\n`);
  const answer = await new Promise<string>((resolve) => socket.once('data', resolve));
  return { answer, socket };
}

const wordsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ speech_marks = [] }) => speech_marks.map(({ value }) => value));

describe('a connection that becomes no WebSocket', () => {
  it('is hung up, although the other side keeps it', async () => {
    const { answer, socket } = await upgraded(['GET /v1/audio/live HTTP/1.1']);
    expect(answer).toContain('401');

    const gone = new Promise((resolve) => socket.once('error', resolve));
    const writing = setInterval(() => socket.write('anybody there?'), 20);
    await gone;
    clearInterval(writing);
  });

  it('keeps no place of its key', async () => {
    const authorization = `Authorization: Bearer ${KEY}`;
    for (let time = 0; time < 3; time += 1) {
      const { answer } = await upgraded([
        'GET /v1/audio/live HTTP/1.1',
        authorization,
        'Sec-WebSocket-Version: 7',
      ]);
      expect(answer).not.toContain('101');
    }

    await expect(placesAreFree()).resolves.toBeUndefined();
  });

  it('is told that nothing is there, whatever its address', async () => {
    const { answer } = await upgraded(['GET // HTTP/1.1']);

    expect(answer).toContain('404');
  });
});

describe('a connection of ElevenLabs that has not told who it is', () => {
  it('is one of a hundred at most', async () => {
    const many = await Promise.all(
      Array.from({ length: 100 }, () => connect(speech.url, { path: ELEVENLABS })),
    );
    clients.push(...many);
    expect(await refusal(speech.url, { path: ELEVENLABS })).toEqual({
      status: 503,
      code: 'live_sessions_full',
    });

    const [first] = many;
    first?.drop();
    const late = performance.now() + 30_000;
    let again: LiveClient | undefined;
    while (again === undefined && performance.now() < late) {
      again = await connect(speech.url, { path: ELEVENLABS }).catch(() => undefined);
    }
    expect(again).toBeDefined();
    if (again !== undefined) clients.push(again);
  });

  it('keeps no place when it is wrong twice at once', async () => {
    for (let time = 0; time < 2; time += 1) {
      const client = await connect(speech.url, { path: ELEVENLABS });
      clients.push(client);
      const wrong = { text: ' ', xi_api_key: KEY, voice_settings: { speed: 99 } };
      client.send(wrong);
      client.send(wrong);
      await client.hungUp();
    }

    await expect(placesAreFree()).resolves.toBeUndefined();
  });
});

describe('a session that was resumed elsewhere', () => {
  it('does not end by what comes over its old connection', async () => {
    const old = await started();
    const { session } = old.messages[0] ?? {};
    old.socket.pause();
    const client = await open();
    client.send({ type: 'resume', session, received: 0 });
    await next(client, 'resumed');
    old.send('{');
    old.socket.resume();
    expect(await old.hungUp()).toBe(1001);

    client.send({ type: 'text', text: 'Still here.' });
    client.send({ type: 'end' });
    expect(wordsOf(await client.ended())).toEqual(['Still', 'here']);
    expect(client.closed).toBe(1000);
  });

  it('ends as early as was wished when nobody writes', async () => {
    const old = await started({ inactivity_timeout: 5 });
    const { session } = old.messages[0] ?? {};
    old.drop();
    const client = await open();
    client.send({ type: 'resume', session, received: 0 });

    expect((await next(client, 'error')).error).toMatchObject({ code: 'inactive' });
  });
});

describe('somebody who writes and does not listen', () => {
  it('gets no answers to pings that nobody takes', async () => {
    const client = await started();
    let pongs = 0;
    client.socket.on('pong', () => (pongs += 1));
    client.socket.pause();
    const pings = 250_000;
    for (let ping = 0; ping < pings; ping += 1) {
      client.socket.ping(Buffer.alloc(125));
      // As fast as the other side takes them.
      if (client.socket.bufferedAmount > 1_000_000) await new Promise(setImmediate);
    }
    client.socket.resume();
    client.send({ type: 'end' });
    await next(client, 'done');

    expect(pongs).toBeLessThan(pings);
  });

  it('is heard to the end when he listens again', async () => {
    const client = await started();
    client.socket.pause();
    for (let turn = 0; turn < 200; turn += 1) client.send({ type: 'flush' });
    client.send({ type: 'text', text: 'At last.' });
    client.send({ type: 'end' });
    client.socket.resume();
    const all = await client.ended();

    expect(all.filter(({ type }) => type === 'turn_done')).toHaveLength(201);
    expect(wordsOf(all)).toEqual(['At', 'last']);
  });
});
