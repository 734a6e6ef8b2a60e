import { describe, expect, it } from '@jest/globals';
import { createApi, type Api, type Call, type World } from '../src/api/api.js';
import { ApiError } from '../src/api/api-error.js';

/** Answers in turn; the last one for ever. */
function scripted(...answers: readonly (Response | Error)[]) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  const pauses: number[] = [];
  const world: World = {
    fetch: (url, init) => {
      requests.push({ url, init });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      return answer instanceof Response
        ? Promise.resolve(answer.clone())
        : Promise.reject(answer ?? new Error('no answer'));
    },
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    random: () => 0.5,
    nowMs: () => Date.parse('2026-01-01T00:00:00Z'),
  };
  return { world, requests, pauses };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

async function failureOf(api: Api, path = '/x', call?: Call): Promise<ApiError> {
  const outcome = await api(path, call).catch((error: unknown) => error);
  if (!(outcome instanceof ApiError)) throw new Error(`no ApiError: ${String(outcome)}`);
  return outcome;
}

describe('createApi', () => {
  it('sends JSON with the token of whoever is signed in, and gives body and headers', async () => {
    const { world, requests } = scripted(json(200, { id: 1 }, { Link: '<next>' }));
    const api = createApi({ base: '/api', token: () => Promise.resolve('t0'), world });

    const { body, headers } = await api<{ id: number }>('/things', {
      method: 'POST',
      body: { a: 1 },
    });

    expect([body, headers.get('Link')]).toEqual([{ id: 1 }, '<next>']);
    const [{ url, init } = { url: '', init: {} }] = requests;
    expect([url, init.method, init.body]).toEqual(['/api/things', 'POST', '{"a":1}']);
    expect(new Headers(init.headers).get('Authorization')).toBe('Bearer t0');
    expect(new Headers(init.headers).get('Content-Type')).toBe('application/json');
  });

  it.each([
    ['translate and notifications', { message: 'No.' }, { code: 'http_400', message: 'No.' }],
    [
      'auth-server',
      { error: 'invalid_request', error_description: 'No.', error_uri: 'x' },
      { code: 'invalid_request', message: 'No.' },
    ],
    [
      'speech',
      { error: { code: 'voice_not_found', message: 'No.', request_id: 'r-1' } },
      { code: 'voice_not_found', message: 'No.', traceId: 'r-1' },
    ],
    [
      'ipt-graphql',
      { isSuccess: false, error: { message: 'No.', code: 'BAD', retryable: false } },
      { code: 'BAD', message: 'No.' },
    ],
    [
      'GraphQL',
      { errors: [{ message: 'No.', extensions: { code: 'BAD_USER_INPUT' } }] },
      { code: 'BAD_USER_INPUT', message: 'No.' },
    ],
    [
      'the platform and relay',
      { error: { code: 'not_found', message: 'No.', trace_id: 't-1' } },
      { code: 'not_found', message: 'No.', traceId: 't-1' },
    ],
    ['the gateway', { message: 'No.', trace_id: 't-2' }, { message: 'No.', traceId: 't-2' }],
    ['something else', 'a page', { code: 'http_400', message: 'The service answered 400.' }],
  ])('reads the refusals of %s', async (_service, body, expected) => {
    const { world } = scripted(json(400, body));

    const error = await failureOf(createApi({ base: '', world }));

    expect(error).toMatchObject({ status: 400, ...expected });
  });

  it('takes a refusal in an answer of 200 for one', async () => {
    const refusal = { isSuccess: false, error: { message: 'Taken.', code: 'SYMBOL_TAKEN' } };
    const { world } = scripted(json(200, refusal));

    expect(await failureOf(createApi({ base: '', world }))).toMatchObject({
      status: 200,
      code: 'SYMBOL_TAKEN',
    });
  });

  it('tries again what may be repeated, waiting longer each time, and gives up', async () => {
    const { world, pauses } = scripted(json(503, { message: 'Not now.' }));

    const error = await failureOf(createApi({ base: '', world }));

    expect(error.status).toBe(503);
    expect(pauses).toEqual([300, 600, 1200]);
  });

  it.each([
    ['seconds', '7', 7000],
    ['a date', 'Thu, 01 Jan 2026 00:00:03 GMT', 3000],
  ])('waits as long as Retry-After says, in %s', async (_kind, header, waitMs) => {
    const { world, pauses } = scripted(json(429, {}, { 'Retry-After': header }), json(200, {}));

    await createApi({ base: '', world })('/x');

    expect(pauses).toEqual([waitMs]);
  });

  it('does not wait for longer than people do: it says how long', async () => {
    const { world, pauses } = scripted(json(429, {}, { 'Retry-After': '3600' }));

    const error = await failureOf(createApi({ base: '', world }));

    expect([error.retryAfterMs, pauses]).toEqual([3_600_000, []]);
  });

  it.each([
    ['a POST', 'POST', {}, 1],
    ['a POST with an idempotency key', 'POST', { 'Idempotency-Key': 'k' }, 2],
    ['a DELETE', 'DELETE', {}, 2],
  ] as const)('sends %s as often as is safe', async (_what, method, headers, times) => {
    const { world, requests } = scripted(new TypeError('gone'), json(200, {}));

    await createApi({ base: '', world })('/x', { method, headers }).catch(() => undefined);

    expect(requests).toHaveLength(times);
  });

  it('says when nothing answers', async () => {
    const { world } = scripted(new TypeError('Failed to fetch'));

    expect(await failureOf(createApi({ base: '', world }))).toMatchObject({
      status: 0,
      code: 'unreachable',
    });
  });

  it('gives an attempt up in time', async () => {
    const { world } = scripted();
    const hangs: World['fetch'] = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const api = createApi({ base: '', world: { ...world, fetch: hangs } });

    expect(await failureOf(api, '/x', { method: 'POST', timeoutMs: 1 })).toMatchObject({
      code: 'timeout',
    });
  });

  it('passes on that the page has given it up', async () => {
    const { world } = scripted(new DOMException('Aborted', 'AbortError'));
    const api = createApi({ base: '', world });

    await expect(api('/x', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('stops waiting for the next attempt when the page gives it up', async () => {
    const stop = new AbortController();
    const api = createApi({
      base: '',
      world: { fetch: () => Promise.resolve(json(503, {})), random: () => 1 },
    });

    const call = api('/x', { signal: stop.signal });
    setImmediate(() => stop.abort());

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not begin to wait for a page that has given it up meanwhile', async () => {
    const stop = new AbortController();
    const refused = () => {
      stop.abort();
      return Promise.resolve(json(503, { message: 'Later.' }, { 'Retry-After': '15' }));
    };
    const api = createApi({ base: '', world: { fetch: refused } });

    await expect(api('/x', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('renews a refused token once, and calls again with the new one', async () => {
    const { world, requests } = scripted(json(401, {}), json(200, {}));
    let token = 'old';
    const api = createApi({
      base: '',
      world,
      token: () => Promise.resolve(token),
      renew: () => {
        token = 'new';
        return Promise.resolve(true);
      },
    });

    await api('/x', { method: 'POST' });

    const sent = requests.map(({ init }) => new Headers(init.headers).get('Authorization'));
    expect(sent).toEqual(['Bearer old', 'Bearer new']);
  });

  it('does not renew for ever', async () => {
    const { world, requests } = scripted(json(401, { message: 'No.' }));
    const api = createApi({ base: '', world, renew: () => Promise.resolve(true) });

    expect((await failureOf(api)).status).toBe(401);
    expect(requests).toHaveLength(2);
  });
});
