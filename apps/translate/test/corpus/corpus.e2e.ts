import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { Translator } from '../../src/translation/translator.js';
import { noDetector, OWNER, translatorParts } from '../ports.js';
import { DEFAULTS } from '../quality/measured-pairs.js';
import { linesOf, sentencesOf, type Content } from './documents/content.js';
import { documentFaults } from './documents/document-faults.js';
import { translatedDocument, type TranslatedUnit } from './documents/document-run.js';
import { MADE_DOCUMENTS, type MadeDocument } from './documents/made-documents.js';
import { apertium, chat, libreTranslate, type MeasuredEngine } from './engines.js';
import { countsOf, faultsOf } from './faults.js';
import { qualityPage, type DocumentQuality, type EngineQuality } from './quality-table.js';

describe('the faults of a translation', () => {
  it.each([
    ['Open {a}', 'Abra', '{a} is not kept'],
    ['Wait 5 days', 'Espere 6 días', 'numbers differ'],
    ['a) Paris', 'Un) París', 'the label a)  is not kept'],
    ['He said "no"', 'Dijo "no', '" is not kept'],
    ['The big house is white', 'Casa', 'words are lost'],
    ['He is big', 'Él Es grande', 'Es has a capital'],
    ['HE IS BIG', 'ÉL es GRANDE', 'capitals are not kept'],
    ['He is', 'Él #ser', 'a mark of the engine is left'],
  ])('of %j as %j: %s', (source, translation, fault) => {
    expect(faultsOf({ source, translation, target: 'es' })).toContain(fault);
  });

  it('are counted by what they concern', () => {
    const counts = countsOf([
      { source: 'Open {a}', translation: 'Abra', target: 'es' },
      { source: 'Open {a} now', translation: 'Abra {a} ya', target: 'es' },
      { source: 'Wait', translation: 'Espere', target: 'es' },
    ]);

    expect(counts).toMatchObject({
      'placeholders and code': { kept: 1, all: 2 },
      numbers: { kept: 0, all: 0 },
      words: { kept: 3, all: 3 },
    });
  });
});

const ENGINES = {
  apertium: { start: apertium, title: 'Apertium', about: 'Rules, as `npm start` installs them.' },
  libreTranslate: {
    start: libreTranslate,
    title: 'LibreTranslate',
    about:
      'A server stands in that writes each word backwards: the figures are of what is done around a model, whatever its words.',
  },
  chat: {
    start: chat,
    title: 'Chat',
    about: 'A chat server stands in that writes each word backwards.',
  },
} as const;
type EngineName = keyof typeof ENGINES;
const NAMES = Object.keys(ENGINES) as readonly EngineName[];

const started: Partial<Record<EngineName, MeasuredEngine>> = {};
const translators: Partial<Record<EngineName, Translator>> = {};

beforeAll(async () => {
  for (const name of NAMES) {
    const measured = await ENGINES[name].start();
    started[name] = measured;
    translators[name] = new Translator(...translatorParts([measured.engine], noDetector));
  }
});
afterAll(async () => {
  await Promise.all(Object.values(started).map((measured) => measured.close()));
});

function translatorOf(name: EngineName): Translator {
  const translator = translators[name];
  if (translator === undefined) throw new Error(`${name} is not started`);
  return translator;
}

/** What several tests look at is made once. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const result = made.get(key) ?? make(key);
    made.set(key, result);
    return result;
  };
}

const sentencesBy = once(async (key): Promise<readonly TranslatedUnit[]> => {
  const [name = '', source = '', target = ''] = key.split(/[ >]/);
  const texts = sentencesOf(source);
  const translations = await translatorOf(name as EngineName).translate({
    ...{ owner: OWNER, texts },
    ...{ sourceLang: source, targetLang: target },
  });
  return texts.map((text, at) => ({
    source: text,
    translation: translations[at]?.text ?? '',
    target,
  }));
});

const keyOf = ({ name, pair }: MadeDocument): string => `${name} ${pair}`;

const documentBy = once(async (key) => {
  const made = MADE_DOCUMENTS.find((document) => keyOf(document) === key);
  if (made === undefined) throw new Error(key);
  const translated = await translatedDocument(translatorOf('apertium'), made);
  return { translated, faults: await documentFaults(made, translated) };
});

describe.each(NAMES)('a hundred sentences by %s', (name) => {
  it.each(DEFAULTS)('%s: nothing is lost or added', async (pair) => {
    const written = await sentencesBy(`${name} ${pair}`);

    expect(written).toHaveLength(100);
    const faults = written.flatMap((each) => {
      const found = faultsOf(each);
      return found.length === 0 ? [] : [{ ...each, found }];
    });
    expect(faults).toEqual([]);
  });
});

describe('the faults of a document', () => {
  const content: Content = {
    ...{ language: 'en', title: 'Open {a}', paragraphs: [], quote: 'Wait', items: [], cells: [] },
  };
  const made = { name: 'a.html', pair: 'en>es', content, make: () => '' };
  const unit = {
    source: 'Open {a} and wait 5 days',
    translation: 'Abra {a} y espere 5 días',
    target: 'es',
  };
  const written = (before: string, after: string, units = [unit]) =>
    documentFaults(made, { units, before: Buffer.from(before), after: Buffer.from(after) });

  it.each([
    ['<p>Open {a}</p>', '<p>Abra</p>', '{a} is not kept in the file'],
    ['<p>Wait 5</p>', '<p>Espere 6</p>', 'the numbers of the file differ'],
    ['<p>a</p><p>b</p>', '<p>a b</p>', 'its structure differs'],
  ])('are found in %j as %j', async (before, after, fault) => {
    expect(await written(before, after)).toContain(fault);
  });

  it('are texts that were left out', async () => {
    expect(await written('<p>Wait</p>', '<p>Espere</p>', [])).toContain(
      '"Open {a}" is not translated',
    );
  });
});

describe('the documents', () => {
  it('have every format in two pairs, and every sentence of each pair', () => {
    expect(MADE_DOCUMENTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MADE_DOCUMENTS.map(keyOf)).size).toBe(MADE_DOCUMENTS.length);
    for (const pair of DEFAULTS) {
      const lines = MADE_DOCUMENTS.filter((document) => document.pair === pair).flatMap(
        ({ content }) => linesOf(content),
      );
      expect(new Set(lines)).toEqual(new Set(sentencesOf(pair.split('>')[0] ?? '')));
    }
  });

  it.each(MADE_DOCUMENTS.map((document) => [keyOf(document)]))(
    '%s: nothing is lost or added',
    async (key) => {
      expect((await documentBy(key)).faults).toEqual([]);
    },
  );
});

it('docs/translate/quality.md tells what they do (UPDATE_DOCS=1 writes it anew)', async () => {
  const engines: EngineQuality[] = [];
  for (const name of NAMES) {
    const pairs: [string, ReturnType<typeof countsOf>][] = [];
    for (const pair of DEFAULTS) pairs.push([pair, countsOf(await sentencesBy(`${name} ${pair}`))]);
    engines.push({ title: ENGINES[name].title, about: ENGINES[name].about, pairs });
  }
  const documents: DocumentQuality[] = [];
  for (const made of MADE_DOCUMENTS) {
    const { translated, faults } = await documentBy(keyOf(made));
    const kept = translated.units.filter((unit) => faultsOf(unit).length === 0).length;
    const texts = { kept, all: translated.units.length };
    documents.push({ name: made.name, pair: made.pair, texts, faults: faults.length });
  }

  const page = qualityPage(engines, documents);
  const file = join(workspaceRoot(), 'docs/translate/quality.md');
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});
