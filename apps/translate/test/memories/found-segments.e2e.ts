import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anotherOrganization } from '../organizations.js';
import { errorOf, startTranslate, type RunningTranslate } from '../running-translate.js';

interface Concordance {
  readonly segments: readonly {
    readonly name: string;
    readonly source_text: string;
    readonly targets: readonly { readonly target_text: string }[];
  }[];
  readonly next_page_cursor?: string;
}

let running: RunningTranslate;
let ways: string;
beforeAll(async () => {
  running = await startTranslate();
  await memory('homes', 'en', 'es', [
    ['The big house.', 'La casa grande.'],
    ['A house, very BIG', 'Una casa muy grande'],
    ['The garden', 'El jardín de la casa'],
  ]);
  await memory('maisons', 'en', 'fr', [['The big house.', 'La grande maison.']]);
  ways = await memory('ways', 'en', 'es', [
    ['Turn right after 5 streets.', 'Gire a la derecha tras 5 calles.'],
  ]);
});
afterAll(() => running.close());

async function memory(
  name: string,
  from: string,
  into: string,
  pairs: readonly (readonly [string, string])[],
): Promise<string> {
  const units = pairs.map(
    ([source, target]) =>
      `<tu><tuv xml:lang="${from}"><seg>${source}</seg></tuv><tuv xml:lang="${into}"><seg>${target}</seg></tuv></tu>`,
  );
  const made = await running.request('POST', `/v3/translation_memories?name=${name}`, {
    body: `<tmx version="1.4"><header srclang="${from}"/><body>${units.join('')}</body></tmx>`,
    headers: { 'content-type': 'application/xml' },
  });
  expect(made.status).toBe(201);
  return ((await made.json()) as { readonly translation_memory_id: string }).translation_memory_id;
}

const find = async (
  query: Readonly<Record<string, string>>,
  key?: string,
): Promise<Concordance> => {
  const address = `/v3/translation_memories/concordance?${new URLSearchParams(query).toString()}`;
  const answer = await running.request('GET', address, key === undefined ? {} : { key });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Concordance;
};

const sourcesOf = ({ segments }: Concordance) =>
  segments.map(({ name, source_text: source }) => `${name}: ${source}`).toSorted();

describe('a concordance', () => {
  it('has all segments with the words, in any order and any letters, of all memories', async () => {
    expect(sourcesOf(await find({ text: 'house big' }))).toEqual([
      'homes: A house, very BIG',
      'homes: The big house.',
      'maisons: The big house.',
    ]);
  });

  it('finds words of translations, and signs that mean something to a database', async () => {
    expect(sourcesOf(await find({ text: 'JARDÍN' }))).toEqual(['homes: The garden']);
    expect((await find({ text: '%' })).segments).toEqual([]);
    expect((await find({ text: '_arden' })).segments).toEqual([]);
  });

  it('is of the memories with the languages that are named', async () => {
    expect(sourcesOf(await find({ text: 'big house', target_language: 'fr' }))).toEqual([
      'maisons: The big house.',
    ]);
    expect((await find({ text: 'big house', source_language: 'es' })).segments).toEqual([]);
  });

  it('goes on page by page', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find({
        text: 'house',
        page_size: '1',
        ...(cursor === undefined ? {} : { page_cursor: cursor }),
      });
      expect(page.segments.length).toBeLessThanOrEqual(1);
      found.push(...sourcesOf(page));
      cursor = page.next_page_cursor;
    } while (cursor !== undefined);

    expect(found.toSorted()).toEqual([
      'homes: A house, very BIG',
      'homes: The big house.',
      'maisons: The big house.',
    ]);
  });

  it('has nothing of other organizations', async () => {
    expect((await find({ text: 'house' }, await anotherOrganization(running))).segments).toEqual(
      [],
    );
  });

  it.each([
    [{}, /'text'/],
    [{ text: ' ' }, /'text'/],
    [{ text: 'a b c d e f g h i j k' }, /'text'/],
    [{ text: 'house', source_language: '?' }, /'source_language'/],
    [{ text: 'house', page_size: '101' }, /'page_size'/],
    [{ text: 'house', page_cursor: 'abc' }, /'page_cursor'/],
  ])('is refused for %j', async (query, message) => {
    const address = `/v3/translation_memories/concordance?${new URLSearchParams(query as Record<string, string>).toString()}`;

    const refused = await errorOf(await running.request('GET', address));

    expect(refused.status).toBe(400);
    expect(refused.message).toMatch(message);
  });
});

const look = (body: object, key?: string) =>
  running.request('POST', `/v3/translation_memories/${ways}/matches`, {
    body: { target_language: 'es', ...body },
    ...(key === undefined ? {} : { key }),
  });

describe('texts that are looked up in a memory', () => {
  it('have its best match, repaired or as a suggestion, without a translation or a charge', async () => {
    const usage = async () => await (await running.get('/v2/usage')).text();
    const before = await usage();

    const answer = await look({
      text: ['Turn right after 7 streets.', 'Nothing like it', 'Turn left after 5 streets.'],
    });

    expect(await answer.json()).toEqual({
      matches: [
        {
          index: 0,
          segment_id: expect.any(String),
          source: 'Turn right after 5 streets.',
          target: 'Gire a la derecha tras 7 calles.',
          score: expect.any(Number),
          is_suggestion: false,
        },
        expect.objectContaining({
          index: 2,
          target: 'Gire a la derecha tras 5 calles.',
          is_suggestion: true,
        }),
      ],
    });
    expect(await usage()).toBe(before);
  });

  it.each([
    ['no text', { text: [] }, undefined],
    ['an unknown language', { text: ['a'], target_language: '?' }, /'target_language'/],
    ['a threshold of nothing', { text: ['a'], threshold: 0 }, /'threshold'/],
  ])('are refused with %s, or found without', async (_what, body, message) => {
    const { status, message: told } = await errorOf(await look(body));

    expect([status, message === undefined || message.test(told ?? '')]).toEqual([
      message === undefined ? 200 : 400,
      true,
    ]);
  });

  it('are those of the organization alone', async () => {
    expect((await look({ text: ['a'] }, await anotherOrganization(running))).status).toBe(404);
  });
});
