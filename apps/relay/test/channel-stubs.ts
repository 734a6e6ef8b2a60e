import { createHash, createHmac } from 'node:crypto';

/**
 * Stands in for the clouds that channels send to: each checks what it is sent by what its vendor documents,
 * and answers as it does. It imports nothing of the relay: the demonstration runs it, too.
 */
export interface StubCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface StubAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

type Json = Readonly<Record<string, unknown>>;
type ChannelStub = (call: StubCall) => StubAnswer;

const jsonOf = ({ body, headers }: StubCall): Json => {
  const type = String(headers['content-type']);
  if (!/^application\/(json|x-amz-json-1\.0)/.test(type)) return { notJson: type };
  return JSON.parse(body.toString()) as Json;
};

const isText = (value: unknown, max = Number.MAX_SAFE_INTEGER, min = 1): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Json | undefined)?.[String(name)], value);

const all = (...conditions: readonly boolean[]): boolean => conditions.every(Boolean);

let count = 0;
const nextId = () => String((count += 1));

/** "28 KB"; text blocks of an adaptive card. */
const msteams: ChannelStub = (call) => {
  const card = at(jsonOf(call), 'attachments', 0, 'content');
  const blocks = (at(card, 'body') ?? []) as Json[];
  const isCard =
    at(jsonOf(call), 'type') === 'message' &&
    at(jsonOf(call), 'attachments', 0, 'contentType') ===
      'application/vnd.microsoft.card.adaptive' &&
    at(card, 'type') === 'AdaptiveCard' &&
    /^1\.[0-5]$/.test(String(at(card, 'version'))) &&
    blocks.length > 0 &&
    blocks.every((block) => block['type'] === 'TextBlock' && isText(block['text']));
  if (!isCard) return { status: 400, body: { error: { code: 'InvalidRequestContent' } } };
  if (call.body.length > 28 * 1024) return { status: 413, body: 'Request entity too large' };
  return { status: 202, body: '' };
};

const discord: ChannelStub = (call) => {
  const { content, allowed_mentions: mentions, username } = jsonOf(call);
  const url = new URL(call.path, 'http://stub');
  const isWaiting = call.method === 'PATCH' || url.searchParams.get('wait') === 'true';
  const isRight = all(
    username === undefined || isText(username, 80),
    isText(content, 2000),
    JSON.stringify(mentions) === '{"parse":[]}',
  );
  if (!isRight) return { status: 400, body: { code: 50035, message: 'Invalid Form Body' } };
  const edited = /\/messages\/(\d+)$/.exec(url.pathname)?.[1];
  return isWaiting
    ? { status: 200, body: { id: edited ?? nextId(), channel_id: '7', content } }
    : { status: 204, body: '' };
};

const mattermost: ChannelStub = (call) => {
  if (call.path.startsWith('/mattermost/hooks/')) {
    return isText(jsonOf(call)['text'], 16_383)
      ? { status: 200, body: 'ok' }
      : { status: 400, body: { id: 'web.incoming_webhook.text.app_error', status_code: 400 } };
  }
  if (call.headers['authorization'] !== 'Bearer bot') return { status: 401, body: {} };
  return mattermostPost(call);
};

const mattermostPost: ChannelStub = (call) => {
  const { channel_id: id, message } = jsonOf(call);
  const isPatch = call.method === 'PUT' && /\/api\/v4\/posts\/[^/]+\/patch$/.test(call.path);
  const isPost = all(call.method === 'POST', call.path.endsWith('/api/v4/posts'), isText(id));
  if (!isText(message, 16_383) || !(isPatch || isPost)) {
    return { status: 400, body: { id: 'api.context.invalid_body_param.app_error' } };
  }
  return { status: isPost ? 201 : 200, body: { id: `p${nextId()}`, channel_id: id, message } };
};

const googlechat: ChannelStub = (call) => {
  const url = new URL(call.path, 'http://stub');
  const { text, thread } = jsonOf(call);
  const isPlaced = all(
    url.searchParams.get('messageReplyOption') === 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
    isText(at(thread, 'threadKey'), 4000),
    url.searchParams.get('key') === 'k',
    url.searchParams.get('token') === 't',
  );
  if (!isText(text) || call.body.length > 32_000 || !isPlaced) {
    return { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } };
  }
  return { status: 200, body: { name: `spaces/AAA/messages/${nextId()}`, text } };
};

const pagerduty: ChannelStub = (call) => {
  const { routing_key: key, event_action: action, dedup_key: dedup, payload } = jsonOf(call);
  const severities = ['critical', 'error', 'warning', 'info'];
  const isEvent = all(
    call.path.endsWith('/v2/enqueue'),
    isText(key, 32, 32),
    ['trigger', 'acknowledge', 'resolve'].includes(String(action)),
    isText(dedup, 255),
    call.body.length <= 512 * 1024,
  );
  const isPayload =
    action !== 'trigger' ||
    (isText(at(payload, 'summary'), 1024) &&
      isText(at(payload, 'source')) &&
      severities.includes(String(at(payload, 'severity'))) &&
      !Number.isNaN(Date.parse(String(at(payload, 'timestamp')))));
  if (!isEvent || !isPayload) {
    return { status: 400, body: { status: 'invalid event', message: 'Event object is invalid' } };
  }
  return { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: dedup } };
};

const jsm: ChannelStub = (call) => {
  if (call.headers['authorization'] !== 'GenieKey genie') {
    return { status: 422, body: { message: 'Key format is not valid!' } };
  }
  const accepted = { result: 'Request will be processed', took: 0.1, requestId: nextId() };
  const url = new URL(call.path, 'http://stub');
  const body = jsonOf(call);
  const closed = /\/v2\/alerts\/([^/]+)\/close$/.exec(url.pathname)?.[1];
  if (closed !== undefined) {
    const isRight =
      url.searchParams.get('identifierType') === 'alias' && isText(body['note'], 25_000);
    return isRight ? { status: 202, body: accepted } : { status: 422, body: { message: 'note' } };
  }
  const tags = (body['tags'] ?? []) as string[];
  const isAlert = all(
    url.pathname.endsWith('/v2/alerts'),
    isText(body['message'], 130),
    isText(body['alias'], 512),
    isText(body['description'], 15_000),
    isText(body['entity'], 512),
    isText(body['source'], 100),
    tags.length <= 20,
    tags.every((tag) => isText(tag, 50)),
    ['P1', 'P2', 'P3', 'P4', 'P5', undefined].includes(body['priority'] as string | undefined),
  );
  return isAlert
    ? { status: 202, body: accepted }
    : { status: 422, body: { message: 'Request body is not processable.' } };
};

const servicenow: ChannelStub = (call) => {
  const user = Buffer.from('relay:secret').toString('base64');
  if (call.headers['authorization'] !== `Basic ${user}`)
    return { status: 401, body: { error: {} } };
  const records = (jsonOf(call)['records'] ?? []) as Json[];
  const isRecord = (record: Json) =>
    isText(record['source'], 100) &&
    isText(record['type'], 100) &&
    isText(record['resource'], 100) &&
    isText(record['message_key'], 1024) &&
    /^[0-5]$/.test(String(record['severity'])) &&
    isText(record['description'], 4000) &&
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(record['time_of_event'])) &&
    ['New', 'Closing'].includes(String(record['resolution_state'])) &&
    typeof JSON.parse(String(record['additional_info'])) === 'object';
  const isRight = call.path.endsWith('/api/global/em/jsonv2') && records.length > 0;
  if (!isRight || !records.every(isRecord)) return { status: 400, body: { error: {} } };
  const said = `${records.length} events were inserted`;
  return { status: 200, body: { result: { 'Default Bulk Endpoint': said } } };
};

const gitlab: ChannelStub = (call) => {
  const form = new URLSearchParams(call.body.toString());
  const project = /\/api\/v4\/projects\/([^/]+)\/trigger\/pipeline$/.exec(call.path)?.[1];
  const names = [...form.keys()].filter((name) => name.startsWith('variables['));
  if (project === undefined) return { status: 404, body: { message: '404 Project Not Found' } };
  if (form.get('token') !== 'trigger') return { status: 404, body: { message: '404 Not Found' } };
  const isRight =
    form.get('ref') === 'main' && names.every((name) => /^variables\[\w+\]$/.test(name));
  return isRight
    ? { status: 201, body: { id: 257, status: 'pending', web_url: 'https://gitlab/p/257' } }
    : { status: 400, body: { message: { base: ['Reference not found'] } } };
};

const datadog: ChannelStub = (call) => {
  if (call.headers['dd-api-key'] !== 'dd') return { status: 403, body: { errors: ['Forbidden'] } };
  const body = jsonOf(call);
  const types = [
    'error',
    'warning',
    'info',
    'success',
    'user_update',
    'recommendation',
    'snapshot',
  ];
  const isEvent =
    call.path.endsWith('/api/v1/events') &&
    isText(body['title']) &&
    isText(body['text'], 4000) &&
    isText(body['aggregation_key'], 100) &&
    types.includes(String(body['alert_type'])) &&
    Number.isInteger(body['date_happened']) &&
    ((body['tags'] ?? []) as string[]).every((tag) => isText(tag, 200));
  return isEvent
    ? { status: 202, body: { status: 'ok', event: { id: 1 } } }
    : { status: 400, body: { errors: ['Bad Request'] } };
};

const newrelic: ChannelStub = (call) => {
  if (call.headers['api-key'] !== 'nr') return { status: 403, body: {} };
  const events = JSON.parse(call.body.toString()) as Json[];
  const isEvent = (event: Json) =>
    /^[\w:]{1,255}$/.test(String(event['eventType'])) &&
    Object.keys(event).length <= 255 &&
    Object.values(event).every((value) => typeof value === 'number' || isText(value, 4096, 0));
  return /\/v1\/accounts\/\d+\/events$/.test(call.path) && events.every(isEvent)
    ? { status: 200, body: { success: true, uuid: nextId() } }
    : { status: 400, body: {} };
};

const grafana: ChannelStub = (call) => {
  if (call.headers['authorization'] !== 'Bearer glsa') return { status: 401, body: {} };
  const { text, time, timeEnd, tags } = jsonOf(call);
  if (call.method === 'PATCH' && /\/api\/annotations\/\d+$/.test(call.path)) {
    return Number.isInteger(timeEnd)
      ? { status: 200, body: { message: 'Annotation patched' } }
      : { status: 400, body: {} };
  }
  const isNew = call.method === 'POST' && call.path.endsWith('/api/annotations');
  return isNew && isText(text) && Number.isInteger(time) && Array.isArray(tags)
    ? { status: 200, body: { message: 'Annotation added', id: Number(nextId()) } }
    : { status: 400, body: { message: 'Failed to save annotation' } };
};

/** An emulator: it asks for no token. `/token` gives one to a signed assertion. */
const pubsub: ChannelStub = (call) => {
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

const sns: ChannelStub = (call) => {
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

const sqs: ChannelStub = (call) => {
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

/** By the first part of the path. */
export const CHANNEL_STUBS: Readonly<Record<string, ChannelStub>> = {
  ...{ msteams, discord, mattermost, googlechat, pagerduty, jsm, servicenow },
  ...{ gitlab, datadog, newrelic, grafana, pubsub, sns, sqs },
};

/** The options that send every channel to its stub. */
export const stubOptions = (url: string): Readonly<Record<string, Record<string, string>>> => {
  const keys = { ACCESS_KEY_ID: AWS_KEY.id, SECRET_ACCESS_KEY: AWS_KEY.secret };
  return {
    msteams: { URL: `${url}/msteams/workflows/1` },
    discord: { URL: `${url}/discord/api/webhooks/1/token`, USERNAME: 'Relay' },
    mattermost: { URL: `${url}/mattermost`, TOKEN: 'bot', CHANNEL: 'c1' },
    googlechat: { URL: `${url}/googlechat/v1/spaces/AAA/messages?key=k&token=t` },
    pagerduty: { ROUTING_KEY: 'R0123456789ABCDEFGHIJKLMNOPQRSTU', API_URL: `${url}/pagerduty` },
    jsm: { API_KEY: 'genie', API_URL: `${url}/jsm`, RESPONDERS: 'platform' },
    servicenow: { URL: `${url}/servicenow`, USER: 'relay', PASSWORD: 'secret' },
    gitlab: { BASE_URL: `${url}/gitlab`, TOKEN: 'trigger', PROJECT: 'group/project@main' },
    datadog: { API_KEY: 'dd', API_URL: `${url}/datadog` },
    newrelic: { API_KEY: 'nr', ENDPOINT: `${url}/newrelic/v1/accounts/1/events` },
    grafana: { URL: `${url}/grafana`, API_KEY: 'glsa' },
    pubsub: { PROJECT_ID: 'p', TOPIC: 'events', API_URL: `${url}/pubsub` },
    sns: { TOPIC: 'arn:aws:sns:eu-west-1:123456789012:alarms', ENDPOINT: `${url}/sns`, ...keys },
    sqs: {
      QUEUE: 'https://sqs.eu-west-1.amazonaws.com/123456789012/alarms',
      REGION: 'eu-west-1',
      ENDPOINT: `${url}/sqs`,
      ...keys,
    },
  };
};
