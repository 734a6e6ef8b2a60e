import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anotherOrganization } from '../organizations.js';
import {
  AUTH_KEY,
  errorOf,
  startTranslate,
  textsOf,
  type Answer,
  type RunningTranslate,
} from '../running-translate.js';

const SENTENCE =
  'The government has announced new measures to protect the environment in the whole country. ';
const PROSE = SENTENCE.repeat(1200);
const LARGE = { source_lang: 'EN', target_lang: 'ES' };
const HOUSE = { ...LARGE, text: ['The house is big.'] };

let running: RunningTranslate;
let stranger: string;

beforeAll(async () => {
  running = await startTranslate();
  stranger = await anotherOrganization(running);
  await running.translate(HOUSE);
});

afterAll(() => running.close());

/** Requests of one organization, eight at a time, until it is over. */
function greedy(body: object): { readonly statuses: number[]; stop(): Promise<void> } {
  const over = new AbortController();
  const statuses: number[] = [];
  const ends = Array.from({ length: 8 }, async () => {
    try {
      const { url } = running;
      const authorization = `DeepL-Auth-Key ${AUTH_KEY}`;
      const response = await fetch(`${url}/v2/translate`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: over.signal,
      });
      statuses.push(response.status);
    } catch {
      // It was over first.
    }
  });
  return {
    statuses,
    stop: async () => {
      over.abort();
      await Promise.all(ends);
    },
  };
}

describe('beside one organization that sends as much as it may', () => {
  it.each([
    ['prose', { ...LARGE, text: [PROSE] }],
    [
      'small elements',
      { ...LARGE, tag_handling: 'xml', text: [`<d>${'<b>a</b> '.repeat(11_000)}</d>`] },
    ],
    ['what looks like placeholders', { ...LARGE, text: ['{%'.repeat(50_000)] }],
    ['short lines', { ...LARGE, text: ['word\n'.repeat(20_000)] }],
  ])("another one's sentences are translated, and readiness answers: %s", async (_name, body) => {
    const neighbour = greedy(body);

    const outcomes: number[] = [];
    for (let asked = 0; asked < 10; asked += 1) {
      const answer = await running.request('POST', '/v2/translate', { key: stranger, body: HOUSE });
      outcomes.push(answer.status);
      expect(await textsOf(answer)).toEqual(['La casa es grande.']);
    }
    const ready = await running.get('/health/ready');
    await neighbour.stop();

    expect(new Set(outcomes)).toEqual(new Set([200]));
    expect(ready.status).toBe(200);
  });
});

describe('a long text', () => {
  it('is read in a thread as a short one is here', async () => {
    const short = { ...LARGE, tag_handling: 'html', show_provenance: true };
    const paragraph = '<p>The <b>big</b> house of {name} &amp; <code>npm install</code>.</p>';
    const [one, many] = await Promise.all([
      running.translate({ ...short, text: [paragraph] }),
      running.translate({ ...short, text: [paragraph.repeat(50), paragraph] }),
    ]);

    const [alone] = ((await one.json()) as Answer).translations;
    const [long, last] = ((await many.json()) as Answer).translations;
    expect(alone?.text).toContain('<code>npm install</code>');
    expect(long?.text).toBe(alone?.text.repeat(50));
    expect(last).toEqual(alone);
    expect(long?.provenance?.map(({ text }) => text).join('')).toBe(long?.text);
  });

  it('comes as a stream in parts that are the whole', async () => {
    const text = 'The house is big.\n'.repeat(300);

    const response = await running.translate(
      { ...LARGE, text: [text] },
      { accept: 'text/event-stream' },
    );

    const deltas = [...(await response.text()).matchAll(/^event: delta\ndata: (.*)$/gm)].map(
      ([, data = '{}']) => (JSON.parse(data) as { text: string }).text,
    );
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.length).toBeLessThan(60);
    expect(deltas.join('').trimEnd()).toBe('La casa es grande.\n'.repeat(300).trimEnd());
  });

  it('that is malformed is refused as a short one is', async () => {
    const answer = await running.translate({
      ...{ ...LARGE, tag_handling: 'xml' },
      text: [`<d>${'<b>word</b> '.repeat(500)}`],
    });

    expect(await errorOf(answer)).toMatchObject({
      status: 400,
      message: expect.stringContaining("the element 'd' is not closed"),
    });
  });
});

describe('an organization that has more waiting than may be', () => {
  it('is told to come again, and nobody else is', async () => {
    const small = await startTranslate({
      TEXT_CHARACTERS_AT_ONCE: '10000',
      TEXT_CHARACTERS_WAITING: '10000',
    });
    try {
      const body = { ...LARGE, text: [SENTENCE.repeat(100)] };
      const asked = Array.from({ length: 6 }, () => small.translate(body));
      const answers = await Promise.all(asked);
      const refused = answers.filter(({ status }) => status === 429);

      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
      expect(refused.length).toBeGreaterThanOrEqual(1);
      expect(refused[0]?.headers.get('retry-after')).toBe('2');
      expect((await errorOf(refused[0] ?? new Response())).message).toContain('wait');
      const key = await anotherOrganization(small);
      const other = await small.request('POST', '/v2/translate', { key, body: HOUSE });
      expect(other.status).toBe(200);
    } finally {
      await small.close();
    }
  });
});
