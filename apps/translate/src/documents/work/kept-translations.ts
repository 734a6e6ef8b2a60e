import type { DocumentContents } from '../contents/document-contents.js';
import type { DocumentJob } from '../document-job.js';
import type { DocumentUnit } from '../formats/document-format.js';

/** Translations by the place of their unit. */
export type ByPlace = ReadonlyMap<number, string>;

/** What was known when the document came. */
export const reusedIn = async (
  contents: DocumentContents,
  id: string,
  key: string,
): Promise<ByPlace> => await byPlace(contents, { id, key, name: 'reused' });

/** What its reviewer has corrected. */
export const correctedIn = async (
  contents: DocumentContents,
  id: string,
  key: string,
): Promise<ByPlace> => await byPlace(contents, { id, key, name: 'corrected' });

/** Stretches of translations as they came; undefined where one is not there. */
export async function partsOf(
  contents: DocumentContents,
  { id, parts }: Pick<DocumentJob, 'id' | 'parts'>,
  key: string,
): Promise<string[] | undefined> {
  const translations: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const texts = await contents.getJson(id, key, `part-${part}`);
    if (texts === undefined) return undefined;
    for (const text of texts as readonly string[]) translations.push(text);
  }
  return translations;
}

/** Those that are translated. */
export const unitsLeft = (
  units: readonly DocumentUnit[],
  reused: ByPlace,
): readonly DocumentUnit[] => units.filter((_unit, at) => !reused.has(at));

/** One translation for each unit. @param done of those that were left */
export function merged(
  units: readonly DocumentUnit[],
  reused: ByPlace,
  done: readonly string[],
): readonly string[] {
  const next = done.values();
  return units.map(({ text }, at) => reused.get(at) ?? next.next().value ?? text);
}

async function byPlace(
  contents: DocumentContents,
  { id, key, name }: { id: string; key: string; name: 'reused' | 'corrected' },
): Promise<ByPlace> {
  const kept = await contents.getJson(id, key, name);
  return new Map(kept as readonly (readonly [number, string])[] | undefined);
}
