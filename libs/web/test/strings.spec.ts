import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Texts } from '../src/text/text.js';

const ROOT = join(import.meta.dirname, '../../..');
/** Each folder `strings` has one file for each language; the pages beside it use them. */
const FOLDERS = globSync('{libs/web,apps/*/web}/src/{,*/}strings', { cwd: ROOT });

const textsOf = async (folder: string, language: string): Promise<Texts> => {
  const module = (await import(join(ROOT, folder, `${language}.ts`))) as { texts: Texts };
  return module.texts;
};
const placeholders = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

it('there are strings to look at', () => {
  expect(FOLDERS).toContain('libs/web/src/strings');
});

describe.each(FOLDERS)('%s', (folder) => {
  it.each(Object.keys(LANGUAGES).filter((language) => language !== 'en'))(
    'has in %s what it has in English: keys and values that are put in',
    async (language) => {
      const [english, other] = await Promise.all([
        textsOf(folder, 'en'),
        textsOf(folder, language),
      ]);
      const shape = (texts: Texts) =>
        Object.entries(texts).map(([key, text]) => [key, ...placeholders(text)]);

      expect(shape(other).sort()).toEqual(shape(english).sort());
      expect(Object.entries(other).filter(([, text]) => text.trim() === '')).toEqual([]);
    },
  );

  it('has nothing that no page uses', async () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: join(ROOT, dirname(folder)) })
      .filter((file) => !file.startsWith('strings') && !file.endsWith('.spec.ts'))
      .map((file) => readFileSync(join(ROOT, dirname(folder), file), 'utf8'));
    const sources = files.join('\n');

    const keys = Object.keys(await textsOf(folder, 'en'));

    // A key may be made of a prefix and a value: `outcome.${outcome}`.
    const isUsed = (key: string): boolean =>
      sources.includes(`'${key}'`) || sources.includes(`\`${key.replace(/[^.]+$/, '')}\${`);
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});
