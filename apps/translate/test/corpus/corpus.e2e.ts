import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { Translator } from '../../src/translation/translator.js';
import { noDetector, OWNER, translatorParts } from '../ports.js';
import { DEFAULTS } from '../quality/measured-pairs.js';
import { faultsOf } from './faults.js';

/** A hundred sentences of our own: placeholders, quotes, tags, labels, times, lists. */
const sentencesOf = (language: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, `${language}.txt`), 'utf8')
    .trim()
    .split('\n');

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
});

describe('a hundred sentences', () => {
  const engine = new ApertiumEngine({}, { info: () => undefined, warn: () => undefined });
  const translator = new Translator(...translatorParts([engine], noDetector));

  afterAll(() => engine.close());

  it.each(DEFAULTS)('%s: nothing is lost or added', async (pair) => {
    const [source = '', target = ''] = pair.split('>');
    const texts = sentencesOf(source);

    const translations = await translator.translate({
      owner: OWNER,
      texts,
      sourceLang: source,
      targetLang: target,
    });

    expect(texts).toHaveLength(100);
    const faults = texts.flatMap((text, at) => {
      const translation = translations[at]?.text ?? '';
      const found = faultsOf({ source: text, translation, target });
      return found.length === 0 ? [] : [{ text, translation, found }];
    });
    expect(faults).toEqual([]);
  });
});
