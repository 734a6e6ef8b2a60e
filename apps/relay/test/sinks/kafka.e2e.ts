import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { CloudEvent, Kafka as KafkaBinding } from 'cloudevents';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { brokers, kafkaDesk } from '../kafka-desk.js';
import { RelayProcess } from '../relay-process.js';
import {
  notification,
  review,
  spoolFolder,
  startRelay,
  STARTS_AT,
  until,
} from '../running-relay.js';
import { stubServer } from '../stub-server.js';

const hasKcat = spawnSync('kcat', ['-V']).status === 0;

(brokers === undefined ? describe.skip : describe)('Kafka, needs KAFKA_BROKERS', () => {
  const desk = kafkaDesk();

  const start = async (env: Record<string, string> = {}) => {
    desk.running = await startRelay({
      EVENTS_KAFKA_OUT_BROKERS: brokers ?? '',
      EVENTS_KAFKA_OUT_TOPIC: desk.topic,
      ...env,
    });
  };

  it('gets CloudEvents in binary mode, which the official SDK reads', async () => {
    await start();

    await desk.running.post(
      '/relay/alertmanager',
      { alerts: [alertOf('HighLatency')] },
      {
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    );
    const [message] = await desk.read(desk.topic, 1);

    expect(message?.key).toBe('ad2b7f1d8b3a5c6e');
    expect(message?.headers).toEqual({
      ce_specversion: '1.0',
      ce_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ce_source: '/relay/relay/alertmanager',
      ce_type: 'org.sextant.relay.alertmanager.alert.firing.v1',
      ce_subject: 'HighLatency/web-1',
      ce_time: STARTS_AT,
      ce_dataschema: 'urn:sextant:relay:schema:AlertmanagerEvent:1',
      ce_partitionkey: 'ad2b7f1d8b3a5c6e',
      ce_severity: 'critical',
      ce_traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'content-type': 'application/json',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    const event = KafkaBinding.toEvent({
      headers: message?.headers ?? {},
      value: message?.value,
      key: '',
      body: message?.value ?? '',
    } as never) as CloudEvent<{ status: string }>;
    expect(event.validate()).toBe(true);
    expect(event.type).toBe('org.sextant.relay.alertmanager.alert.firing.v1');
    expect(JSON.parse(message?.value ?? '')).toMatchObject({ status: 'firing' });
  });

  it('is no reason for warnings', async () => {
    await start();
    const relay = await RelayProcess.create({
      EVENTS_KAFKA_OUT_BROKERS: brokers ?? '',
      EVENTS_KAFKA_OUT_TOPIC: desk.topic,
      EVENTS_SPOOL_DIR: spoolFolder(),
    });
    await relay.start();

    await fetch(`${relay.url}/relay/alertmanager`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification([alertOf('Quiet')])),
    });
    await desk.read(desk.topic, 1);
    await relay.end('SIGTERM');

    expect(relay.output).toContain('"msg":"started"');
    // The line of the start shows the configuration, in which severities have that name.
    const lines = relay.output.split('\n').filter((line) => !line.includes('"msg":"started"'));
    expect(lines.join('\n')).not.toMatch(/warning/i);
    expect(relay.output).not.toContain('"level":"warn"');
  });

  it('gets CloudEvents in structured mode', async () => {
    await start({ EVENTS_KAFKA_OUT_MODE: 'structured' });

    await desk.running.post('/relay/k8s', review());
    const [message] = await desk.read(desk.topic, 1);

    expect(message?.headers).toEqual({
      'content-type': 'application/cloudevents+json; charset=utf-8',
    });
    expect(JSON.parse(message?.value ?? '')).toMatchObject({
      specversion: '1.0',
      id: '705ab4f5-6393-11e8-b7cc-42010a800002',
      type: 'org.sextant.relay.k8s.pod.create.v1',
      subject: 'shop/web-1',
      datacontenttype: 'application/json',
      data: { kind: 'Pod', operation: 'Create' },
    });
    expect(message?.key).toBe('shop/Pod/web-1');
  });

  it('gets rendered text in plain mode, from templates of the queue and of chats', async () => {
    await start({
      EVENTS_KAFKA_OUT_MODE: 'plain',
      EVENTS_KAFKA_OUT_MESSAGE:
        '{{ .Type }} {{ .Data.Labels.alertname }} {{ .Data.GeneratorURL }} {{ .data.labels.instance }}',
    });

    await desk.running.post('/relay/alertmanager', { alerts: [alertOf('Old')] });
    const [message] = await desk.read(desk.topic, 1);

    expect(message?.value).toBe('AlertmanagerEvent Old http://p web-1');
  });

  it('keeps the order of a key, in one partition', async () => {
    await start();

    for (let number = 0; number < 30; number += 1) {
      const alerts = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'].map((fingerprint) => ({
        ...alertOf(`n${number}`),
        fingerprint,
        startsAt: new Date(number * 1000).toISOString(),
      }));
      await desk.running.post('/relay/alertmanager', { alerts });
    }
    const messages = await desk.read(desk.topic, 60);

    for (const key of ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']) {
      const ofKey = messages.filter((message) => message.key === key);
      expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1);
      expect(ofKey.map(({ headers }) => headers['ce_subject'])).toEqual(
        Array.from({ length: 30 }, (_unused, number) => `n${number}/web-1`),
      );
    }
  });

  (hasKcat ? it : it.skip)('is read by kcat', async () => {
    await start();
    await desk.running.post('/relay/alertmanager', { alerts: [alertOf('ForKcat')] });
    await until(async () => {
      const { queues, unrouted } = await desk.running.status();
      return queues.length === 0 && unrouted === 0; // an event has no queue before it is routed
    });

    const args = ['-b', brokers ?? '', '-t', desk.topic, '-C', '-e', '-q', '-f', '%k %h %s\n'];
    const output = execFileSync('kcat', args, { timeout: 15_000 }).toString();

    expect(output).toContain('ad2b7f1d8b3a5c6e ce_specversion=1.0,');
    expect(output).toContain('"alertname":"ForKcat"');
  });

  it('is read by the typed example of a subscriber, each event once', async () => {
    await start();
    // Of one key, thus of one partition: whoever has read the last one has read the repeat before it.
    for (const name of ['ForExample', 'ForExample', 'Last']) {
      await desk.running.post('/relay/alertmanager', { alerts: [alertOf(name, startsAtOf(name))] });
    }
    await desk.running.post('/relay/k8s', review());
    const example = join(workspaceRoot(), 'apps/relay/examples/subscriber.ts');

    const child = spawn(process.execPath, [example, brokers ?? '', desk.topic, randomUUID()]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // Partitions are read in any order, so that both have to be waited for; what is missing shows below.
    const isAllThere = () => output.includes('Pod') && output.includes('Last');
    await until(isAllThere).catch(() => undefined);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    const lines = output.split('\n').filter((line) => /^(firing|Create)/.test(line));

    expect(lines.sort()).toEqual([
      'Create Pod shop.web-1 by admin',
      `firing ForExample since ${STARTS_AT}`,
      `firing Last since ${startsAtOf('Last')}`,
    ]);
  });

  it('delivers when the topic appears, and buries what the brokers refuse for good', async () => {
    const late = `late-${randomUUID()}`;
    await start({ EVENTS_KAFKA_OUT_TOPIC: late });
    await desk.running.post('/relay/alertmanager', { alerts: [alertOf('Early')] });
    await until(
      async () =>
        (await desk.running.metric('relay_deliveries_total{sink="kafka",outcome="retried"')) > 0,
    );
    await desk.create(late);
    await desk.read(late, 1);

    const huge = { ...alertOf('Huge'), annotations: { text: 'x'.repeat(1_500_000) } };
    await desk.running.post('/relay/alertmanager', { alerts: [huge, alertOf('Small')] });
    await until(async () => (await desk.running.status()).dead_letters === 1);

    const messages = await desk.read(late, 2);
    expect(messages.map(({ headers }) => headers['ce_subject'])).toContain('Small/web-1');
  }, 240_000);

  it('gets the dead letters of all sinks on a topic of theirs', async () => {
    const dead = `dead-${randomUUID()}`;
    await desk.create(dead);
    const hook = await stubServer(() => ({ status: 400, body: 'no' }));
    await start({ EVENTS_WEBHOOK_OUT_URL: hook.url, EVENTS_KAFKA_OUT_DEAD_LETTER_TOPIC: dead });

    await desk.running.post('/relay/alertmanager', { alerts: [alertOf('Dead')] });
    const [message] = await desk.read(dead, 1);
    await hook.close();

    expect(message?.headers).toMatchObject({
      ce_deadlettersink: 'webhook',
      ce_deadletterreason: 'HTTP 400: no',
      ce_subject: 'Dead/web-1',
    });
  });
});

const startsAtOf = (alertname: string) =>
  alertname === 'Last' ? '2026-11-21T08:00:00Z' : STARTS_AT;

const alertOf = (alertname: string, startsAt = STARTS_AT): object => ({
  status: 'firing',
  labels: { alertname, instance: 'web-1', severity: 'critical' },
  annotations: {},
  startsAt,
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://p',
  fingerprint: 'ad2b7f1d8b3a5c6e',
});
