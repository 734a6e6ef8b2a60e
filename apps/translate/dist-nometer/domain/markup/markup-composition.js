import { eventsOf, inOpeningOrder } from '../marked-text.js';
import { CharacterReferences } from './character-references.js';
import { partsOf } from './document-parts.js';
import { tokensOf } from './markup-tokens.js';
/**
 * A text with tags: what stands between splitting tags is translated as a whole, with its inline tags as spans.
 *
 * Tags, comments and ignored content come out byte for byte, each once. White space at the edges of an
 * element is moved outside of it; none is lost.
 *
 * @throws {Problem} `malformed_markup`
 */ export function composeMarkup(text, options, rules) {
    const tokens = tokensOf(text, options.kind);
    const texts = tokens.flatMap((token)=>token.kind === 'text' ? [
            token.raw
        ] : []);
    const references = new CharacterReferences(texts, options.kind);
    const parts = partsOf(tokens, {
        options,
        rules,
        read: (raw)=>references.read(raw)
    });
    const spoken = parts.flatMap((part)=>part.kind === 'segment' && part.isSpoken ? [
            part
        ] : []);
    const numberOf = new Map(spoken.map((part, number)=>[
            part,
            number
        ]));
    return {
        segments: spoken.map(({ segment })=>segment),
        visibleText: spoken.map(({ segment })=>segment.text).join('\n'),
        compose: (translations)=>parts.flatMap((part)=>{
                if (part.kind === 'kept') return [
                    {
                        text: part.raw
                    }
                ];
                const number = numberOf.get(part);
                const translation = number === undefined ? undefined : translations[number];
                return written(part, translation ?? part.segment, {
                    number,
                    write: references.write
                });
            })
    };
}
/** A segment with its tags. */ function written({ segment, notations }, { text, spans }, { number, write }) {
    const parents = new Map(segment.spans.map(({ id, parent })=>[
            id,
            parent
        ]));
    const order = new Map(segment.spans.map(({ id }, index)=>[
            id,
            index
        ]));
    const own = spans.filter(({ id })=>notations[id] !== undefined).toSorted((a, b)=>(order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)).map((span)=>{
        const parent = parents.get(span.id);
        return parent === undefined ? span : {
            ...span,
            parent
        };
    });
    let fixedUntil = 0;
    return eventsOf(text.length, inOpeningOrder(own)).flatMap((event)=>{
        if (event.kind === 'text') {
            if (event.start < fixedUntil) return [];
            const stretch = {
                text: text.slice(event.start, event.end),
                write
            };
            return [
                number === undefined ? stretch : {
                    ...stretch,
                    segment: number,
                    start: event.start
                }
            ];
        }
        const notation = notations[event.span.id];
        if (notation?.isFixed === true) fixedUntil = event.span.end;
        const raw = event.kind === 'open' ? notation?.open : notation?.close;
        return raw === undefined || raw === '' ? [] : [
            {
                text: raw
            }
        ];
    });
}

//# sourceMappingURL=markup-composition.js.map