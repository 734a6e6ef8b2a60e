import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { RemoteSpeaker } from './remote-speaker.js';

describe('RemoteSpeaker', () => {
  let server: Server;
  let status: number;
  let asked: number;
  let clock: FakeClock;
  let speaker: RemoteSpeaker;

  beforeEach(async () => {
    [status, asked] = [500, 0];
    server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(status).end(status === 200 ? Buffer.alloc(4800) : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    clock = new FakeClock('2026-01-01T00:00:00Z');
    speaker = new RemoteSpeaker({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      model: 'm',
      voices: [],
      timeoutMs: 5000,
      clock,
    });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const say = () =>
    speaker.say({
      words: ['Hi.'],
      workspace: 'acme',
      isBegun: false,
      voice: 'v',
      rate: 1,
      pitch: 1,
      language: 'en',
      signal: new AbortController().signal,
    });

  it('asks again when its server has been left alone for a while, and is ready when it answers', async () => {
    await expect(say()).rejects.toThrow('500');
    await expect(say()).rejects.toMatchObject({ status: 503 });
    expect([asked, speaker.state()]).toEqual([5, 'degraded']);
    status = 200;

    clock.advance(30_000);

    expect((await say()).pcm).toHaveLength(2400);
    expect(speaker.state()).toBe('ready');
  });
});
