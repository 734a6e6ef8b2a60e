import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { CHANNELS } from '../../src/sinks/channels/channels.js';
import type { StubAnswer } from '../channel-stub.js';
import { CHANNEL_STUBS, stubOptions } from '../channel-stubs.js';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

interface Seen {
  readonly path: string;
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

let running: RunningRelay | undefined;
let stub: Stub | undefined;
const opened: Channel[] = [];

afterEach(async () => {
  await running?.close();
  await stub?.close();
  for (const channel of opened.splice(0)) await channel.close();
  [running, stub] = [undefined, undefined];
});

/** A relay with one channel, whose stub checks what it is sent. */
class Channel {
  readonly seen: Seen[] = [];
  readonly #first: StubAnswer[] = [];
  #delivered = 0;

  private constructor(
    readonly name: string,
    readonly stub: Stub,
    readonly running: RunningRelay,
  ) {}

  static async open(name: string, more: Readonly<Record<string, string>> = {}): Promise<Channel> {
    const server = await stubServer();
    const options = { ...stubOptions(server.url)[name], ...more };
    const env = Object.entries(options).map(
      ([option, value]) => [`EVENTS_${name.toUpperCase()}_OUT_${option}`, value] as const,
    );
    const channel = new Channel(name, server, await startRelay(Object.fromEntries(env)));
    await channel.begin();
    return channel;
  }

  /** Nothing is seen yet, and the stub is as its vendor is, but for the first calls. */
  async begin(first: readonly StubAnswer[] = []): Promise<void> {
    this.seen.length = 0;
    this.#first.splice(0, Infinity, ...first);
    this.#delivered = await this.#deliveries();
    this.stub.answer = (call) => {
      const answer = this.#first.shift() ??
        CHANNEL_STUBS[this.name]?.(call) ?? { status: 404, body: '' };
      const { path, json } = call;
      this.seen.push({ path, status: answer.status, json, text: call.body.toString() });
      return answer;
    };
  }

  /** Something has arrived since, nothing waits, and nothing was given up. The page of metrics is dear: it is asked for last. */
  readonly isIdle = async (): Promise<boolean> => {
    const { queues, unrouted } = await this.running.status();
    const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
    return waiting === 0 && unrouted === 0 && (await this.#deliveries()) > this.#delivered;
  };

  #deliveries(): Promise<number> {
    return this.running.metric(`relay_deliveries_total{sink="${this.name}",outcome="delivered"`);
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.stub.close();
  }
}

/** One of this test's own. */
async function withChannel(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Channel> {
  const channel = await Channel.open(name, more);
  opened.push(channel);
  return channel;
}

const NAMES = Object.keys(CHANNEL_STUBS);
const LONG = `${'Für alle: '.repeat(50)}\n${'x<&*_`'.repeat(60)}\n`.repeat(30);

describe.each(NAMES)('the channel %s', (name) => {
  let one: Channel;
  beforeAll(async () => {
    one = await Channel.open(name);
  });
  afterAll(() => one.close());

  it('sends an alert and its end as its vendor documents it', async () => {
    const { running: relay, seen, isIdle } = one;
    await one.begin();

    await relay.alert({ alertname: 'DiskFull', severity: 'critical', instance: 'db-1' });
    await until(isIdle);
    const before = seen.length;
    await relay.alert(
      { alertname: 'DiskFull', severity: 'critical', instance: 'db-1' },
      { status: 'resolved', endsAt: '2026-11-21T08:00:00Z' },
    );
    await until(async () => seen.length > before && (await isIdle()));

    expect(seen.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await relay.status()).dead_letters).toBe(0);
  });

  it('sends what is far too long within its limits, and nothing twice', async () => {
    const { running: relay, seen, isIdle } = one;
    await one.begin();

    await relay.alert(
      { alertname: 'A'.repeat(300), team: 'ü'.repeat(9000), instance: 'x\n"' },
      {
        annotations: { summary: LONG },
      },
    );
    await until(isIdle);

    expect(seen.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await relay.status()).dead_letters).toBe(0);
  });

  it('tries again what was too much or failed, and gives up what is refused', async () => {
    const { running: relay, seen, isIdle } = one;
    await one.begin([
      { status: 503, body: 'try later' },
      { status: 429, headers: { 'retry-after': '0' }, body: '' },
    ]);

    await relay.alert({ alertname: 'One', severity: 'warning' });
    await until(isIdle);
    expect(seen.map(({ status }) => status < 300)).toEqual([false, false, true]);

    one.stub.answer = () => ({ status: 400, body: { message: 'no' } });
    await relay.alert({ alertname: 'Two' });
    await until(async () => (await relay.status()).dead_letters === 1);
  });

  it('gives none of its secrets away', async () => {
    const { running: relay, isIdle } = one;
    await one.begin();
    await relay.alert({ alertname: 'Three' });
    await until(isIdle);

    const shown = [
      JSON.stringify(await relay.status()),
      JSON.stringify(relay.logs),
      await (await fetch(`${relay.url}/metrics`)).text(),
    ].join('\n');

    const secrets = ['genie', 'R0123456789', 'glsa', 'wJalrX', 'trigger"', '/webhooks/1', 'key=k'];
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });
});

describe('a resolved alert', () => {
  it.each(['discord', 'mattermost', 'grafana'])('edits its message in %s', async (name) => {
    const { running: relay, seen, isIdle } = await withChannel(name);
    const labels = { alertname: 'DiskFull', instance: 'db-1' };

    await relay.alert(labels);
    await until(isIdle);
    await relay.alert(labels, { status: 'resolved' });
    await until(() => seen.length === 2);

    expect(seen[1]?.path).toMatch(/\/(messages|posts|annotations)\/\w+/);
  });

  it('ends the incident of PagerDuty and of Jira by the same key', async () => {
    const labels = { alertname: 'DiskFull', instance: 'db-1' };
    const pages = await withChannel('pagerduty');
    await pages.running.alert(labels);
    await pages.running.alert(labels, { status: 'resolved' });
    await until(() => pages.seen.length === 2);

    const [trigger, resolve] = pages.seen.map(({ json }) => json);
    expect([trigger?.['event_action'], resolve?.['event_action']]).toEqual(['trigger', 'resolve']);
    expect(resolve?.['dedup_key']).toBe(trigger?.['dedup_key']);
  });
});

describe('what is no alert', () => {
  it.each([
    [{}, 'blank'],
    [{ MESSAGE: '{{ .type }}' }, 'delivered'],
  ])('wakes nobody, unless a template says what to send: %j is %s', async (more, outcome) => {
    const url = (stub = await stubServer((call) => CHANNEL_STUBS['pagerduty']?.(call) ?? {})).url;
    const options = Object.entries({ ...stubOptions(url)['pagerduty'], ...more });
    const env = options.map(([name, value]) => [`EVENTS_PAGERDUTY_OUT_${name}`, value] as const);
    running = await startRelay({ EVENTS_HTTP_JSON_URL: '/in', ...Object.fromEntries(env) });

    await running.post('/in', { a: 1 });

    const line = `relay_deliveries_total{sink="pagerduty",outcome="${outcome}"`;
    await until(async () => (await running?.metric(line)) === 1);
    expect(stub.calls.length).toBe(outcome === 'blank' ? 0 : 1);
  });
});

describe('Google Pub/Sub', () => {
  it('gets an access token with the key of the service account, once', async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const tokens = await stubServer((call) => CHANNEL_STUBS['pubsub']?.(call) ?? {});
    const account = {
      client_email: 'relay@p.iam.gserviceaccount.com',
      private_key: privateKey,
      token_uri: `${tokens.url}/token`,
    };
    const {
      running: relay,
      seen,
      stub,
      isIdle,
    } = await withChannel('pubsub', {
      CREDENTIALS: JSON.stringify(account),
    });

    await relay.alert({ alertname: 'One' });
    await until(isIdle);
    await relay.alert({ alertname: 'Two' });
    await until(() => seen.length === 2);
    await tokens.close();

    expect(tokens.calls.length).toBe(1);
    expect(stub.calls.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer ya29',
      'Bearer ya29',
    ]);
  });
});

describe('the collector', () => {
  it('gets the event as a datagram', async () => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const received = once(socket, 'message');
    running = await startRelay({
      EVENTS_COLLECTOR_OUT_ADDRESS: `127.0.0.1:${socket.address().port}`,
      EVENTS_COLLECTOR_OUT_MESSAGE: 'events,type={{ .Type }} alert="{{ .Data.Labels.alertname }}"',
    });

    await running.alert({ alertname: 'DiskFull' });
    const [message] = (await received) as [Buffer];
    socket.close();

    expect(message.toString()).toBe('events,type=AlertmanagerEvent alert="DiskFull"');
  });
});

describe('options of channels', () => {
  it('that need others say so', async () => {
    await expect(startRelay({ EVENTS_SNS_OUT_TOPIC: 'arn:aws:sns:a:1:b' })).rejects.toThrow(
      '--sns-out-topic needs --sns-out-access-key-id, --sns-out-secret-access-key',
    );
    await expect(
      startRelay({ EVENTS_EMAIL_OUT_SMTP_URL: 'http://x', EVENTS_EMAIL_OUT_FROM: 'a@b' }),
    ).rejects.toThrow('--email-out-smtp-url must begin with smtp:// or smtps://');
  });

  it('have a stub each, but for those with a protocol of their own', () => {
    const others = CHANNELS.map(({ name }) => name).filter((name) => !NAMES.includes(name));

    expect(others).toEqual(['email', 'collector', 'nats', 'rabbitmq']);
  });
});
