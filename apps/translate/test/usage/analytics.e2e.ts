import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_KEY, errorOf, startTranslate, type RunningTranslate } from '../running-translate.js';

let running: RunningTranslate;
let keyIds: readonly string[];

/** Two keys on two days: 10 and 20 characters of text, 5 of improvement, with and without tags. */
beforeAll(async () => {
  running = await startTranslate();
  const rows = await running.database.query<{ id: string }>(
    'SELECT id FROM api_keys ORDER BY created_at, id',
  );
  keyIds = rows.map(({ id }) => id);
  const [first = '', second = ''] = keyIds;
  await use('2026-03-01', first, 'text_translation', 'shop', 10);
  await use('2026-03-02', first, 'text_translation', 'shop', 20);
  await use('2026-03-02', first, 'text_improvement', 'blog', 5);
  await use('2026-03-02', second, 'text_translation', '', 7);
  await use('2026-04-01', second, 'text_translation', 'late', 1000);
});

afterAll(() => running.close());

type Use = readonly [
  day: string,
  keyId: string,
  operation: string,
  tag: string,
  characters: number,
];

async function use(...row: Use) {
  await running.database.query(
    `INSERT INTO usage_by_day (owner, day, key_id, operation, custom_tag, characters)
     VALUES ('default', $1, $2, $3, $4, $5)`,
    row,
  );
}

const get = (path: string) => running.request('GET', path, { key: ADMIN_KEY });
const report = async (query: string) =>
  ((await (await get(`/v2/admin/analytics?${query}`)).json()) as { usage_report: object })
    .usage_report;
const tagReport = async (query: string) =>
  (
    (await (await get(`/v2/admin/analytics/custom-tags?${query}`)).json()) as {
      custom_tag_usage_report: { usage: object[]; next_page: number | null };
    }
  ).custom_tag_usage_report;

const MARCH = 'start_date=2026-03-01&end_date=2026-03-31';
const text = (characters: number, improvement = 0) => ({
  total_characters: characters + improvement,
  text_translation_characters: characters,
  document_translation_characters: 0,
  text_improvement_characters: improvement,
  speech_to_text_minutes: 0,
});

describe('analytics', () => {
  it('sums up the days of the range, both ends included', async () => {
    expect(await report('start_date=2026-03-01&end_date=2026-03-02')).toEqual({
      total_usage: text(37, 5),
      start_date: '2026-03-01T00:00:00',
      end_date: '2026-03-02T00:00:00',
    });
    expect(await report('start_date=2026-03-02&end_date=2026-03-02')).toMatchObject({
      total_usage: text(27, 5),
    });
  });

  it('is all zero for days without usage', async () => {
    expect(await report('start_date=2020-01-01&end_date=2020-01-02&group_by=key')).toMatchObject({
      total_usage: text(0),
      key_usages: [],
    });
  });

  it('groups by key', async () => {
    const grouped = await report(`${MARCH}&group_by=key`);

    expect(grouped).toMatchObject({
      group_by: 'key',
      total_usage: text(37, 5),
      key_usages: [
        {
          api_key: expect.stringMatching(/^sxt_\*{4}.{4}$/),
          api_key_label: 'first key',
          usage: text(30, 5),
        },
        { api_key_label: 'first admin key', usage: text(7) },
      ],
    });
    expect(grouped).not.toHaveProperty('key_and_day_usages');
  });

  it('groups by key and day', async () => {
    expect(await report(`${MARCH}&group_by=key_and_day`)).toMatchObject({
      group_by: 'key_and_day',
      key_and_day_usages: [
        { api_key_label: 'first key', usage_date: '2026-03-01T00:00:00Z', usage: text(10) },
        { api_key_label: 'first key', usage_date: '2026-03-02T00:00:00Z', usage: text(20, 5) },
        { api_key_label: 'first admin key', usage_date: '2026-03-02T00:00:00Z', usage: text(7) },
      ],
    });
  });

  it('takes an empty group_by for none', async () => {
    expect(await report(`${MARCH}&group_by=`)).not.toHaveProperty('group_by');
  });
});

describe('analytics by custom tag', () => {
  const breakdown = (characters: number, improvement = 0) => ({
    total_characters: characters + improvement,
    text_translation_characters: characters,
    text_improvement_characters: improvement,
  });

  it('aggregates over the period unless told otherwise', async () => {
    expect(await tagReport(MARCH)).toEqual({
      aggregate_by: 'period',
      start_date: '2026-03-01T00:00:00',
      end_date: '2026-03-31T00:00:00',
      next_page: null,
      usage: [
        { custom_tag: 'blog', breakdown: breakdown(0, 5) },
        { custom_tag: 'shop', breakdown: breakdown(30) },
      ],
    });
  });

  it('aggregates by day', async () => {
    expect(await tagReport(`${MARCH}&aggregate_by=day`)).toMatchObject({
      aggregate_by: 'day',
      usage: [
        { custom_tag: 'blog', usage_date: '2026-03-02T00:00:00Z' },
        { custom_tag: 'shop', usage_date: '2026-03-01T00:00:00Z', breakdown: breakdown(10) },
        { custom_tag: 'shop', usage_date: '2026-03-02T00:00:00Z', breakdown: breakdown(20) },
      ],
    });
  });

  it('goes on page by page until next_page is null', async () => {
    const [first = ''] = keyIds;
    for (let index = 0; index < 101; index += 1) {
      await use(
        '2025-01-01',
        first,
        'text_translation',
        `tag ${String(index).padStart(3, '0')}`,
        1,
      );
    }
    const january = 'start_date=2025-01-01&end_date=2025-01-31';

    const page1 = await tagReport(january);
    const page2 = await tagReport(`${january}&page=${page1.next_page}`);

    expect(page1).toMatchObject({ next_page: 2 });
    expect(page1.usage).toHaveLength(100);
    expect(page2).toMatchObject({ next_page: null, usage: [{ custom_tag: 'tag 100' }] });
  });
});

describe('bad input', () => {
  const BOTH = ['/v2/admin/analytics', '/v2/admin/analytics/custom-tags'];

  it.each(
    BOTH.flatMap((path) => [
      [path, 'end_date=2026-03-01', "Parameter 'start_date' not specified"],
      [path, 'start_date=2026-03-01', "Parameter 'end_date' not specified"],
      [path, 'start_date=yesterday&end_date=2026-03-01', "Value for 'start_date' not supported."],
      [path, 'start_date=2026-02-30&end_date=2026-03-01', "Value for 'start_date' not supported."],
      [path, 'start_date=2026-03-01&end_date=20260302', "Value for 'end_date' not supported."],
      [
        path,
        'start_date=2025-03-01&end_date=2026-03-03',
        'Bad request. Reason: Date range cannot exceed 366 days',
      ],
      [
        path,
        'start_date=2026-03-02&end_date=2026-03-01',
        'Bad request. Reason: Start date must not be after end date',
      ],
    ]),
  )('%s?%s is refused', async (path, query, message) => {
    expect(await errorOf(await get(`${path}?${query}`))).toEqual({ status: 400, message });
  });

  it.each([
    [
      '/v2/admin/analytics',
      'group_by=day',
      "Value for 'group_by' not supported. Allowed: '', 'key', 'key_and_day'.",
    ],
    [
      '/v2/admin/analytics/custom-tags',
      'aggregate_by=key',
      "Value for 'aggregate_by' not supported. Allowed: '', 'period', 'day'.",
    ],
    ['/v2/admin/analytics/custom-tags', 'page=0', "Value for 'page' not supported."],
    ['/v2/admin/analytics/custom-tags', 'page=x', "Value for 'page' not supported."],
  ])('%s?%s is refused', async (path, query, message) => {
    expect(await errorOf(await get(`${path}?${MARCH}&${query}`))).toEqual({ status: 400, message });
  });

  it('366 days are allowed', async () => {
    const answer = await get('/v2/admin/analytics?start_date=2025-03-01&end_date=2026-03-02');

    expect(answer.status).toBe(200);
  });
});
