/** Words; the scripts that write without spaces count letter by letter. */ const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
/**
 * Finds the terms of glossaries in texts. Built once for a set of dictionaries.
 *
 * A term is found as a whole word: exactly as it is written or, when its entry has no capital letter, at the
 * start of a sentence and in capitals as well. Where several fit, the longest wins, then the exact one, then
 * that of the glossary named first. O(length of the text) apart from entries that begin alike.
 */ export class TermMatcher {
    #byFirstWord;
    constructor(dictionaries, formsOf = ()=>[]){
        this.#byFirstWord = new Map();
        dictionaries.forEach(({ glossaryId, entries }, rank)=>{
            for (const { source, target } of entries){
                const entry = {
                    glossaryId,
                    source,
                    target,
                    rank
                };
                this.#add({
                    ...entry,
                    form: source,
                    rendering: target
                });
                for (const [form, rendering] of formsOf(source, target)){
                    this.#add({
                        ...entry,
                        form,
                        rendering
                    });
                }
            }
        });
        for (const candidates of this.#byFirstWord.values()){
            candidates.sort((a, b)=>b.form.length - a.form.length || a.rank - b.rank);
        }
    }
    /** Terms from left to right, none overlapping another or cutting one of the taken ranges. */ find(text, isFree) {
        const found = [];
        let end = 0;
        for (const word of text.matchAll(WORD)){
            if (word.index < end) continue;
            const match = this.#at(text, word.index, word[0], (start, stop)=>start >= end && isFree(start, stop));
            if (match === undefined) continue;
            found.push(match);
            end = match.end;
        }
        return found;
    }
    #add(entry) {
        const first = [
            ...entry.form.matchAll(WORD)
        ][0];
        if (first === undefined) return;
        const key = first[0].toLowerCase();
        const candidates = this.#byFirstWord.get(key) ?? [];
        candidates.push({
            ...entry,
            lead: first.index
        });
        this.#byFirstWord.set(key, candidates);
    }
    #at(text, wordStart, word, isFree) {
        for (const candidate of this.#byFirstWord.get(word.toLowerCase()) ?? []){
            const start = wordStart - candidate.lead;
            const end = start + candidate.form.length;
            const written = text.slice(Math.max(0, start), end);
            if (start >= 0 && isWritten(candidate.form, written) && isWhole(text, start, end)) {
                if (isFree(start, end)) return {
                    start,
                    end,
                    candidate
                };
            }
        }
        return undefined;
    }
}
/** The segment with its terms as spans, numbered on from its own. */ export function withTerms(segment, matcher) {
    const found = matcher?.find(segment.text, isFreeIn(segment)) ?? [];
    if (found.length === 0) return {
        segment,
        terms: []
    };
    let id = segment.spans.reduce((highest, span)=>Math.max(highest, span.id), -1);
    const terms = [];
    const spans = found.map(({ start, end, candidate })=>{
        id += 1;
        const { glossaryId, source, target, form, rendering } = candidate;
        terms.push({
            glossaryId,
            source,
            target,
            spanId: id
        });
        const written = inCaseOf(segment.text.slice(start, end), form, rendering);
        const parent = innermost(segment, start, end);
        return {
            id,
            start,
            end,
            kind: 'term',
            target: written,
            ...parent
        };
    });
    return {
        segment: {
            text: segment.text,
            spans: merged(segment.spans, spans)
        },
        terms
    };
}
/** Terms lie outside protected content, and are not cut by the edge of a tag. */ function isFreeIn({ spans }) {
    return (start, end)=>spans.every((span)=>{
            const isApart = end <= span.start || start >= span.end;
            const holdsTerm = span.start <= start && end <= span.end;
            if (span.start === span.end) return span.start <= start || span.start >= end;
            return isApart || span.kind === 'tag' && holdsTerm;
        });
}
function innermost({ spans }, start, end) {
    const around = spans.findLast((span)=>span.start < span.end && span.start <= start && end <= span.end);
    return around === undefined ? {} : {
        parent: around.id
    };
}
/** Both lists are in the order of their opening; a term comes after the tags that open where it does. */ function merged(tags, terms) {
    return [
        ...tags,
        ...terms
    ].map((span, order)=>({
            span,
            order
        })).sort((a, b)=>a.span.start - b.span.start || a.order - b.order).map(({ span })=>span);
}
function isWritten(form, written) {
    if (form === written) return true;
    return form === form.toLowerCase() && (written === capitalised(form) || written === form.toUpperCase());
}
function isWhole(text, start, end) {
    const before = text.charAt(start - 1);
    const after = text.charAt(end);
    return !isInsideWord(before, text.charAt(start)) && !isInsideWord(text.charAt(end - 1), after);
}
function isInsideWord(left, right) {
    if (UNSPACED.test(left) || UNSPACED.test(right)) return false;
    return WORD_CHARACTER.test(left) && WORD_CHARACTER.test(right);
}
/** At the start of a sentence a term is written like one, and in capitals among capitals. */ function inCaseOf(written, form, rendering) {
    if (written === form) return rendering;
    if (written === capitalised(form)) return capitalised(rendering);
    return rendering.toUpperCase();
}
function capitalised(text) {
    const [first = ''] = text;
    return first.toUpperCase() + text.slice(first.length);
}

//# sourceMappingURL=terms.js.map