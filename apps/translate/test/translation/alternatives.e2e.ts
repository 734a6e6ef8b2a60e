import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorOf, startTranslate, type RunningTranslate } from '../running-translate.js';

interface Alternative {
  readonly text: string;
  readonly engine: string;
  readonly source?: string;
  readonly score?: number;
}

let running: RunningTranslate;
beforeAll(async () => {
  running = await startTranslate();
});
afterAll(() => running.close());

const ask = (body: object) =>
  running.request('POST', '/v2/translate/alternatives', {
    body: { source_lang: 'EN', target_lang: 'ES', ...body },
  });

const alternatives = async (text: string, more: object = {}): Promise<readonly Alternative[]> => {
  const answer = await ask({ text, ...more });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { readonly alternatives: readonly Alternative[] }).alternatives;
};

const usage = async (): Promise<number> =>
  ((await (await running.get('/v2/usage')).json()) as { readonly character_count: number })
    .character_count;

describe('alternatives of a sentence', () => {
  it('have other words of the dictionary, with which the others agree; the usual translation is first', async () => {
    const [usual] = await textsOf('The beautiful house is new.');
    const found = await alternatives('The beautiful house is new.', { alternatives: 10 });
    const texts = found.map(({ text }) => text);

    expect(texts[0]).toBe(usual);
    expect(texts.length).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(texts.length);
    // Another noun, another adjective: both in the gender of what they stand with.
    expect(texts.join(' ')).toMatch(/La casa (?:bonita|hermosa|linda)/);
    expect(texts.join(' ')).not.toMatch(/[#@*]/);
    expect(found.every(({ engine }) => engine !== '')).toBe(true);
  });

  it('keep placeholders and quotation marks', async () => {
    for (const { text } of await alternatives('The {name} of the "big" house.')) {
      expect(text).toContain('{name}');
      expect(text.match(/"/g)).toHaveLength(2);
    }
  });

  it('are those of a memory too, which an engine would not use by itself', async () => {
    const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Turn right at the corner.</seg></tuv>
      <tuv xml:lang="es"><seg>Gire a la derecha en la esquina.</seg></tuv></tu></body></tmx>`;
    const made = await running.request('POST', '/v3/translation_memories?name=ways', {
      body: tmx,
      headers: { 'content-type': 'application/xml' },
    });
    const { translation_memory_id: id } = (await made.json()) as {
      readonly translation_memory_id: string;
    };

    const found = await alternatives('Turn left at the corner.', { translation_memory_id: id });

    expect(found[0]?.engine).toBe('apertium');
    expect(found).toContainEqual({
      text: 'Gire a la derecha en la esquina.',
      engine: 'memory',
      segment_id: expect.any(String),
      source: 'Turn right at the corner.',
      score: expect.any(Number),
    });
  });

  it('count as one translation of the sentence, however many they are', async () => {
    const before = await usage();

    expect(await alternatives('The beautiful car.', { alternatives: 3 })).toHaveLength(3);

    expect((await usage()) - before).toBe('The beautiful car.'.length);
  });

  it('of a text that is in the target language are none', async () => {
    expect(await alternatives('La casa.', { source_lang: 'ES' })).toEqual([]);
  });

  it.each([
    ['a long text', { text: 'a'.repeat(1501) }, /one sentence of at most 1500 characters/],
    ['a list', { text: ['The house.'] }, /'text'/],
    ['no language', { text: 'The house.', source_lang: undefined }, /'source_lang'/],
    ['too many', { text: 'The house.', alternatives: 11 }, /'alternatives'/],
    ['an unknown pair', { text: 'The house.', target_lang: 'JA' }, /'target_lang'/],
  ])('of %s are refused', async (_what, body, message) => {
    const { status, message: told } = await errorOf(await ask(body));

    expect(status).toBe(400);
    expect(told).toMatch(message);
  });
});

const textsOf = async (text: string): Promise<readonly string[]> => {
  const answer = await running.translate({ text: [text], source_lang: 'EN', target_lang: 'ES' });
  const { translations } = (await answer.json()) as {
    readonly translations: readonly { readonly text: string }[];
  };
  return translations.map((each) => each.text);
};
