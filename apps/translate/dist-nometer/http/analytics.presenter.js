export const toRange = (query)=>({
        startDate: query.start_date,
        endDate: query.end_date
    });
export function presentUsageReport({ total, byKey }, range, groupBy) {
    return {
        usage_report: {
            total_usage: breakdown(total),
            ...presentRange(range),
            ...groupBy === undefined ? {} : {
                group_by: groupBy
            },
            ...groupBy === 'key' ? {
                key_usages: byKey?.map(presentKey) ?? []
            } : {},
            ...groupBy === 'key_and_day' ? {
                key_and_day_usages: byKey?.map(presentDay) ?? []
            } : {}
        }
    };
}
export function presentTagReport({ rows, nextPage }, range, isByDay) {
    return {
        custom_tag_usage_report: {
            aggregate_by: isByDay ? 'day' : 'period',
            ...presentRange(range),
            next_page: nextPage,
            usage: rows.map(presentTag)
        }
    };
}
const presentRange = ({ startDate, endDate })=>({
        start_date: `${startDate}T00:00:00`,
        end_date: `${endDate}T00:00:00`
    });
const presentKey = ({ maskedKey, label, characters })=>({
        api_key: maskedKey,
        api_key_label: label,
        usage: breakdown(characters)
    });
const presentDay = (usage)=>({
        ...presentKey(usage),
        usage_date: `${usage.day ?? ''}T00:00:00Z`
    });
function presentTag({ customTag, day, characters }) {
    const { total_characters, text_translation_characters, text_improvement_characters } = breakdown(characters);
    return {
        custom_tag: customTag,
        ...day === undefined ? {} : {
            usage_date: `${day}T00:00:00Z`
        },
        breakdown: {
            total_characters,
            text_translation_characters,
            text_improvement_characters
        }
    };
}
function breakdown(characters) {
    const { text_translation: text = 0, document_translation: documents = 0, text_improvement: improvement = 0 } = characters;
    return {
        total_characters: text + documents + improvement,
        text_translation_characters: text,
        document_translation_characters: documents,
        text_improvement_characters: improvement,
        speech_to_text_minutes: 0
    };
}

//# sourceMappingURL=analytics.presenter.js.map