import type { DictionaryInput } from './glossaries.js';
import { formatEntries } from './glossary-entries.js';
import type { DictionaryInfo, Glossary, StoredDictionary } from './glossary.js';
import type {
  DictionaryDto,
  EntriesDto,
  GlossaryDto,
  MultilingualGlossaryDto,
} from './glossaries.dto.js';

export const toInput = (dto: DictionaryDto): DictionaryInput => ({
  source: dto.source_lang,
  target: dto.target_lang,
  entries: dto.entries,
  format: dto.entries_format ?? 'tsv',
});

export const presentInfo = ({ source, target, entryCount }: DictionaryInfo) => ({
  source_lang: source,
  target_lang: target,
  entry_count: entryCount,
});

export const presentMultilingual = (glossary: Glossary): MultilingualGlossaryDto => ({
  glossary_id: glossary.id,
  name: glossary.name,
  dictionaries: glossary.dictionaries.map(presentInfo),
  creation_time: glossary.createdAt.toISOString(),
});

/** @returns nothing for a glossary that version 2 cannot show: it has other than one dictionary */
export function presentMonolingual(glossary: Glossary): GlossaryDto[] {
  const [dictionary, ...others] = glossary.dictionaries;
  if (dictionary === undefined || others.length > 0) return [];
  return [
    {
      glossary_id: glossary.id,
      name: glossary.name,
      ready: true,
      ...presentInfo(dictionary),
      creation_time: glossary.createdAt.toISOString(),
    },
  ];
}

export const presentEntries = ({ source, target, entries }: StoredDictionary): EntriesDto => ({
  source_lang: source,
  target_lang: target,
  entries: formatEntries(entries),
  entries_format: 'tsv',
});
