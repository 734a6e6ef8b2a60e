import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { segmentsIn, shout, startChatStub, systemPromptIn, type ChatStub } from '../chat-stub.js';
import {
  startTranslate,
  textsOf,
  type Answer,
  type RunningTranslate,
} from '../running-translate.js';

const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message;

const house = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };

describe('parameters, with Apertium alone', () => {
  let running: RunningTranslate;

  beforeAll(async () => {
    running = await startTranslate();
  });

  afterAll(() => running.close());

  const first = async (body: Record<string, unknown>): Promise<Answer['translations'][number]> => {
    const response = await running.translate({ ...house, ...body });
    expect([response.status, response.status === 200 ? '' : await messageOf(response)]).toEqual([
      200,
      '',
    ]);
    return ((await response.json()) as Answer).translations[0]!;
  };

  describe('that cannot be honoured', () => {
    const none = 'is not supported for this language pair: no available engine can honour it.';

    it.each<[string, Record<string, unknown>]>([
      ["Target language 'ES' doesn't support formality.", { formality: 'more' }],
      ["Target language 'ES' doesn't support formality.", { formality: 'less' }],
      [`Parameter 'custom_instructions' ${none}`, { custom_instructions: ['Be brief'] }],
      [`Parameter 'style_id' ${none}`, { style_id: 'some-list' }],
      [
        "Value 'quality_optimized' for 'model_type' not supported for this language pair: no engine of that type is available.",
        { model_type: 'quality_optimized' },
      ],
    ])('are refused: %s', async (message, parameters) => {
      for (const source_lang of ['EN', undefined]) {
        const response = await running.translate({ ...house, source_lang, ...parameters });

        expect(response.status).toBe(400);
        expect(await messageOf(response)).toBe(message);
      }
    });

    it.each<[Record<string, unknown>]>([
      [{ formality: 'default' }],
      [{ formality: 'prefer_more' }],
      [{ formality: 'prefer_less' }],
      [{ context: '' }],
      [{ custom_instructions: [] }],
      [{ enable_beta_languages: true }],
    ])('give way when they are wishes or say nothing: %j', async (parameters) => {
      expect((await first(parameters)).text).toBe('La casa es grande.');
    });

    it('choose what is kept, and the answer lists the formats found', async () => {
      const text = ['{name} has %s and ACME-12.'];
      const kept = await first({ text });
      const named = await first({ text, placeholder_formats: ['printf'] });
      const own = await running.translateForm(
        new URLSearchParams([
          ...[['text', 'The house-of-7 is here.'] as [string, string]],
          ...[['source_lang', 'EN'] as [string, string], ['target_lang', 'ES'] as [string, string]],
          ...[['placeholder_patterns', 'house-[a-z]+-[0-9]'] as [string, string]],
          ...[['placeholder_formats', 'icu,ruby'] as [string, string]],
        ]).toString(),
      );

      expect(kept).toMatchObject({ placeholder_formats: ['python'] });
      expect(named).toMatchObject({ placeholder_formats: ['printf'] });
      expect((await textsOf(own))[0]).toContain('house-of-7');
      expect(await first({})).not.toHaveProperty('placeholder_formats');
    });

    it('take a context that no engine reads, and say so', async () => {
      const asked = { ...house, context: 'About houses.', other_option: 1 };

      const answer = await running.translate(asked);
      const events = await running.translate(asked, { accept: 'text/event-stream' });

      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ignored-parameters')).toBe('other_option, context');
      expect(events.headers.get('x-ignored-parameters')).toBe('other_option, context');
      expect(await events.text()).toContain('La casa es grande.');
    });

    it.each(['prefer_quality_optimized', 'latency_optimized'])(
      'tell which model was used for %s',
      async (model_type) => {
        expect(await first({ model_type })).toMatchObject({ model_type_used: 'latency_optimized' });
        expect(await first({ model_type, text: ['42'] })).toHaveProperty('model_type_used');
        expect(await first({})).not.toHaveProperty('model_type_used');
      },
    );
  });

  describe('that are wrong', () => {
    const id = '11111111-1111-4111-8111-111111111111';

    it.each<[string, Record<string, unknown>]>([
      [
        "Value for 'split_sentences' not supported. Allowed values: 0, 1, nonewlines.",
        { split_sentences: '2' },
      ],
      ["Value for 'preserve_formatting' not supported.", { preserve_formatting: 'yes' }],
      [
        "Value for 'formality' not supported. Allowed values: default, more, less, prefer_more, prefer_less.",
        { formality: 'formal' },
      ],
      [
        "Value for 'model_type' not supported. Allowed values: quality_optimized, prefer_quality_optimized, latency_optimized.",
        { model_type: 'best' },
      ],
      ["Value for 'context' not supported.", { context: ['a'] }],
      ["Value for 'context' not supported.", { context: '\ud800' }],
      ["Value for 'glossary_id' not supported.", { glossary_id: 'no such/id' }],
      ["Value for 'glossary_ids' not supported.", { glossary_ids: 'x' }],
      [
        "Parameter 'glossary_ids' must not have more than 5 items.",
        { glossary_ids: ['a', 'b', 'c', 'd', 'e', 'f'] },
      ],
      [
        "Parameters 'glossary_id' and 'glossary_ids' cannot be used together.",
        { glossary_id: 'a', glossary_ids: ['b'] },
      ],
      ["Value for 'style_id' not supported.", { style_id: 7 }],
      ["Value for 'translation_memory_id' not supported.", { translation_memory_id: 'no uuid' }],
      ...[-1, 101, 7.5, '75'].map((threshold): [string, Record<string, unknown>] => [
        "Parameter 'translation_memory_threshold' must be an integer between 0 and 100",
        { translation_memory_id: id, translation_memory_threshold: threshold },
      ]),
      [
        "Parameter 'translation_memory_threshold' requires 'translation_memory_id' to be set.",
        { translation_memory_threshold: 80 },
      ],
      [
        "Parameter 'custom_instructions' must not have more than 10 items.",
        { custom_instructions: Array.from({ length: 11 }, () => 'x') },
      ],
      [
        "Each of 'custom_instructions' must have between 1 and 300 characters.",
        { custom_instructions: ['é'.repeat(301)] },
      ],
      ["Value for 'custom_instructions' not supported.", { custom_instructions: [7] }],
      [
        "Target language 'CA' doesn't support custom_instructions.",
        { custom_instructions: ['x'], target_lang: 'CA', source_lang: 'ES' },
      ],
      [
        "Value for 'placeholder_formats' not supported. Allowed values: icu, printf, python, i18next, vue, laravel, dotnet, ruby, angular, twig, android, apple.",
        { placeholder_formats: ['icu', 'perl'] },
      ],
      [
        "Value for 'placeholder_patterns' not supported: they have 6002 instructions together, 100 are allowed. Write shorter ones, with smaller repetitions.",
        { placeholder_patterns: ['(abcd){1000}'] },
      ],
      [
        "Value for 'tag_handling' not supported. Allowed values: xml, html.",
        { tag_handling: 'sgml' },
      ],
      [
        "Value for 'tag_handling_version' not supported. Allowed values: v1, v2.",
        { tag_handling: 'xml', tag_handling_version: 'v3' },
      ],
      ...[
        'tag_handling_version',
        'outline_detection',
        'splitting_tags',
        'non_splitting_tags',
        'ignore_tags',
      ].map((name): [string, Record<string, unknown>] => [
        `Parameter '${name}' requires 'tag_handling' to be set.`,
        { [name]: name === 'outline_detection' ? false : name.endsWith('n') ? 'v2' : ['x'] },
      ]),
      ["Value for 'ignore_tags' not supported.", { tag_handling: 'xml', ignore_tags: ['a b'] }],
      ["Value for 'splitting_tags' not supported.", { tag_handling: 'xml', splitting_tags: 'a' }],
      ["Value for 'show_provenance' not supported.", { show_provenance: 1 }],
      [
        "Tag handling parsing failed, please check input: the element 'b' is not closed.",
        { tag_handling: 'xml', text: ['<b>x'] },
      ],
      [
        'Tag handling parsing failed, please check input: elements are nested more than 200 deep.',
        { tag_handling: 'xml', text: ['<a>'.repeat(300) + '</a>'.repeat(300)] },
      ],
    ])('are refused: %s (%#)', async (message, parameters) => {
      const response = await running.translate({ ...house, ...parameters });

      expect(response.status).toBe(400);
      expect(await messageOf(response)).toBe(message);
    });

    it.each<[Record<string, unknown>]>([[{ glossary_id: 'a' }], [{ glossary_ids: ['a'] }]])(
      'need a source language: %j',
      async (parameters) => {
        const response = await running.translate({
          ...house,
          source_lang: undefined,
          ...parameters,
        });

        expect(response.status).toBe(400);
        expect(await messageOf(response)).toBe(
          'Use of a glossary requires the source_lang parameter to be specified',
        );
      },
    );

    it.each<[Record<string, unknown>]>([
      [{ glossary_id: 'unknown' }],
      [{ glossary_ids: ['unknown'] }],
      [{ translation_memory_id: id }],
    ])('name what is not there: %j', async (parameters) => {
      expect((await running.translate({ ...house, ...parameters })).status).toBe(404);
    });
  });

  describe('in forms', () => {
    const base = 'text=The+house+is+big.&source_lang=en&target_lang=es';

    it('may carry what is said to be for JSON only', async () => {
      const given = `${base}&tag_handling=xml&tag_handling_version=v2`;

      const response = await running.translateForm(given);

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        translations: [{ tag_handling_version: 'v2' }],
      });
    });

    it.each([
      ['style_id=x', 400, /^Parameter 'style_id' is not supported for this/],
      ['custom_instructions=x', 400, /^Parameter 'custom_instructions' is not supported for this/],
    ])('reads %s as JSON does', async (parameter, status, message) => {
      const response = await running.translateForm(`${base}&${parameter}`);

      expect(response.status).toBe(status);
      expect(await messageOf(response)).toMatch(message);
    });

    it('reads lists with commas or repeated, numbers, and 0 and 1', async () => {
      const text = encodeURIComponent(
        '<d><a>house</a> <b>house</b> <c>house</c><br/>The house</d>',
      );
      const parameters =
        'tag_handling=xml&ignore_tags=a,b&ignore_tags=c&outline_detection=0&splitting_tags=br&non_splitting_tags=' +
        '&preserve_formatting=1&show_provenance=0';

      const response = await running.translateForm(
        `text=${text}&source_lang=EN&target_lang=ES&${parameters}`,
      );

      expect(await textsOf(response)).toEqual([
        '<d><a>house</a> <b>house</b> <c>house</c><br/>La casa</d>',
      ]);
    });

    it('refuses a threshold that is no number', async () => {
      const id = '11111111-1111-4111-8111-111111111111';

      const response = await running.translateForm(
        `${base}&translation_memory_id=${id}&translation_memory_threshold=high`,
      );

      expect(await messageOf(response)).toMatch(/must be an integer between 0 and 100/);
    });
  });

  describe('of tag handling', () => {
    it('moves tags with their words', async () => {
      const { text } = await first({
        text: ['<p>The <b>red</b> <i>house</i> of <x>Acme Ltd</x> is <u>big</u>.</p>'],
        tag_handling: 'xml',
        ignore_tags: ['x'],
      });

      expect(text).toBe('<p>La <i>casa</i> <b>roja</b> de <x>Acme Ltd</x> es <u>grande</u>.</p>');
    });

    it('moves them through a third language as well', async () => {
      const { text } = await first({
        text: ['The <b>red</b> <i>house</i> of <x>Acme Ltd</x>.'],
        tag_handling: 'xml',
        ignore_tags: ['x'],
        target_lang: 'PT',
      });

      expect(text).toBe('A <i>casa</i> <b>vermelha</b> de <x>Acme Ltd</x>.');
    });

    it.each(['v1', 'v2'])('takes HTML as it is written (%s)', async (tag_handling_version) => {
      const result = await first({
        text: [
          '<ul><li>The <a href="/x?a=1&b=2">white house</a>.<li>The dog.<br>The cat.<!-- no --></ul>',
        ],
        tag_handling: 'html',
        tag_handling_version,
      });

      expect(result).toMatchObject({
        text: '<ul><li>La <a href="/x?a=1&b=2">casa blanca</a>.<li>El perro.<br>El gato.<!-- no --></ul>',
        tag_handling_version,
      });
    });

    it('bills tags as well', async () => {
      const text = '<b>house</b>';

      expect(
        await first({ text: [text], tag_handling: 'xml', show_billed_characters: true }),
      ).toMatchObject({
        billed_characters: text.length,
        tag_handling_version: 'v1',
      });
    });

    it('returns what is left unchanged as it is', async () => {
      expect((await first({ text: ['<a> 42 </a>'], tag_handling: 'xml' })).text).toBe(
        '<a> 42 </a>',
      );
    });
  });

  describe('of formatting', () => {
    it('keeps the first letter and the last sign, when asked to', async () => {
      const text = ['the house is big'];

      expect((await first({ text, preserve_formatting: true })).text).toBe('la casa es grande');
    });

    it.each([
      ['0', 'The dog\nof the house.'],
      ['nonewlines', 'The dog\nof the house.'],
      ['1', 'The dog\nof the house.'],
    ])('keeps line ends with split_sentences %s', async (split_sentences, text) => {
      expect((await first({ text: [text], split_sentences })).text).toMatch(
        /^El perro\n[Dd]e la casa\.$/,
      );
    });
  });

  describe('of provenance', () => {
    it('names the engines and the words that they do not know', async () => {
      const { text, provenance = [] } = await first({
        text: ['The blorxed house of 1999.\nThe house.'],
        show_provenance: true,
        target_lang: 'PT',
      });

      expect(provenance.map((part) => part.text).join('')).toBe(text);
      expect(provenance).toContainEqual({
        text: 'blorxed',
        origin: 'unknown_word',
        engine: 'apertium',
      });
      expect(provenance).toContainEqual({ text: 'casa', origin: 'engine', engine: 'apertium' });
      expect(provenance).toContainEqual({ text: '\n', origin: 'unchanged' });
    });
  });

  describe('Accept: text/event-stream', () => {
    const events = async (response: Response) =>
      (await response.text())
        .split('\n\n')
        .filter((block) => block !== '')
        .map((block) => {
          const [, event, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
          return {
            event,
            data: JSON.parse(data) as { index?: number; text?: string; message?: string },
          };
        });

    it('sends what is ready, then each translation as a whole', async () => {
      const line = 'The house is big.\n';
      const text = [line.repeat(30), '<b>'];

      const response = await running.translate(
        { ...house, text, show_billed_characters: true },
        { accept: 'text/event-stream' },
      );

      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(response.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
      const all = await events(response);
      const deltas = all.filter(({ event, data }) => event === 'delta' && data.index === 0);
      const whole = all.filter(({ event }) => event === 'translation').map(({ data }) => data);
      expect(deltas.length).toBeGreaterThan(1);
      expect(deltas.map(({ data }) => data.text).join('')).toBe('La casa es grande.\n'.repeat(30));
      expect(whole).toMatchObject([
        { index: 0, text: 'La casa es grande.\n'.repeat(30), billed_characters: 540 },
        { index: 1, detected_source_language: 'EN' },
      ]);
      expect(all.at(-1)).toEqual({ event: 'done', data: {} });
    });

    it('refuses as without it', async () => {
      const response = await running.translate(
        { ...house, target_lang: 'JA' },
        { accept: 'text/event-stream' },
      );

      expect(response.status).toBe(400);
      expect(await messageOf(response)).toBe("Value for 'target_lang' not supported.");
    });

    it.each(['*/*', 'application/json', 'text/event-streams'])(
      'answers JSON to %s',
      async (accept) => {
        const response = await running.translate(house, { accept });

        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      },
    );
  });
});

describe('parameters, with a chat server as well', () => {
  let running: RunningTranslate;
  let chat: ChatStub;

  beforeAll(async () => {
    chat = await startChatStub();
    running = await startTranslate({
      CHAT_BASE_URL: chat.baseUrl,
      CHAT_API_KEY: 'chat-key',
      CHAT_LANGUAGES: 'de,en,en-GB,es,pt-BR',
      CHAT_TIMEOUT_MS: '2000',
    });
  });

  afterAll(async () => {
    await running.close();
    await chat.close();
  });

  const translate = async (body: Record<string, unknown>) => {
    chat.script(shout);
    const response = await running.translate({ ...house, ...body });
    const answer = (await response.json()) as Answer;
    return { status: response.status, ...answer.translations[0], request: chat.requests.at(-1) };
  };

  it('leaves plain texts to Apertium where both go the same way', async () => {
    expect((await translate({})).text).toBe('La casa es grande.');
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['formality', { formality: 'more' }, /formally/],
    ['a wish for formality', { formality: 'prefer_less' }, /informally/],
    ['instructions', { custom_instructions: ['Be brief'] }, /Instruction: Be brief/],
    ['context', { context: 'A tale.' }, /context/],
    ['quality', { model_type: 'quality_optimized' }, /Translate/],
    ['preferred quality', { model_type: 'prefer_quality_optimized' }, /Translate/],
    ['another language', { target_lang: 'DE' }, /to German/],
  ])('asks the model for %s', async (_what, parameters, prompt) => {
    const { text, request } = await translate(parameters);

    expect(text).toBe('THE HOUSE IS BIG.');
    expect(systemPromptIn(request)).toMatch(prompt);
  });

  it('tells which model was used', async () => {
    expect(await translate({ model_type: 'quality_optimized' })).toMatchObject({
      model_type_used: 'quality_optimized',
    });
    expect(await translate({ model_type: 'latency_optimized' })).toMatchObject({
      model_type_used: 'latency_optimized',
      text: 'La casa es grande.',
    });
  });

  it('goes through Apertium first where the model does not know the source', async () => {
    const { text, request } = await translate({
      text: ['La casa és gran.'],
      source_lang: 'CA',
      target_lang: 'DE',
      formality: 'more',
    });

    expect(segmentsIn(request)[0]?.text).toMatch(/casa|house/);
    expect(text).toMatch(/CASA|HOUSE/);
  });

  it('refuses what the model cannot do either', async () => {
    const response = await running.translate({
      ...house,
      target_lang: 'EN-GB',
      source_lang: 'ES',
      formality: 'more',
    });

    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe("Target language 'EN-GB' doesn't support formality.");
  });

  it('takes a pair that only an engine of the other type has, or that alone honours the rest', async () => {
    const wanted = { formality: 'more', model_type: 'latency_optimized' };

    expect(await translate(wanted)).toMatchObject({ model_type_used: 'quality_optimized' });
    expect(await translate({ target_lang: 'DE', model_type: 'latency_optimized' })).toMatchObject({
      model_type_used: 'quality_optimized',
    });
  });

  it('keeps tags when the model loses them', async () => {
    chat.script({ translate: ({ text }) => text.replace(/⟦[^⟧]*⟧/g, '').toUpperCase() });

    const response = await running.translate({
      ...house,
      target_lang: 'DE',
      text: ['<p>The <b>red</b> house</p>'],
      tag_handling: 'xml',
    });

    expect(await textsOf(response)).toEqual(['<p>THE <b>RED</b> HOUSE</p>']);
  });

  it('answers 400 for a text that the server refuses, and goes on with others', async () => {
    chat.script({ status: 400 });
    for (let time = 0; time < 6; time += 1) {
      const refused = await running.translate({ ...house, target_lang: 'DE' });

      expect(refused.status).toBe(400);
      expect(await messageOf(refused)).toContain('refused the text');
    }

    chat.script(shout);
    const answer = await running.translate({ ...house, target_lang: 'DE' });

    expect(await textsOf(answer)).toEqual(['THE HOUSE IS BIG.']);
  });

  it('answers 503 when the server is away, and stays ready as long as another engine works', async () => {
    chat.script({ status: 401 });
    for (let time = 0; time < 6; time += 1) {
      expect((await running.translate({ ...house, target_lang: 'DE' })).status).toBe(503);
    }

    const ready = await running.get('/health/ready');

    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      checks: {
        apertium: { status: 'up', engine: 'up', modelTypes: ['latency_optimized'], features: [] },
        chat: {
          status: 'up',
          engine: 'down',
          features: ['context', 'formality', 'instructions', 'style'],
        },
      },
    });
    expect(await textsOf(await running.translate(house))).toEqual(['La casa es grande.']);
    const logs = JSON.stringify(running.logs);
    expect(logs).not.toContain('chat-key');
  });
});
