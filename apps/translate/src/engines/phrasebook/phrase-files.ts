import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forSetting } from '@sextant/platform-runtime/config';
import { parseLanguage, baseLanguage, type LanguageTag } from '../../languages/language.js';
import { parseTmx } from '../../memories/tmx.js';

/** A phrase and its translation, with the file that it stands in. */
export interface Phrase {
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  readonly source: string;
  readonly target: string;
  readonly file: string;
}

export interface BrokenFile {
  readonly name: string;
  readonly reason: string;
}

/**
 * Reads all phrases of a folder: `*.tmx`, and `*.tsv` whose first line names the two languages.
 *
 * @returns what could be read, and which files could not
 */
export async function readPhrases(
  folder: string,
): Promise<{ readonly phrases: readonly Phrase[]; readonly broken: readonly BrokenFile[] }> {
  const phrases: Phrase[] = [];
  const broken: BrokenFile[] = [];
  const names = forSetting('PHRASEBOOK_DIR', () => readdirSync(folder));
  for (const name of names.sort()) {
    if (!/\.(tsv|tmx)$/i.test(name)) continue;
    try {
      phrases.push(...(await readPhraseFile(folder, name)));
    } catch (error) {
      broken.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { phrases, broken };
}

async function readPhraseFile(folder: string, name: string): Promise<readonly Phrase[]> {
  const bytes = await readFile(join(folder, name));
  return name.toLowerCase().endsWith('.tmx') ? fromTmx(bytes, name) : fromTsv(bytes, name);
}

async function fromTmx(bytes: Uint8Array, file: string): Promise<readonly Phrase[]> {
  const { sourceLanguage, units } = await parseTmx(bytes);
  return units.flatMap(({ source, targets }) =>
    [...targets].map(([targetLanguage, target]) => ({
      sourceLanguage,
      targetLanguage,
      source,
      target,
      file,
    })),
  );
}

function fromTsv(bytes: Uint8Array, file: string): readonly Phrase[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const [header = '', ...lines] = text.split(/\r?\n/);
  const [source, target] = header.split('\t').map((code) => parseLanguage(code.trim()));
  if (source === undefined || target === undefined) {
    throw new Error(
      'The first line must be two language codes with a tab between, such as en and es.',
    );
  }
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [phrase, translation, ...rest] = line.split('\t').map((part) => part.trim());
    if (!phrase || !translation || rest.length > 0) {
      throw new Error(`Line ${index + 2} must be a phrase and its translation with a tab between.`);
    }
    const languages = { sourceLanguage: baseLanguage(source), targetLanguage: target };
    return [{ ...languages, source: phrase, target: translation, file }];
  });
}
