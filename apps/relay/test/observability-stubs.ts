import { isText, jsonOf, nextId, type ChannelStub, type Json } from './channel-stub.ts';

export const datadog: ChannelStub = (call) => {
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

export const newrelic: ChannelStub = (call) => {
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

export const grafana: ChannelStub = (call) => {
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
