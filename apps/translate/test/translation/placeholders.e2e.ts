import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { ChatEngine } from '../../src/engines/chat/chat-engine.js';
import { PhrasebookEngine } from '../../src/engines/phrasebook/phrasebook-engine.js';
import type { TranslationEngine } from '../../src/engines/translation-engine.js';
import { Translator } from '../../src/translation/translator.js';
import { startChatStub, type ChatStub } from '../chat-stub.js';
import { noDetector, OWNER, tag, translatorParts } from '../ports.js';

// Other processes may keep the machine busy.

const silent = { info: () => undefined, warn: () => undefined };
/** One of each kind that programs and documents have in their texts. */
const KEPT = [
  ...['{name}', '{0}', '{count, number}', '${amount}', '#{amount}', '%{amount}', '{{ user.name }}'],
  ...['%s', '%1$s', '%d', '%(count)d', '%<name>s', '%@', '{% if big %}', '<%= name %>'],
  ...[
    '`npm install`',
    '/home/user/file.txt',
    'C:\\Users\\open.txt',
    'https://example.org/the/house',
  ],
  ...['the.house@example.org', '@the_house', '#TheHouse', 'v2.0.1-rc.1', '1.2.3', 'house.txt'],
  ...['<div class="big">', '</div>', '<br/>', '&nbsp;', '--dry-run', 'MAX_SIZE'],
] as const;

let chat: ChatStub;
let folder: string;
const engines: Partial<Record<'apertium' | 'chat' | 'phrasebook', TranslationEngine>> = {};

beforeAll(async () => {
  chat = await startChatStub();
  folder = await mkdtemp(join(tmpdir(), 'phrases-'));
  await writeFile(join(folder, 'a.tsv'), 'en\tes\nThe house of {name}\tLa finca de {name}\n');
  engines.apertium = new ApertiumEngine({}, silent);
  engines.phrasebook = await PhrasebookEngine.load(folder, 70);
  engines.chat = new ChatEngine({
    baseUrl: chat.baseUrl,
    model: 'm',
    timeoutMs: 5000,
    concurrency: 1,
    languages: ['en', 'es'].map(tag),
  });
});

afterAll(async () => {
  await Promise.all(Object.values(engines).map((engine) => engine.close()));
  await chat.close();
  await rm(folder, { recursive: true });
});

async function translated(names: readonly (keyof typeof engines)[], texts: readonly string[]) {
  const used = names.flatMap((name) => engines[name] ?? []);
  const translator = new Translator(...translatorParts(used, noDetector));
  const translations = await translator.translate({
    owner: OWNER,
    texts: [...texts],
    sourceLang: 'EN',
    targetLang: 'ES',
    options: {},
  });
  return translations.map(({ text }) => text);
}

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Words with contents of every kind between them. */
const sentences = fc
  .array(
    fc.tuple(fc.constantFrom('The house is big', 'Open it', 'He has'), fc.constantFrom(...KEPT)),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((pairs) => pairs.map((pair) => pair.join(' ')).join(' and '));

describe.each([
  ['rules', ['apertium']],
  ['a model that drops what it should keep', ['chat']],
  ['phrasebooks before rules', ['phrasebook', 'apertium']],
] as const)('with %s', (_what, names) => {
  beforeAll(() => {
    chat.script({ translate: ({ text }) => text.replace(/[^\p{L} ]/gu, '').toUpperCase() });
  });

  it('every kind of placeholder, code and address stays as it is', async () => {
    const texts = KEPT.map((kept) => `The house is big: ${kept} is here.`);

    const answers = await translated(names, texts);

    expect(answers).toHaveLength(KEPT.length);
    KEPT.forEach((kept, at) => {
      expect(answers[at]).toContain(kept);
      expect(answers[at]).not.toContain('house is big');
    });
  });

  it('none is lost or doubled in any mixture of them', async () => {
    await fc.assert(
      fc.asyncProperty(sentences, async (text) => {
        const [answer = ''] = await translated(names, [text]);

        for (const kept of KEPT)
          expect([kept, count(answer, kept)]).toEqual([kept, count(text, kept)]);
      }),
      { numRuns: 40 },
    );
  });

  it('the branches of a message are translated, its keywords are not', async () => {
    const text = '{n, plural, one {The house is big.} other {# houses are big.}}';

    const [answer] = await translated(names, [text]);

    expect(answer).toMatch(/^\{n, plural, one \{.+\} other \{.*#.*\}\}$/);
    expect(answer).not.toMatch(/house is|houses are/);
  });
});

describe('with rules', () => {
  it.each([
    ['Hello {name}!', '¡Hola {name}!'],
    ['HELLO WORLD', 'HOLA MUNDO'],
    ['Where is the house?', '¿Dónde es la casa?'],
    [
      'Run this:\n```\nopen the house\n```\nThe house.',
      /^[^\n]+\n```\nopen the house\n```\nLa casa\.$/,
    ],
  ])('%j', async (text, expected) => {
    const [answer] = await translated(['apertium'], [text]);

    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
  });
});

describe('a phrase of a phrasebook', () => {
  it('serves a text with another placeholder, which is put in, and none with another number of them', async () => {
    const [same, other, more] = await translated(
      ['phrasebook', 'apertium'],
      ['The house of {name}', 'The house of {owner}', 'The house of {name} {owner}'],
    );

    expect(same).toBe('La finca de {name}');
    expect(other).toBe('La finca de {owner}');
    expect(more).toBe('La casa de {name} {owner}');
  });
});
