import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { createSign } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const TOPIC = 'arn:aws:sns:us-west-2:123456789012:MyTopic';
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

type Message = Readonly<Record<string, string>>;

/** In the order of the developer guide, "Verifying the signatures of Amazon SNS messages". */
const ORDER = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Subject',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

/** As CloudWatch documents what it puts into a message. */
const ALARM = {
  AlarmName: 'CPU high',
  AlarmDescription: null,
  AWSAccountId: '123456789012',
  NewStateValue: 'ALARM',
  NewStateReason: 'Threshold Crossed: 1 datapoint (96.5) was greater than the threshold (90.0).',
  StateChangeTime: '2026-11-21T07:03:23.537+0000',
  Region: 'US West (Oregon)',
  AlarmArn: 'arn:aws:cloudwatch:us-west-2:123456789012:alarm:CPU high',
  OldStateValue: 'OK',
  Trigger: { MetricName: 'CPUUtilization', Namespace: 'AWS/EC2', Threshold: 90 },
};

(hasOpenssl ? describe : describe.skip)('SNS, needs openssl', () => {
  let amazon: Stub;
  let sink: Stub;
  let running: RunningRelay;
  let key = '';

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sns-'));
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    execFileSync(
      'openssl',
      [...words, '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=sns.amazonaws.com'],
      { cwd: folder, stdio: 'ignore' },
    );
    key = readFileSync(join(folder, 'key.pem'), 'utf8');
    const certificate = readFileSync(join(folder, 'cert.pem'), 'utf8');
    amazon = await stubServer(({ path }) => ({
      body: path.endsWith('.pem') ? certificate : '<ok/>',
    }));
    sink = await stubServer();
    running = await startRelay({
      EVENTS_HTTP_AWS_URL: '/in/aws',
      EVENTS_HTTP_AWS_SECRET: 'of-the-api-destination',
      EVENTS_HTTP_AWS_TOPICS: TOPIC,
      EVENTS_HTTP_AWS_SNS_URL: amazon.url,
      EVENTS_WEBHOOK_OUT_URL: sink.url,
    });
  });

  afterAll(async () => {
    await running.close();
    await amazon.close();
    await sink.close();
  });

  function signed(message: Message, version: '1' | '2' = '2'): Message {
    const sign = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1');
    for (const name of ORDER) {
      const value = message[name];
      if (value !== undefined) sign.update(`${name}\n${value}\n`);
    }
    return {
      ...message,
      SignatureVersion: version,
      Signature: sign.sign(key, 'base64'),
      SigningCertURL: `${amazon.url}/SimpleNotificationService-1.pem`,
    };
  }

  const notification = (more: Message = {}): Message => ({
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Subject: 'ALARM: "CPU high"',
    Message: JSON.stringify(ALARM),
    Timestamp: '2026-11-21T07:03:24.000Z',
    ...more,
  });

  /** SNS says `text/plain` of what is JSON. */
  const post = (message: Message) =>
    running.post('/in/aws', message, {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': message['Type'] ?? '',
    });

  it.each(['1', '2'] as const)('relays an alarm, signed in version %s', async (version) => {
    const MessageId = `m-${version}`;

    const answer = await post(signed(notification({ MessageId }), version));

    expect(answer.status).toBe(200);
    const told = () => sink.calls.map(({ json }) => json['data'] as Message);
    await until(() => told().some((data) => data['MessageId'] === MessageId));
    expect(told().at(-1)).toMatchObject({ AlarmName: 'CPU high', NewStateValue: 'ALARM' });
  });

  it('relays a text as a text, without a subject', async () => {
    const given = notification({ MessageId: 'm-3', Message: 'Hello' });
    const plain = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'Subject'));

    expect((await post(signed(plain))).status).toBe(200);
    await until(() =>
      sink.calls.some(({ json }) => (json['data'] as Message)['Message'] === 'Hello'),
    );
  });

  it('confirms a subscription at the address that is signed', async () => {
    const answer = await post(
      signed({
        Type: 'SubscriptionConfirmation',
        MessageId: 'm-4',
        Token: '2336412f37',
        TopicArn: TOPIC,
        Message: 'You have chosen to subscribe to the topic.',
        SubscribeURL: `${amazon.url}/?Action=ConfirmSubscription&Token=2336412f37`,
        Timestamp: '2026-11-21T07:03:24.000Z',
      }),
    );

    expect(answer.status).toBe(200);
    expect(amazon.calls.map(({ path }) => path)).toContain(
      '/?Action=ConfirmSubscription&Token=2336412f37',
    );
  });

  it.each([
    ['a message that was changed', (m: Message) => ({ ...m, Message: 'other' })],
    ['another topic', () => signed(notification({ TopicArn: `${TOPIC}2` }))],
    [
      'a certificate of somebody else',
      (m: Message) => ({ ...m, SigningCertURL: 'https://a.example/x.pem' }),
    ],
    ['no signature', (m: Message) => ({ ...m, Signature: '' })],
  ])('refuses %s', async (_what, change) => {
    const answer = await post(change(signed(notification({ MessageId: 'm-5' }))));

    expect(answer.status).toBe(401);
  });

  it('asks for another try while SNS does not answer', async () => {
    const url = `${amazon.url}/SimpleNotificationService-other.pem`;
    amazon.answer = () => ({ status: 500 });

    const answer = await post({ ...signed(notification()), SigningCertURL: url });

    expect(answer.status).toBe(503);
  });

  it('takes EventBridge by an API destination with the secret, and not without', async () => {
    const event = {
      version: '0',
      id: '7bf73129-1428-4cd3-a780-95db273d1602',
      'detail-type': 'EC2 Instance State-change Notification',
      source: 'aws.ec2',
      time: '2021-11-11T21:29:54Z',
      detail: { state: 'pending' },
    };

    const known = await running.post('/in/aws', event, {
      'x-relay-token': 'of-the-api-destination',
    });
    const unknown = await running.post('/in/aws', event);

    expect([known.status, unknown.status]).toEqual([200, 401]);
  });
});

describe('the address of a certificate', () => {
  it.each([
    'https://sns.us-west-2.amazonaws.com.evil.example/x.pem',
    'https://evil.example/sns.us-west-2.amazonaws.com/x.pem',
    'http://sns.us-west-2.amazonaws.com/x.pem',
    'https://a@sns.us-west-2.amazonaws.com/x.pem',
    'https://sns.us-west-2.amazonaws.com/?Action=Words-of-others.pem',
    'https://sns.us-west-2.amazonaws.com/words-of-others.pem',
    'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-1.pem?x=.pem',
    'file:///etc/passwd',
  ])('is never %s', async (url) => {
    const running = await startRelay({
      EVENTS_HTTP_AWS_URL: '/in/aws',
      EVENTS_HTTP_AWS_TOPICS: TOPIC,
    });

    const answer = await running.post(
      '/in/aws',
      {
        Type: 'Notification',
        TopicArn: TOPIC,
        Message: 'm',
        SigningCertURL: url,
        Signature: 'AA==',
      },
      { 'x-amz-sns-message-type': 'Notification' },
    );
    await running.close();

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { message: 'Not of SNS.' } });
  });
});
