import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, json } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const TOKEN = 'the-token-of-the-siblings';
const TYPE = 'https://schemas.openid.net/secevent/caep/event-type/';
const POLL = 'urn:ietf:rfc:8936';

interface Stream {
  readonly stream_id: string;
  readonly aud: string;
  readonly events_delivered: readonly string[];
  readonly delivery: { readonly method: string; readonly endpoint_url: string };
}

describe('the configuration endpoint of streams (SSF 1.0, section 8.1.1)', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth({ env: { EVENTS_TOKEN: TOKEN, FETCH_ALLOW: 'receiver.example' } });
  });
  afterAll(() => auth.close());

  const ssf = (method: string, query = '', body?: object) =>
    fetch(`${auth.url}/ssf/streams${query}`, {
      method,
      headers: { ...bearer(TOKEN), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const open = async () => json<Stream>(await ssf('POST', '', { delivery: { method: POLL } }));

  it('reads one stream and all, with their audience', async () => {
    const stream = await open();
    const one = await json<Stream>(await ssf('GET', `?stream_id=${stream.stream_id}`));
    const all = await json<Stream[]>(await ssf('GET'));

    expect(one).toEqual(stream);
    expect(one).toMatchObject({ aud: 'sextant', iss: auth.env['ISSUER'] });
    expect(all).toContainEqual(stream);
    expect((await ssf('GET', '?stream_id=nothing')).status).toBe(404);
    const old = await fetch(`${auth.url}/ssf/streams/${stream.stream_id}`, {
      headers: bearer(TOKEN),
    });
    expect(await json(old)).toEqual(stream);
  });

  it('changes what is sent, and replaces the rest by what a stream has at first', async () => {
    const { stream_id } = await open();
    const events_requested = [`${TYPE}credential-change`];
    const changed = await json<Stream>(await ssf('PATCH', '', { stream_id, events_requested }));
    expect(changed.events_delivered).toEqual(events_requested);

    const target = { method: 'urn:ietf:rfc:8935', endpoint_url: 'https://receiver.example/events' };
    const pushed = await json<Stream>(await ssf('PATCH', '', { stream_id, delivery: target }));
    expect(pushed).toMatchObject({ events_delivered: events_requested, delivery: target });

    const replaced = await json<Stream>(
      await ssf('PUT', '', { stream_id, iss: auth.env['ISSUER'], aud: 'sextant' }),
    );
    expect(replaced.events_delivered).toEqual([`${TYPE}session-revoked`]);
    expect(replaced.delivery.method).toBe(POLL);
  });

  it('refuses what a receiver cannot change, and streams that there are not', async () => {
    const { stream_id } = await open();

    const refused = [
      await ssf('PATCH', '', { stream_id, aud: 'other' }),
      await ssf('PUT', '', { stream_id, events_requested: ['urn:none'] }),
      await ssf('PATCH', '', { stream_id, delivery: { method: 'pigeon' } }),
      await ssf('PATCH', '', { stream_id: 'nothing' }),
      await ssf('PATCH', '', {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 404, 422]);
  });

  it('closes the stream that is named', async () => {
    const { stream_id } = await open();

    expect((await ssf('DELETE', `?stream_id=${stream_id}`)).status).toBe(204);
    expect((await ssf('DELETE', `?stream_id=${stream_id}`)).status).toBe(404);
    expect((await ssf('DELETE')).status).toBe(404);
  });
});
