import { decodeHTML } from 'entities';
import { formatOf } from '../../../src/documents/formats/formats.js';
import type { DocumentUnit } from '../../../src/documents/formats/document-format.js';
import { translateUnits } from '../../../src/documents/work/document-translation.js';
import type { Translator } from '../../../src/translation/translator.js';
import { OWNER, tag } from '../../ports.js';
import type { MadeDocument } from './made-documents.js';

/** A text of a document, without what is around its words. */
export interface TranslatedUnit {
  readonly source: string;
  readonly translation: string;
  readonly target: string;
}

export interface TranslatedDocument {
  readonly units: readonly TranslatedUnit[];
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** A document as the service translates it once it was uploaded. */
export async function translatedDocument(
  translator: Translator,
  { name, pair, make }: MadeDocument,
): Promise<TranslatedDocument> {
  const [source = '', target = ''] = pair.split('>');
  const before = Buffer.from(await make());
  const document = await formatOf(name).open(before);
  const translations: string[] = [];
  const stretches = translateUnits(translator, document.units, {
    owner: OWNER,
    request: { filename: name, targetLang: target, sourceLang: source, options: {} },
    signal: new AbortController().signal,
    goesOn: () => true,
    runsAhead: () => true,
  });
  for await (const { texts } of stretches) translations.push(...texts);
  const after = await document.write(translations, { language: tag(target) });
  const units = document.units.map((unit, at) => ({
    source: wordsOf(unit),
    translation: wordsOf({ ...unit, text: translations[at] ?? '' }),
    target,
  }));
  return { units, before, after };
}

const wordsOf = ({ kind, text }: DocumentUnit): string =>
  (kind === 'plain'
    ? text
    : decodeHTML(text.replaceAll(/<x [^<>]*>/g, WITHOUT_WORDS).replaceAll(/<[^<>]*>/g, ''))
  ).trim();

/** Stands for what is in a text and has no words. */
const WITHOUT_WORDS = '◦';
