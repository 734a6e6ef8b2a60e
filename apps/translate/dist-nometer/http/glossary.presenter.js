import { formatEntries } from '../domain/glossary-entries.js';
export const toInput = (dto)=>({
        source: dto.source_lang,
        target: dto.target_lang,
        entries: dto.entries,
        format: dto.entries_format ?? 'tsv'
    });
export const presentInfo = ({ source, target, entryCount })=>({
        source_lang: source,
        target_lang: target,
        entry_count: entryCount
    });
export const presentMultilingual = (glossary)=>({
        glossary_id: glossary.id,
        name: glossary.name,
        dictionaries: glossary.dictionaries.map(presentInfo),
        creation_time: glossary.createdAt.toISOString()
    });
/** @returns nothing for a glossary that version 2 cannot show: it has other than one dictionary */ export function presentMonolingual(glossary) {
    const [dictionary, ...others] = glossary.dictionaries;
    if (dictionary === undefined || others.length > 0) return [];
    return [
        {
            glossary_id: glossary.id,
            name: glossary.name,
            ready: true,
            ...presentInfo(dictionary),
            creation_time: glossary.createdAt.toISOString()
        }
    ];
}
export const presentEntries = ({ source, target, entries })=>({
        source_lang: source,
        target_lang: target,
        entries: formatEntries(entries),
        entries_format: 'tsv'
    });

//# sourceMappingURL=glossary.presenter.js.map