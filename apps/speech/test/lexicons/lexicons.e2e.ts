import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

const RULES = [
  { string_to_replace: 'W3C', type: 'alias', alias: 'World Wide Web Consortium' },
  { string_to_replace: 'tomato', type: 'phoneme', phoneme: 'təˈmɑːtoʊ', alphabet: 'ipa' },
];
const PLS =
  '<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-GB">' +
  '<lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtoʊ</phoneme></lexeme></lexicon>';

interface LexiconAnswer {
  readonly id: string;
  readonly language: string;
  readonly rules: readonly object[];
}

async function create(body: object): Promise<LexiconAnswer> {
  const answer = await speech.post('/v1/audio/lexicons', { name: 'mine', ...body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LexiconAnswer;
}

const audioOf = async (
  voice_id: string,
  input: string,
  lexicons: readonly string[] = [],
): Promise<string> => {
  const answer = await speech.post('/v1/audio/speech', {
    voice_id,
    input,
    lexicons,
    output_format: 'pcm_8000',
  });
  return ((await answer.json()) as { audio_data: string }).audio_data;
};

describe('a lexicon', () => {
  const rule = { string_to_replace: 'a', type: 'alias', alias: 'b' };

  it.each([
    ['its name', { name: 'a\u0000', rules: [rule] }],
    ['a word', { rules: [{ ...rule, string_to_replace: 'a\u0000' }] }],
    ['what is said', { rules: [{ ...rule, alias: '\ud800' }] }],
  ])('is refused when %s is no text', async (_what, body) => {
    const answer = await speech.post('/v1/audio/lexicons', { name: 'mine', ...body });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'validation_failed' } });
  });

  it.each(['en-us-male', 'henry'])(
    'is said by %s: aliases and phonemes, of rules and of PLS',
    async (voice) => {
      const { id } = await create({ rules: RULES });
      const pls = await create({ pls: PLS });

      const plain = await audioOf(voice, 'A tomato.');
      const told = await audioOf(voice, 'A tomato.', [id]);

      expect(pls.language).toBe('en-GB');
      expect(told).not.toBe(plain);
      expect(await audioOf(voice, 'A tomato.', [pls.id])).toBe(told);
      expect(await audioOf(voice, 'The W3C.', [id])).toBe(
        await audioOf(voice, 'The World Wide Web Consortium.'),
      );
      expect(await audioOf(voice, 'Nothing of it.', [id])).toBe(
        await audioOf(voice, 'Nothing of it.'),
      );
    },
  );

  it('leaves the words where they are written', async () => {
    const { id } = await create({ rules: RULES });
    const input = 'The W3C is here.';

    const answer = await speech.post('/v1/audio/speech', {
      voice_id: 'henry',
      input,
      lexicons: [id],
    });
    const { speech_marks } = (await answer.json()) as {
      speech_marks: { chunks: { start: number; end: number; value: string }[] };
    };

    expect(speech_marks.chunks.map(({ start, end }) => input.slice(start, end))).toEqual([
      'The',
      'W3C',
      'is',
      'here',
    ]);
  });

  it('is kept, changed and deleted by its workspace alone', async () => {
    const { id, rules } = await create({ rules: RULES });
    const path = `/v1/audio/lexicons/${id}`;
    expect(rules).toEqual(RULES);

    for (const method of ['GET', 'DELETE']) {
      expect((await speech.request(method, path, { key: OTHER_KEY })).status).toBe(404);
    }
    const foreign = await speech.request('POST', '/v1/audio/speech', {
      key: OTHER_KEY,
      body: { voice_id: 'george', input: 'a', lexicons: [id] },
    });
    expect([foreign.status, await foreign.json()]).toMatchObject([
      404,
      { error: { code: 'lexicon_not_found' } },
    ]);

    const changed = await speech.request('PUT', path, {
      body: { name: 'new', rules: RULES.slice(0, 1) },
    });
    expect(await changed.json()).toMatchObject({ id, name: 'new', rules_count: 1 });
    const { lexicons } = (await (await speech.request('GET', '/v1/audio/lexicons')).json()) as {
      lexicons: { id: string; rules_count: number }[];
    };
    expect(lexicons.find((lexicon) => lexicon.id === id)).toMatchObject({ rules_count: 1 });

    expect((await speech.request('DELETE', path)).status).toBe(204);
    expect((await speech.request('GET', path)).status).toBe(404);
  });

  it.each([
    ['neither rules nor PLS', {}, 'rules'],
    ['both', { rules: RULES, pls: PLS }, 'rules'],
    ['no rules', { rules: [] }, 'rules'],
    [
      'a rule that says nothing',
      { rules: [{ string_to_replace: 'a', type: 'alias' }] },
      'rules.0.alias',
    ],
    [
      'a phoneme that is no IPA',
      { rules: [{ string_to_replace: 'a', type: 'phoneme', phoneme: '[[b]]' }] },
      'rules.0',
    ],
    ['malformed PLS', { pls: '<lexicon>' }, 'pls'],
  ])('is refused with %s', async (_what, body, field) => {
    const answer = await speech.post('/v1/audio/lexicons', { name: 'mine', ...body });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'validation_failed', fields: { [field]: expect.any(String) } },
    });
  });
});
