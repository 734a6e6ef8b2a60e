import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { connect as connectRabbit } from 'amqplib';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { RelayProcess } from '../relay-process.js';
import { alert, notification, spoolFolder, until } from '../running-relay.js';

/** Bringing Debian's packages takes its time, once. */
const BROKER_MS = 240_000;
const SCRIPT = join(workspaceRoot(), 'apps/relay/test/own-broker.mjs');

class Broker {
  #child: ChildProcess | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'relay-broker-'));

  private constructor(
    private readonly kind: 'nats' | 'rabbitmq',
    readonly port: number,
    private readonly answers: () => Promise<void>,
  ) {}

  static async create(kind: 'nats' | 'rabbitmq', ask: (port: number) => Promise<void>) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    return new Broker(kind, port, () => ask(port));
  }

  async start(): Promise<void> {
    const args = [SCRIPT, this.kind, this.#folder, String(this.port)];
    this.#child = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
    const isThere = () =>
      this.answers().then(
        () => true,
        () => false,
      ); // not yet
    await until(isThere, BROKER_MS);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, signal);
    await exited;
  }
}

const nameOf = (number: number): string => `Alarm${String(number).padStart(4, '0')}x`;
const ALERTS = 150;

let relay: RelayProcess;
let broker: Broker;

afterEach(async () => {
  await relay.end('SIGKILL');
  await broker.kill();
});

async function send(number: number): Promise<void> {
  const body = JSON.stringify(notification([alert({ alertname: nameOf(number) })]));
  const headers = { 'content-type': 'application/json' };
  const isTaken = () =>
    fetch(`${relay.url}/relay/alertmanager`, { method: 'POST', headers, body })
      .then(({ ok }) => ok)
      .catch(() => false); // it was killed: nothing was promised
  while (!(await isTaken())) await new Promise((resolve) => setTimeout(resolve, 250));
}

/** Alerts, while the broker and the relay are killed in turn. */
async function sendThroughKills(): Promise<void> {
  for (let number = 0; number < ALERTS; number += 1) {
    await send(number);
    if (number % 50 === 20) {
      await broker.kill();
      await send((number += 1));
      await broker.start();
    }
    if (number % 50 !== 40) continue;
    await relay.end('SIGKILL');
    await relay.start();
  }
}

const startRelayTo = async (env: Record<string, string>) => {
  relay = await RelayProcess.create({
    ...env,
    EVENTS_SPOOL_DIR: spoolFolder(),
    EVENTS_RETRY_MAX_SECONDS: '1',
    LOG_LEVEL: 'fatal',
  });
  await relay.start();
};

const missing = (told: ReadonlySet<string>) =>
  Array.from({ length: ALERTS }, (_none, number) => nameOf(number)).filter((n) => !told.has(n));

const namesIn = (text: string) => [...text.matchAll(/Alarm\d{4}x/g)].map(([name]) => name);

describe('NATS JetStream of Debian', () => {
  const open = async () => connectNats({ servers: `127.0.0.1:${broker.port}` });

  beforeEach(async () => {
    broker = await Broker.create('nats', async (port) => {
      await (await connectNats({ servers: `127.0.0.1:${port}`, reconnect: false })).close();
    });
    await broker.start();
    const connection = await open();
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'ALERTS', subjects: ['alerts.*'] });
    await connection.close();
    await startRelayTo({
      EVENTS_NATS_OUT_SERVERS: `nats://127.0.0.1:${broker.port}`,
      EVENTS_NATS_OUT_SUBJECT: 'alerts.all',
    });
  });

  it('has every alert once, whatever is killed meanwhile', async () => {
    await sendThroughKills();

    const told = new Set<string>();
    const connection = await open();
    const manager = await jetstreamManager(connection);
    await manager.consumers.add('ALERTS', { durable_name: 'all', ack_policy: 'none' });
    const consumer = await jetstream(connection).consumers.get('ALERTS', 'all');
    const ids: string[] = [];
    for await (const message of await consumer.consume()) {
      for (const name of namesIn(message.string())) told.add(name);
      ids.push(message.headers?.get('Nats-Msg-Id') ?? '');
      expect(message.headers?.get('ce-type')).toContain('alertmanager.alert.firing');
      if (missing(told).length === 0) break;
    }
    await connection.close();

    expect(missing(told)).toEqual([]);
    // What came twice was dropped by its id.
    expect(new Set(ids).size).toBe(ids.length);
  }, 600_000);
});

describe('RabbitMQ of Debian', () => {
  const address = (port: number) => `amqp://guest:guest@127.0.0.1:${port}`;

  beforeEach(async () => {
    broker = await Broker.create('rabbitmq', async (port) => {
      await (await connectRabbit(address(port))).close();
    });
    await broker.start();
    await startRelayTo({
      EVENTS_RABBITMQ_OUT_URL: address(broker.port),
      EVENTS_RABBITMQ_OUT_ROUTING_KEY: 'alerts',
    });
  });

  it('has every alert, whatever is killed meanwhile, once there is a queue', async () => {
    // Nobody takes it yet: it is tried again.
    await send(0);
    const connection = await connectRabbit(address(broker.port));
    await (await connection.createChannel()).assertQueue('alerts', { durable: true });
    await connection.close();
    // It writes down what queues there are when it ends, or some seconds later.
    await broker.kill('SIGTERM');
    await broker.start();

    await sendThroughKills();

    const told = new Set<string>();
    const reading = await connectRabbit(address(broker.port));
    const messages = await reading.createChannel();
    await messages.consume('alerts', (message) => {
      for (const name of namesIn(message?.content.toString() ?? '')) told.add(name);
      expect(message?.properties).toMatchObject({ deliveryMode: 2, appId: 'relay' });
    });
    await until(() => missing(told).length === 0, 120_000).catch(() => undefined);
    await reading.close();

    expect(missing(told)).toEqual([]);
  }, 600_000);
});
