import { all, at, isText, jsonOf, nextId, type ChannelStub, type Json } from './channel-stub.ts';

export const pagerduty: ChannelStub = (call) => {
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

export const jsm: ChannelStub = (call) => {
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

export const servicenow: ChannelStub = (call) => {
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

export const gitlab: ChannelStub = (call) => {
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
