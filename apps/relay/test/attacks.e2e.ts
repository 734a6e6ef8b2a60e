import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { review, startRelay, type RunningRelay } from './running-relay.js';

const MIB = 1024 * 1024;
/** As deep as 16 MiB can be, and as many values as it can hold. */
const DEEP = Buffer.alloc(16 * MIB - 16, '[').fill(']', 8 * MIB - 8);
const MANY = Buffer.from(`[${'[],'.repeat(5_500_000)}1]`);

const EVENT = 'application/cloudevents+json';
/** Every input, by the type that it takes JSON by. */
const INPUTS = [
  ['/relay/alertmanager', 'application/json'],
  ['/relay/json', 'application/json'],
  ['/relay/k8s', 'application/json'],
  ['/in/sentry', 'application/json'],
  ['/in/aws', 'text/plain'],
  ['/in/cloudevents', EVENT],
  ['/in/cloudevents', 'application/cloudevents-batch+json'],
  ['/in/cloudevents', 'application/json'],
] as const;
const BINARY = { 'ce-id': '1', 'ce-source': '/a', 'ce-type': 'a', 'ce-specversion': '1.0' };

let running: RunningRelay;

beforeAll(async () => {
  running = await startRelay({
    EVENTS_STDOUT_OUT_MESSAGE: ' ',
    EVENTS_HTTP_JSON_URL: '/relay/json',
    EVENTS_HTTP_SENTRY_URL: '/in/sentry',
    EVENTS_HTTP_AWS_URL: '/in/aws',
    EVENTS_HTTP_CLOUDEVENTS_URL: '/in/cloudevents',
  });
});

afterAll(() => running.close());

/** Without the copies that fetch makes of a body. */
async function post(path: string, type: string, body: Buffer, encoding = 'identity') {
  const headers = { 'content-type': type, 'content-encoding': encoding, ...BINARY };
  const outgoing = request(running.url + path, { method: 'POST', headers }).end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { error } = (await json(answer)) as { error?: { code: string; message: string } };
  return { status: answer.statusCode, ...error };
}

/** Asks whether it lives, again and again, until something is done. @returns the longest wait, in milliseconds, with its pause */
async function longestWait(work: Promise<unknown>): Promise<number> {
  const open = new Set([work]);
  void work.finally(() => open.clear());
  let longestMs = 0;
  while (open.size > 0) {
    const startMs = performance.now();
    // To ask without end would take the processor from the work that is looked at.
    await pause(20);
    expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - startMs);
  }
  return longestMs;
}

describe('bodies that are made to be expensive', () => {
  it.each([
    ['brackets', DEEP],
    ['values', MANY],
  ])('keep nobody waiting: sixteen MiB of %s, packed and plain, at once', async (what, body) => {
    const packed = gzipSync(body);
    const attack = Promise.all(
      Array.from({ length: 3 }, async () => [
        await post('/relay/alertmanager', 'application/json', packed, 'gzip'),
        await post('/relay/alertmanager', 'application/json', body),
      ]),
    );

    const waitMs = await longestWait(attack);

    process.stdout.write(`${what}: the longest wait for an answer was ${Math.round(waitMs)} ms\n`);
    for (const { status, code } of (await attack).flat()) {
      expect([status, code]).toEqual([400, 'invalid_payload']);
    }
    expect(waitMs).toBeLessThan(2000);
  });

  it.each(INPUTS)('are refused by %s as %s, before they are parsed', async (path, type) => {
    // Malformed as well: whatever parses it first says so.
    const deep = await post(path, type, Buffer.from('['.repeat(20_000)));
    const many = await post(path, type, Buffer.from('1,'.repeat(2_000_001)));

    expect([deep.status, deep.code]).toEqual([400, 'invalid_payload']);
    expect(deep.message).toMatch(
      /^The body is nested more than \d+ levels deep\. Send it flatter\.$/,
    );
    expect([many.status, many.code]).toEqual([400, 'invalid_payload']);
    expect(many.message).toMatch(
      /^The body has more than \d+ values\. Send them in several requests\.$/,
    );
  });

  it('are refused when one object has more members than anybody means', async () => {
    const labels = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_unused, at) => [`l${at}`, '']));
    const sent = (count: number) =>
      Buffer.from(
        JSON.stringify({ version: '4', alerts: [{ status: 'firing', labels: labels(count) }] }),
      );

    const many = await post('/relay/alertmanager', 'application/json', sent(10_001));

    expect([many.status, many.code]).toEqual([400, 'invalid_payload']);
    expect(many.message).toBe('An object of the body has more than 10000 members.');
  });

  it('are refused above sixteen MiB, packed or not', async () => {
    const body = Buffer.alloc(17 * MIB, ' ');

    const answers = [
      await post('/relay/json', 'application/json', gzipSync(body), 'gzip'),
      await post('/relay/json', 'application/json', body),
    ];

    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
  });

  it('are allowed as reviews, as deep as an API server can write them', async () => {
    const deep = '{"a":'.repeat(9990) + '1' + '}'.repeat(9990);
    const body = JSON.stringify(review()).replace('"dryRun":false', `"object":${deep}`);

    const answer = await running.post('/relay/k8s', body);

    expect(await answer.json()).toMatchObject({ response: { allowed: true } });
  });
});
