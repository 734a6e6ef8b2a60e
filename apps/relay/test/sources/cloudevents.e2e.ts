import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CloudEvent, emitterFor, HTTP, httpTransport, Mode } from 'cloudevents';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

describe('CloudEvents over HTTP', () => {
  let sink: Stub;
  let running: RunningRelay;

  beforeAll(async () => {
    sink = await stubServer();
    running = await startRelay({
      EVENTS_HTTP_CLOUDEVENTS_URL: '/in/events',
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ toJSON .data }}',
    });
  });

  beforeEach(() => {
    sink.calls.length = 0;
  });

  afterAll(async () => {
    await running.close();
    await sink.close();
  });

  const relayed = async (count = 1) => {
    await until(() => sink.calls.length === count);
    return sink.calls.map(({ json }) => json);
  };

  it.each([Mode.BINARY, Mode.STRUCTURED])(
    'come from the SDK of the project in mode %s',
    async (mode) => {
      const emit = emitterFor(httpTransport(`${running.url}/in/events`), { mode });
      const event = new CloudEvent({
        type: 'com.example.build',
        source: '/ci',
        subject: 'web',
        partitionkey: 'web',
        buildnumber: 7,
        data: { ok: true, text: 'für alle' },
      });

      await emit(event);

      const [data] = await relayed();
      expect(data).toMatchObject({
        id: event.id,
        type: 'com.example.build',
        source: '/ci',
        subject: 'web',
        buildnumber: '7',
        data: { ok: true, text: 'für alle' },
      });
    },
  );

  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(`${running.url}/in/events`, { method: 'POST', headers, body });

  it('come as a batch', async () => {
    const events = ['1', '2', '3'].map((id) => ({
      ...{ specversion: '1.0', id, source: '/s', type: 't', subject: id },
      data: id,
    }));

    const answer = await post(JSON.stringify(events), {
      'content-type': 'application/cloudevents-batch+json',
    });

    expect(answer.status).toBe(200);
    const ids = (await relayed(3)).map((event) => event['id']);
    expect(ids.sort()).toEqual(['1', '2', '3']);
  });

  it('may carry bytes that are no text', async () => {
    const bytes = new Uint8Array([0xff, 0x00, 0xfe]);
    const { headers } = HTTP.binary(
      new CloudEvent({ type: 't', source: '/s', datacontenttype: 'image/png', data: bytes }),
    );

    const answer = await post(bytes, headers as Record<string, string>);

    expect(answer.status).toBe(200);
    expect((await relayed())[0]).toMatchObject({ data_base64: '/wD+' });
  });

  it.each([
    [{ 'content-type': 'application/cloudevents+json' }, '{"id": "1"}', 'invalid_payload'],
    [{ 'content-type': 'application/cloudevents+json' }, '{', 'malformed_json'],
    [{ 'content-type': 'application/cloudevents+json' }, '[]', 'invalid_payload'],
    [{ 'content-type': 'application/cloudevents-batch+json' }, '{}', 'invalid_payload'],
    [{ 'content-type': 'application/json' }, '{}', 'invalid_payload'],
    [
      { 'content-type': 'application/cloudevents+json' },
      '{"specversion":"1.0","id":"1","source":"s","type":"t","extra":{"toString":1}}',
      'invalid_payload',
    ],
    [
      { 'content-type': 'application/json', 'ce-specversion': '0.3', 'ce-id': '1' },
      '{}',
      'invalid_payload',
    ],
  ])('are refused: %j %s', async (headers, body, code) => {
    const answer = await post(body, headers);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('are refused in a batch that is too long: each would be a row', async () => {
    const one = { specversion: '1.0', id: '1', source: 's', type: 't' };
    const batch = JSON.stringify(Array.from({ length: 20_001 }, () => one));

    const answer = await post(batch, { 'content-type': 'application/cloudevents-batch+json' });

    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('at most 20000');
  });

  it('leave out attributes that are null', async () => {
    const event = { specversion: '1.0', id: 'n', source: 's', type: 't', subject: null };

    await post(JSON.stringify(event), { 'content-type': 'application/cloudevents+json' });

    expect(await relayed()).toEqual([{ specversion: '1.0', id: 'n', source: 's', type: 't' }]);
  });

  it('are allowed to a sender that asks first, as the webhook specification has it', async () => {
    const answer = await fetch(`${running.url}/in/events`, {
      method: 'OPTIONS',
      headers: { 'WebHook-Request-Origin': 'eventemitter.example.com' },
    });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('webhook-allowed-origin')).toBe('eventemitter.example.com');
    expect(answer.headers.get('allow')).toBe('POST');
  });
});
