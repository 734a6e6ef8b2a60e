import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { SCOPES } from '../../src/access/scopes.js';
import { anotherOrganization } from '../organizations.js';
import {
  ADMIN_KEY,
  AUTH_KEY,
  errorOf,
  startTranslate,
  type RequestOptions,
  type RunningTranslate,
} from '../running-translate.js';

const KEYS = '/v2/admin/developer-keys';
const GUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

interface Key {
  readonly key_id: string;
  readonly api_key: string;
  readonly label: string;
}

let running: RunningTranslate;

beforeAll(async () => {
  running = await startTranslate();
});

afterAll(() => running.close());

const admin = async (method: string, path: string, options: RequestOptions = {}) =>
  running.request(method, path, { key: ADMIN_KEY, ...options });
const send = async (method: string, path: string, options: RequestOptions = {}) =>
  errorOf(await admin(method, path, options));
const create = async (body: object = {}): Promise<Key> =>
  (await (await admin('POST', KEYS, { body })).json()) as Key;
const statusWith = async (key: string) =>
  (await running.request('GET', '/v2/usage', { key })).status;

describe('developer keys', () => {
  it('are created with a secret that is shown this once and works', async () => {
    const created = await create({ label: 'developer key prod' });

    const listed = (await (await admin('GET', KEYS)).json()) as Key[];
    expect(created).toEqual({
      key_id: expect.stringMatching(new RegExp(`^${GUID}:${GUID}$`)),
      label: 'developer key prod',
      creation_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      is_deactivated: false,
      usage_limits: {},
      api_key: expect.stringMatching(/^sxt_/),
    });
    expect(await statusWith(created.api_key)).toBe(200);
    expect(listed.map(({ key_id }) => key_id)).toContain(created.key_id);
    expect(JSON.stringify(listed)).not.toContain(created.api_key);
    expect(JSON.stringify(running.logs)).not.toContain(created.api_key);
  });

  it('have a label unless one is given', async () => {
    expect(await create()).toMatchObject({ label: 'DeepL API Key' });
  });

  it('of the free plan end in :fx', async () => {
    const { api_key: key } = await create({ plan: 'free' });

    expect(key).toMatch(/:fx$/);
    expect(await statusWith(key)).toBe(200);
  });

  it('are refused from the next request on when they are deactivated', async () => {
    const { api_key: key, key_id } = await create();
    const before = await statusWith(key);

    const answer = await (await admin('PUT', `${KEYS}/deactivate`, { body: { key_id } })).json();
    const again = await (await admin('PUT', `${KEYS}/deactivate`, { body: { key_id } })).json();

    expect([before, await statusWith(key)]).toEqual([200, 403]);
    expect(answer).toMatchObject({
      key_id,
      is_deactivated: true,
      deactivated_time: expect.any(String),
    });
    expect(again).toEqual(answer);
  });

  it('cannot deactivate themselves', async () => {
    const keys = (await (await admin('GET', KEYS)).json()) as Key[];
    const own = keys.find(({ label }) => label === 'first admin key');

    expect(
      await send('PUT', `${KEYS}/deactivate`, { body: { key_id: own?.key_id } }),
    ).toMatchObject({ status: 400 });
  });

  it('are renamed', async () => {
    const { key_id } = await create({ label: 'old' });

    const answer = await admin('PUT', `${KEYS}/label`, { body: { key_id, label: 'new' } });

    expect(await answer.json()).toMatchObject({ key_id, label: 'new' });
  });

  it('get limits, keep those that are not named, and lose them by null', async () => {
    const { key_id } = await create();
    const limit = async (body: object) =>
      (await admin('PUT', `${KEYS}/limits`, { body: { key_id, ...body } })).json();

    expect(await limit({ characters: 5000 })).toMatchObject({ usage_limits: { characters: 5000 } });
    expect(await limit({ speech_to_text_milliseconds: 3_600_000 })).toMatchObject({
      usage_limits: { characters: 5000, speech_to_text_milliseconds: 3_600_000 },
    });
    expect(await limit({ characters: null })).toMatchObject({
      key_id,
      usage_limits: { speech_to_text_milliseconds: 3_600_000 },
    });
  });

  it.each([
    ['POST', '', { label: 7 }, "Value for 'label' not supported."],
    ['POST', '', { label: 'a'.repeat(256) }, "Value for 'label' not supported."],
    ['POST', '', { label: ' ' }, "Value for 'label' not supported."],
    ['POST', '', { plan: 'gold' }, "Value for 'plan' not supported."],
    ['POST', '', { lable: 'a' }, "Parameter 'lable' is not supported."],
    ['PUT', '/deactivate', {}, "Parameter 'key_id' not specified"],
    ['PUT', '/label', { key_id: 'a' }, "Parameter 'label' not specified"],
    ['PUT', '/limits', {}, "Parameter 'key_id' not specified"],
    ['PUT', '/limits', { key_id: 'a', characters: -1 }, "Value for 'characters' not supported."],
    ['PUT', '/limits', { key_id: 'a', characters: 1.5 }, "Value for 'characters' not supported."],
    [
      'PUT',
      '/limits',
      { key_id: 'a', speech_to_text_milliseconds: 'x' },
      "Value for 'speech_to_text_milliseconds' not supported.",
    ],
  ])('refuse %s %s %j', async (method, path, body, message) => {
    expect(await send(method, KEYS + path, { body })).toMatchObject({ status: 400, message });
  });

  it.each(['/deactivate', '/label', '/limits'])(
    'of another organization, malformed and unknown ones are 404 at %s',
    async (path) => {
      const other = await anotherOrganization(running, [SCOPES.translate, SCOPES.admin]);
      const [foreign] = (await (await admin('GET', KEYS, { key: other })).json()) as Key[];
      const { key_id } = await create();
      const ids = [foreign?.key_id, 'nonsense', `${key_id.split(':')[0] ?? ''}:${randomUUID()}`];

      for (const id of ids) {
        const body = { key_id: id, ...(path === '/label' ? { label: 'x' } : {}) };
        expect(await send('PUT', KEYS + path, { body })).toMatchObject({ status: 404 });
      }
    },
  );

  it('are at most 1,000 that are active', async () => {
    const key = await anotherOrganization(running, [SCOPES.translate, SCOPES.admin]);
    await running.database.query(
      `INSERT INTO api_keys (id, owner, label, masked, hash, scopes, created_at)
       SELECT gen_random_uuid(), owner, 'filler', masked, sha256(n::text::bytea), scopes, created_at
       FROM (SELECT * FROM api_keys ORDER BY created_at DESC LIMIT 1) AS newest,
            generate_series(1, 998) AS n`,
    );

    const answers = [
      await admin('POST', KEYS, { key, body: {} }),
      await admin('POST', KEYS, { key, body: {} }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('are seen by their own organization only', async () => {
    const other = await anotherOrganization(running, [SCOPES.translate, SCOPES.admin]);

    expect(await (await admin('GET', KEYS, { key: other })).json()).toHaveLength(1);
  });
});

describe('a caller who is no administrator', () => {
  it.each([
    ['GET', KEYS],
    ['POST', KEYS],
    ['PUT', `${KEYS}/deactivate`],
    ['PUT', `${KEYS}/label`],
    ['PUT', `${KEYS}/limits`],
    ['GET', '/v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-02'],
    ['GET', '/v2/admin/analytics/custom-tags?start_date=2026-01-01&end_date=2026-01-02'],
  ])('gets 403 at %s %s', async (method, path) => {
    const body = method === 'GET' ? undefined : {};

    expect(await send(method, path, { key: AUTH_KEY, body })).toMatchObject({
      status: 403,
      message: expect.stringContaining('Forbidden'),
    });
  });

  it('gets 404 at a path that is none', async () => {
    expect(await send('GET', '/v2/admin/nothing')).toMatchObject({ status: 404 });
  });
});

describe('hosts by plan', () => {
  it('send a key of the other plan to its own host', async () => {
    const other = await startTranslate({ PRO_HOST: 'localhost', FREE_HOST: '127.0.0.1' });
    try {
      const { port } = new URL(other.url);
      const at = async (host: string) =>
        fetch(`http://${host}:${port}/v2/usage`, {
          headers: { authorization: `DeepL-Auth-Key ${AUTH_KEY}` },
        });

      expect((await at('localhost')).status).toBe(200);
      expect(await errorOf(await at('127.0.0.1'))).toMatchObject({
        status: 403,
        message: 'Wrong endpoint. Use https://localhost',
      });
    } finally {
      await other.close();
    }
  });
});
