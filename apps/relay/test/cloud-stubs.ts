import { createHash, createHmac } from 'node:crypto';
import {
  isText,
  jsonOf,
  nextId,
  type ChannelStub,
  type Json,
  type StubCall,
} from './channel-stub.ts';

/** An emulator: it asks for no token. `/token` gives one to a signed assertion. */
export const pubsub: ChannelStub = (call) => {
  if (call.path.endsWith('/token')) {
    const form = new URLSearchParams(call.body.toString());
    const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const isJwt = (form.get('assertion') ?? '').split('.').length === 3;
    return isGrant && isJwt
      ? { status: 200, body: { access_token: 'ya29', expires_in: 3599, token_type: 'Bearer' } }
      : { status: 400, body: { error: 'invalid_grant' } };
  }
  const messages = (jsonOf(call)['messages'] ?? []) as Json[];
  const isMessage = (message: Json) =>
    isText(message['data']) &&
    isText(message['orderingKey'], 1024, 0) &&
    Object.values((message['attributes'] ?? {}) as Json).every((value) => isText(value, 1024, 0));
  const isRight = /\/v1\/projects\/[^/]+\/topics\/[^/:]+:publish$/.test(call.path);
  return isRight && messages.length > 0 && messages.every(isMessage)
    ? { status: 200, body: { messageIds: messages.map(nextId) } }
    : { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } };
};

/** Signature Version 4, computed again from what came. */
export const AWS_KEY = {
  id: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

function isSigned(call: StubCall, service: string): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', named = '', list = '', signature] =
    form.exec(String(call.headers['authorization'])) ?? [];
  if (id !== AWS_KEY.id || named !== service) return false;
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const headers = list.split(';').map((name) => `${name}:${String(call.headers[name]).trim()}\n`);
  const path = new URL(call.path, 'http://stub').pathname;
  const request = ['POST', path, '', headers.join(''), list, sha256(call.body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const date = String(call.headers['x-amz-date']);
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (before, part) => hmac(before, part),
    `AWS4${AWS_KEY.secret}`,
  );
  const isComplete = ['host', 'x-amz-date'].every((name) => list.split(';').includes(name));
  return isComplete && hmac(key, toSign).toString('hex') === signature;
}

export const sns: ChannelStub = (call) => {
  if (!isSigned(call, 'sns')) return { status: 403, body: '<Code>SignatureDoesNotMatch</Code>' };
  const form = new URLSearchParams(call.body.toString());
  const isFifo = (form.get('TopicArn') ?? '').endsWith('.fifo');
  const isRight =
    form.get('Action') === 'Publish' &&
    form.get('Version') === '2010-03-31' &&
    isText(form.get('Message'), 262_144) &&
    /^[\x20-\x7e]{0,100}$/.test(form.get('Subject') ?? '') &&
    isFifo === form.has('MessageGroupId') &&
    isFifo === form.has('MessageDeduplicationId');
  return isRight
    ? { status: 200, body: `<PublishResponse><MessageId>${nextId()}</MessageId></PublishResponse>` }
    : { status: 400, body: '<Code>InvalidParameter</Code>' };
};

export const sqs: ChannelStub = (call) => {
  if (!isSigned(call, 'sqs')) return { status: 403, body: { __type: 'InvalidSignatureException' } };
  const body = jsonOf(call);
  const isFifo = String(body['QueueUrl']).endsWith('.fifo');
  const isRight =
    call.headers['x-amz-target'] === 'AmazonSQS.SendMessage' &&
    isText(body['MessageBody'], 1_048_576) &&
    isFifo === isText(body['MessageGroupId'], 128) &&
    isFifo === isText(body['MessageDeduplicationId'], 128);
  return isRight
    ? { status: 200, body: { MessageId: nextId() } }
    : { status: 400, body: { __type: 'com.amazonaws.sqs#InvalidParameterValue' } };
};
