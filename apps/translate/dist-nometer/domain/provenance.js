const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}]+/gu;
/** Tells of each word and sign where it comes from. Joined, the parts are the translation. */ export function provenanceOf(chunks, segments) {
    const ranges = segments.map(rangesOf);
    return chunks.filter(({ text })=>text !== '').flatMap((chunk)=>chunk.segment === undefined ? [
            {
                text: chunk.write?.(chunk.text) ?? chunk.text,
                origin: 'unchanged'
            }
        ] : cut(chunk, ranges[chunk.segment] ?? []));
}
/** The segment from end to end: its terms, and the words and signs between them. */ function rangesOf(segment) {
    const { text, memoryMatch, terms, spans } = segment;
    if (memoryMatch !== undefined) {
        const { segmentId, score } = memoryMatch;
        return [
            {
                start: 0,
                end: text.length,
                source: {
                    origin: 'memory',
                    segmentId,
                    score
                }
            }
        ];
    }
    const fromTerms = terms.flatMap(({ spanId, glossaryId, source: term })=>{
        const place = spans.find(({ id })=>id === spanId);
        if (place === undefined) return [];
        return [
            {
                start: place.start,
                end: place.end,
                source: {
                    origin: 'glossary',
                    glossaryId,
                    term
                }
            }
        ];
    }).sort((a, b)=>a.start - b.start);
    const ranges = [];
    let position = 0;
    for (const range of [
        ...fromTerms,
        undefined
    ]){
        const end = range?.start ?? text.length;
        ranges.push(...tokens(segment, position, end));
        if (range !== undefined) ranges.push(range);
        position = range?.end ?? end;
    }
    return ranges;
}
function tokens({ text, engine, unknownWords, origin }, from, to) {
    const unknown = new Set(unknownWords.map((word)=>word.toLowerCase()));
    const isFromEngine = {
        origin: 'engine',
        engine,
        ...origin === undefined ? {} : {
            source: origin
        }
    };
    return [
        ...text.slice(from, to).matchAll(TOKEN)
    ].map((token)=>({
            start: from + token.index,
            end: from + token.index + token[0].length,
            source: unknown.has(token[0].toLowerCase()) ? {
                origin: 'unknown_word',
                engine
            } : isFromEngine
        }));
}
function cut({ text, start: offset = 0, write }, ranges) {
    return ranges.flatMap(({ start, end, source })=>{
        const part = text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
        return part === '' ? [] : [
            {
                text: write?.(part) ?? part,
                ...source
            }
        ];
    });
}

//# sourceMappingURL=provenance.js.map