import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricAt, testDatabase } from '@sextant/platform-testing';
import * as deepl from 'deepl-node';
import {
  ADMIN_KEY,
  AUTH_KEY,
  errorOf,
  startTranslate,
  sdkOptions,
  type RunningTranslate,
} from '../running-translate.js';
import { startProcess } from '../translate-process.js';

const HOUSE = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };
const HOUSE_CHARACTERS = 17;
const TODAY = () => new Date().toISOString().slice(0, 10);

let running: RunningTranslate;

beforeAll(async () => {
  running = await startTranslate({ CHARACTER_LIMIT: '100000' });
});

afterAll(() => running.close());

async function newKey(limits?: object): Promise<string> {
  const created = await running.request('POST', '/v2/admin/developer-keys', {
    key: ADMIN_KEY,
    body: {},
  });
  const { api_key: key, key_id } = (await created.json()) as { api_key: string; key_id: string };
  if (limits !== undefined) await limit(key_id, limits);
  return key;
}

const limit = (key_id: string, limits: object) =>
  running.request('PUT', '/v2/admin/developer-keys/limits', {
    key: ADMIN_KEY,
    body: { key_id, ...limits },
  });
const translate = (key: string, body: object = HOUSE, headers = {}) =>
  running.request('POST', '/v2/translate', { key, body, headers });
const usage = async (key: string) =>
  (await (await running.request('GET', '/v2/usage', { key })).json()) as {
    character_count: number;
    api_key_character_count: number;
  };

describe('usage', () => {
  it('grows by the code points of each accepted request', async () => {
    const key = await newKey();
    const before = await usage(AUTH_KEY);

    await translate(key);
    await translate(key, { ...HOUSE, text: ['😀', 'a dog', ''] });

    expect(await usage(key)).toMatchObject({
      api_key_character_count: HOUSE_CHARACTERS + 6,
      character_limit: 100_000,
      api_key_character_limit: 100_000,
      products: [{ product_type: 'translate', billing_unit: 'characters', api_key_unit_count: 23 }],
      start_time: expect.stringMatching(/-01T00:00:00\.000Z$/),
      end_time: expect.stringMatching(/-01T00:00:00\.000Z$/),
    });
    expect((await usage(AUTH_KEY)).character_count).toBe(before.character_count + 23);
  });

  it('stays as it is when a request is refused', async () => {
    const key = await newKey();

    await translate(key, { ...HOUSE, target_lang: 'XX' });
    await translate(key, { ...HOUSE, formalty: 'more' });

    expect((await usage(key)).api_key_character_count).toBe(0);
  });

  it('counts a streamed translation once', async () => {
    const key = await newKey();

    const stream = await translate(key, HOUSE, { accept: 'text/event-stream' });
    await stream.text();

    expect((await usage(key)).api_key_character_count).toBe(HOUSE_CHARACTERS);
  });

  it('is reported under the tag that the official client sends, and read by it', async () => {
    const client = new deepl.DeepLClient(await newKey(), {
      ...sdkOptions(running),
      headers: { 'X-DeepL-Reporting-Tag': 'shop' },
    });
    await client.translateText('The house is big.', 'en', 'es');
    await translate(await newKey(), HOUSE, {
      'X-DeepL-Reporting-Tag': Buffer.from('Größe').toString('latin1'),
    });

    const report = await running.request(
      'GET',
      `/v2/admin/analytics/custom-tags?start_date=${TODAY()}&end_date=${TODAY()}`,
      { key: ADMIN_KEY },
    );

    const breakdown = { total_characters: HOUSE_CHARACTERS };
    expect(await report.json()).toMatchObject({
      custom_tag_usage_report: {
        usage: [
          { custom_tag: 'Größe', breakdown },
          { custom_tag: 'shop', breakdown },
        ],
      },
    });
    expect((await client.getUsage()).character?.limit).toBe(100_000);
  });

  it('refuses a tag above 255 characters', async () => {
    const answer = await translate(AUTH_KEY, HOUSE, { 'X-DeepL-Reporting-Tag': 'a'.repeat(256) });

    expect(await errorOf(answer)).toMatchObject({
      status: 400,
      message: expect.stringContaining('X-DeepL-Reporting-Tag'),
    });
  });
});

describe('quotas', () => {
  it('answer 456 from the first request on that does not fit', async () => {
    const key = await newKey({ characters: 2 * HOUSE_CHARACTERS });

    const answers = [await translate(key), await translate(key), await translate(key)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 456]);
    expect(await answers[2]?.json()).toEqual({
      message: 'Quota for this billing period has been exceeded.',
    });
    const client = new deepl.DeepLClient(key, sdkOptions(running));
    await expect(client.translateText('more', 'en', 'es')).rejects.toThrow(
      deepl.QuotaExceededError,
    );
  });

  it('hold for many requests at the same time', async () => {
    const key = await newKey({ characters: 5 * HOUSE_CHARACTERS });

    const answers = await Promise.all(Array.from({ length: 12 }, () => translate(key)));

    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(5);
    expect((await usage(key)).api_key_character_count).toBe(5 * HOUSE_CHARACTERS);
  });

  it('answer 456 to a stream before it begins', async () => {
    const key = await newKey({ characters: 0 });

    const answer = await translate(key, HOUSE, { accept: 'text/event-stream' });

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      456,
      expect.stringContaining('application/json'),
    ]);
  });
});

describe('kill -9 under load', () => {
  const ROUNDS = 3;
  const REQUESTS = 60;

  it('counts what was answered, and nothing twice', async () => {
    const database = await testDatabase();
    const answered = new Set<string>();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await startProcess(database, {
          APERTIUM_SELF_TEST: 'false',
          APERTIUM_WARM: 'en-es',
        });
        const load = Promise.all(
          Array.from({ length: REQUESTS }, async (_, index) => {
            const tag = `${round}-${index}`;
            if (await isAnswered(server.url, tag)) answered.add(tag);
          }),
        );
        while (answered.size < (round + 1) * 10) await new Promise((tick) => setTimeout(tick, 5));
        server.process.kill('SIGKILL');
        await Promise.all([load, server.ended]);
      }

      const rows = await database.query<{ custom_tag: string; characters: string }>(
        'SELECT custom_tag, characters FROM usage_by_day',
      );
      const counted = new Map(rows.map((row) => [row.custom_tag, Number(row.characters)]));
      expect([...answered].filter((tag) => !counted.has(tag))).toEqual([]);
      expect(new Set(counted.values())).toEqual(new Set([HOUSE_CHARACTERS]));
      const [total] = await database.query<{ characters: string }>(
        `SELECT characters FROM usage_by_period WHERE subject LIKE 'account:%'`,
      );
      expect(Number(total?.characters)).toBe(counted.size * HOUSE_CHARACTERS);
    } finally {
      await database.drop();
    }
  });

  async function isAnswered(url: string, tag: string): Promise<boolean> {
    const answer = fetch(`${url}/v2/translate`, {
      method: 'POST',
      headers: {
        authorization: `DeepL-Auth-Key ${AUTH_KEY}`,
        'content-type': 'application/json',
        'X-DeepL-Reporting-Tag': tag,
      },
      body: JSON.stringify(HOUSE),
    });
    return await answer.then(
      async (response) => response.status === 200 && (await response.text()) !== '',
      () => false,
    );
  }
});

describe('the metrics', () => {
  const engine = { engine: 'apertium', pair: 'en-es' };

  it('count the characters that were billed and those of each pair', async () => {
    const billed = () => metricAt(running.url, 'translate_billed_characters_total');
    const translated = () => metricAt(running.url, 'translate_engine_characters_total', engine);
    const [billedBefore = 0, translatedBefore = 0] = [await billed(), await translated()];

    await translate(await newKey());

    expect(await billed()).toBe(billedBefore + HOUSE_CHARACTERS);
    expect(await translated()).toBe(translatedBefore + HOUSE_CHARACTERS);
    expect(await metricAt(running.url, 'translate_engine_waiting_characters', engine)).toBe(0);
    expect(await metricAt(running.url, 'translate_engine_seconds_count', engine)).toBeGreaterThan(
      0,
    );
  });

  it('show how many pairs work', async () => {
    const languages = await running.get('/health/ready');
    const { checks } = (await languages.json()) as { checks: { apertium: { pairs: number } } };

    const pairs = await metricAt(running.url, 'translate_engine_pairs', { engine: 'apertium' });

    expect(pairs).toBe(checks.apertium.pairs);
    expect(pairs).toBeGreaterThan(0);
  });

  it('say in readiness where the rate limits count', async () => {
    const ready = await running.get('/health/ready');

    expect(await ready.json()).toMatchObject({
      checks: { rate_limits: { status: 'up', store: 'memory' } },
    });
  });
});
