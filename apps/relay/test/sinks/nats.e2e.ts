import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { NatsStub } from '../nats-stub.js';
import { RabbitStub } from '../rabbitmq-stub.js';
import { startRelay, until, type RunningRelay } from '../running-relay.js';

let stub: NatsStub;
let relay: RunningRelay;

beforeAll(async () => {
  stub = await NatsStub.start();
  relay = await startRelay({
    EVENTS_NATS_OUT_SERVERS: `nats://127.0.0.1:${stub.port}`,
    EVENTS_NATS_OUT_SUBJECT: 'alerts.all',
    EVENTS_NATS_OUT_MESSAGE:
      '{"name":{{ toJSON .data.labels.alertname }},"text":{{ toJSON .data.labels.text }}}',
  });
});

afterAll(async () => {
  await relay.close();
  stub.close();
});

const told = (name: string) => stub.messages.filter(({ text }) => text.includes(`"${name}"`));

describe('NATS JetStream', () => {
  it('gets an event with its id and attributes, once', async () => {
    await relay.alert({ alertname: 'DiskFull', instance: 'für' });
    await until(() => told('DiskFull').length === 1);

    const [message] = told('DiskFull');
    expect(message?.subject).toBe('alerts.all');
    expect(message?.headers).toMatch(/^Nats-Msg-Id: ?[0-9a-f]{32}\/alerts\.all\/0/m);
    expect(message?.headers).toMatch(
      /^ce-type: ?org\.sextant\.relay\.alertmanager\.alert\.firing/m,
    );
    expect(message?.headers).toMatch(/^ce-specversion: ?1\.0/m);
  });

  it('is asked again while no stream has the subject', async () => {
    stub.unbound.add('alerts.all');
    await relay.alert({ alertname: 'Waits' });
    await until(async () => JSON.stringify(await relay.status()).includes('"what":"retried"'));
    expect(told('Waits')).toEqual([]);

    stub.unbound.clear();

    await until(() => told('Waits').length === 1);
  });

  it('is not sent what is larger than the server takes', async () => {
    await relay.alert({ alertname: 'Large', text: 'x'.repeat(70_000) });

    await until(async () => (await relay.status()).dead_letters === 1);
    expect(JSON.stringify(await relay.status())).toContain('larger than 65536 bytes');
  });
});

describe('RabbitMQ', () => {
  it('gets a message again by another connection when it does not confirm, and others meanwhile', async () => {
    const broker = await RabbitStub.start();
    const own = await startRelay({
      EVENTS_RABBITMQ_OUT_URL: broker.url,
      EVENTS_RABBITMQ_OUT_EXCHANGE: 'alerts',
      EVENTS_RABBITMQ_OUT_ROUTING_KEY: 'alerts.all',
      EVENTS_RABBITMQ_OUT_TIMEOUT: '1',
      EVENTS_RABBITMQ_OUT_MESSAGE: '{{ .data.labels.alertname }}',
    });
    const of = (text: string) => broker.messages.filter((message) => message.text === text);
    let isSilent = true;
    broker.confirms = () => !isSilent;

    await own.alert({ alertname: 'Unconfirmed' });
    await until(() => of('Unconfirmed').length >= 2);
    isSilent = false;
    await own.alert({ alertname: 'Next' });
    await until(async () => (await own.status()).queues.every(({ waiting }) => waiting === 0));

    expect(of('Next')).toEqual([{ exchange: 'alerts', routingKey: 'alerts.all', text: 'Next' }]);
    expect(broker.connections).toBeGreaterThanOrEqual(2);
    await own.close();
    broker.close();
  });

  it('is given up for now when it accepts a connection and says nothing', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const own = await startRelay({
      EVENTS_RABBITMQ_OUT_URL: `amqp://127.0.0.1:${(mute.address() as AddressInfo).port}`,
      EVENTS_RABBITMQ_OUT_ROUTING_KEY: 'alerts.all',
      EVENTS_RABBITMQ_OUT_TIMEOUT: '1',
    });

    await own.alert({ alertname: 'Mute' });
    await until(async () => JSON.stringify(await own.status()).includes('"what":"retried"'));

    await own.close();
    mute.close();
  });

  it.each(['http://rabbitmq', 'rabbitmq:5672'])('is not at %s', async (url) => {
    await expect(
      startRelay({ EVENTS_RABBITMQ_OUT_URL: url, EVENTS_RABBITMQ_OUT_ROUTING_KEY: 'a' }),
    ).rejects.toThrow('--rabbitmq-out-url must begin with amqp:// or amqps://');
  });
});
