import type { Service } from '../service.js';

export interface Pair {
  readonly source_lang: string;
  readonly target_lang: string;
}

export interface Glossary {
  readonly glossary_id: string;
  readonly name: string;
  readonly dictionaries: readonly (Pair & { readonly entry_count: number })[];
}

export const pairName = ({ source_lang: source, target_lang: target }: Pair): string =>
  `${source.toUpperCase()} → ${target.toUpperCase()}`;

/** A term and its translation. */
export type Entry = readonly [source: string, target: string];

export async function listGlossaries(
  { api }: Service,
  signal: AbortSignal,
): Promise<readonly Glossary[]> {
  const { body } = await api<{ readonly glossaries: readonly Glossary[] }>('/v3/glossaries', {
    signal,
  });
  return body.glossaries;
}

export async function createGlossary(
  { api }: Service,
  glossary: { readonly name: string; readonly pair: Pair; readonly entries: readonly Entry[] },
): Promise<void> {
  const dictionary = { ...glossary.pair, entries: tsvOf(glossary.entries), entries_format: 'tsv' };
  await api('/v3/glossaries', {
    method: 'POST',
    body: { name: glossary.name, dictionaries: [dictionary] },
  });
}

const addressOf = ({ glossary_id: id }: Glossary): string => `/v3/glossaries/${id}`;

export async function entriesOf(
  { api }: Service,
  glossary: Glossary,
  { source_lang, target_lang }: Pair,
): Promise<readonly Entry[]> {
  const query = new URLSearchParams({ source_lang, target_lang });
  const { body } = await api<{ readonly dictionaries: readonly { readonly entries: string }[] }>(
    `${addressOf(glossary)}/entries?${query.toString()}`,
  );
  return readEntries(body.dictionaries[0]?.entries ?? '');
}

/** Replaces what there is of a pair. */
export async function putEntries(
  { api }: Service,
  glossary: Glossary,
  { pair, entries }: { readonly pair: Pair; readonly entries: readonly Entry[] },
): Promise<void> {
  const { source_lang, target_lang } = pair;
  await api(`${addressOf(glossary)}/dictionaries`, {
    method: 'PUT',
    body: { source_lang, target_lang, entries: tsvOf(entries), entries_format: 'tsv' },
  });
}

export async function deleteGlossary({ api }: Service, glossary: Glossary): Promise<void> {
  await api(addressOf(glossary), { method: 'DELETE' });
}

export const tsvOf = (entries: readonly Entry[]): string =>
  entries.map((entry) => entry.join('\t')).join('\n');

/** Reads tab-separated values; lines without a tab are no terms. */
export const readEntries = (tsv: string): readonly Entry[] =>
  tsv
    .split(/\r?\n/)
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const [source = '', target = ''] = line.split('\t');
      return [source, target];
    });
