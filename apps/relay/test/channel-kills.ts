import { afterEach, describe, expect, it } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { CHANNEL_STUBS, stubOptions } from './channel-stubs.js';
import { NatsStub } from './nats-stub.js';
import { RabbitStub } from './rabbitmq-stub.js';
import { RelayProcess } from './relay-process.js';
import { alert, notification, spoolFolder, until } from './running-relay.js';
import { stubServer, type Call, type Stub } from './stub-server.js';

interface Rounds {
  readonly alerts: number;
  readonly kills: number;
}

/** Names that no channel escapes, shortens or encodes. */
const nameOf = (number: number): string => `Alarm${String(number).padStart(4, '0')}x`;

/** Pub/Sub has its text in base64. */
const textOf = ({ body, json }: Call): string => {
  const [message] = (json['messages'] ?? []) as { readonly data?: string }[];
  return message?.data === undefined
    ? body.toString()
    : Buffer.from(message.data, 'base64').toString();
};

/** A mail server that refuses a fifth for now, and tells of what it takes. */
async function mailServer(onMail: (text: string) => void): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (Math.random() < 0.2) {
          done(Object.assign(new Error('busy'), { responseCode: 451 }));
          return;
        }
        onMail(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.on('error', () => undefined); // clients that are killed
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

/** Kills the relay while alerts go to every channel that has a stub. */
export function describeChannelKills({ alerts, kills }: Rounds): void {
  let relay: RelayProcess;
  let stub: Stub;
  let mail: SMTPServer;
  let nats: NatsStub;
  let rabbit: RabbitStub;
  let collector: Socket;

  afterEach(async () => {
    await relay.end('SIGKILL');
    nats.close();
    rabbit.close();
    collector.close();
    await new Promise<void>((resolve) => mail.close(() => resolve()));
    await stub.close();
  });

  async function send(number: number): Promise<void> {
    const body = JSON.stringify(
      notification([alert({ alertname: nameOf(number), severity: 'critical' })]),
    );
    const headers = { 'content-type': 'application/json' };
    const isAccepted = async () =>
      await fetch(`${relay.url}/relay/alertmanager`, { method: 'POST', headers, body })
        .then(({ ok }) => ok)
        .catch(() => false); // it was killed: nothing was promised
    while (!(await isAccepted())) await new Promise((resolve) => setTimeout(resolve, 250));
  }

  describe(`kill -9, ${kills} times, while ${alerts} alerts go to every channel`, () => {
    it('loses none in any of them', async () => {
      const told = new Map<string, Set<string>>();
      const note = (channel: string, text: string) => {
        const seen = told.get(channel) ?? new Set();
        told.set(channel, seen);
        for (const [found] of text.matchAll(/Alarm\d{4}x/g)) seen.add(found);
      };
      mail = await mailServer((text) => note('email', text));
      nats = await NatsStub.start();
      nats.onMessage = ({ text }) => note('nats', text);
      rabbit = await RabbitStub.start();
      rabbit.onMessage = ({ text }) => note('rabbitmq', text);
      collector = createSocket('udp4');
      collector.on('message', (datagram) => note('collector', datagram.toString()));
      collector.bind(0, '127.0.0.1');
      await once(collector, 'listening');
      stub = await stubServer((call) => {
        const [, name = ''] = call.path.split('/');
        if (Math.random() < 0.2) return { status: 503 };
        const answer = CHANNEL_STUBS[name]?.(call) ?? { status: 404 };
        if (answer.status < 300) note(name, textOf(call));
        return answer;
      });
      const env = Object.entries(stubOptions(stub.url)).flatMap(([name, options]) =>
        Object.entries(options).map(
          ([option, value]) => [`EVENTS_${name.toUpperCase()}_OUT_${option}`, value] as const,
        ),
      );
      relay = await RelayProcess.create({
        ...Object.fromEntries(env),
        EVENTS_EMAIL_OUT_SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}?tls=none`,
        EVENTS_EMAIL_OUT_FROM: 'relay@example.com',
        EVENTS_EMAIL_OUT_TO: 'oncall@example.com',
        EVENTS_NATS_OUT_SERVERS: `nats://127.0.0.1:${nats.port}`,
        EVENTS_NATS_OUT_SUBJECT: 'alerts.all',
        EVENTS_RABBITMQ_OUT_URL: rabbit.url,
        EVENTS_RABBITMQ_OUT_ROUTING_KEY: 'alerts.all',
        EVENTS_COLLECTOR_OUT_ADDRESS: `127.0.0.1:${collector.address().port}`,
        EVENTS_SPOOL_DIR: spoolFolder(),
        EVENTS_RETRY_MAX_SECONDS: '1',
        LOG_LEVEL: 'fatal',
      });
      await relay.start();

      const killEvery = Math.ceil(alerts / (kills + 1));
      for (let number = 0; number < alerts; number += 1) {
        await send(number);
        if ((number + 1) % killEvery !== 0) continue;
        await relay.end('SIGKILL');
        await relay.start();
      }

      const all = Array.from({ length: alerts }, (_unused, number) => nameOf(number));
      const missing = () =>
        [...Object.keys(CHANNEL_STUBS), 'email', 'nats', 'rabbitmq', 'collector'].flatMap(
          (channel) =>
            all
              .filter((name) => told.get(channel)?.has(name) !== true)
              .map((n) => `${channel} ${n}`),
        );
      await until(() => missing().length === 0, 150_000).catch(() => undefined);

      expect(missing()).toEqual([]);
    }, 300_000);
  });
}
