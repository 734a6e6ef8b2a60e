import { distance } from 'fastest-levenshtein';
/** Up to here every segment is compared; above, those that share the largest part of their trigrams. */ const COMPARE_ALL = 256;
const COMPARE_AT_MOST = 200;
/** A trigram that so many segments hold tells them apart too little to be worth the time. */ const COMMON_TRIGRAM = 2000;
/**
 * Finds the segment whose source text is most like a given one.
 *
 * The score is the share of characters that need no edit: 100 * (1 - Levenshtein distance / length of the longer text),
 * after case and white space are made alike. Candidates come from an index of trigrams.
 */ export class SegmentIndex {
    #entries;
    #bySource;
    #byTrigram;
    get size() {
        return this.#entries.length;
    }
    /** Adds a segment; one with the same source text is replaced. */ put(segment) {
        const known = this.#bySource.get(segment.source);
        const entry = known === undefined ? undefined : this.#entries[known];
        if (entry !== undefined) {
            entry.segment = segment;
            return;
        }
        const position = this.#entries.length;
        const comparable = comparableForm(segment.source);
        const trigrams = trigramsOf(comparable);
        this.#entries.push({
            segment,
            comparable,
            trigramCount: trigrams.size
        });
        this.#bySource.set(segment.source, position);
        for (const trigram of trigrams){
            const positions = this.#byTrigram.get(trigram);
            if (positions === undefined) this.#byTrigram.set(trigram, [
                position
            ]);
            else positions.push(position);
        }
    }
    /**
   * @param threshold percent, 0 to 100
   * @param isUsable leaves out segments, such as those without the wanted target
   * @returns undefined when none is like enough
   */ best(text, threshold, isUsable = ()=>true) {
        const exact = this.#entries[this.#bySource.get(text) ?? -1]?.segment;
        if (exact !== undefined && isUsable(exact)) return {
            segment: exact,
            score: 100
        };
        return threshold >= 100 ? undefined : this.#mostSimilar(text, threshold, isUsable);
    }
    #mostSimilar(text, threshold, isUsable) {
        const comparable = comparableForm(text);
        let best;
        let least = threshold;
        for (const { segment, comparable: other } of this.#candidates(comparable, threshold)){
            if (mostPossible(comparable, other) < least || !isUsable(segment)) continue;
            const score = similarity(comparable, other);
            if (score < least) continue;
            best = {
                segment,
                score
            };
            least = score + 1;
        }
        return best;
    }
    /** Those of a possible length, by Dice's coefficient of their trigrams. */ #candidates(comparable, threshold) {
        if (this.#entries.length <= COMPARE_ALL) return this.#entries;
        const trigrams = trigramsOf(comparable);
        const shared = new Map();
        for (const trigram of trigrams){
            const positions = this.#byTrigram.get(trigram) ?? [];
            if (positions.length > COMMON_TRIGRAM) continue;
            for (const position of positions)shared.set(position, (shared.get(position) ?? 0) + 1);
        }
        return [
            ...shared
        ].flatMap(([position, count])=>{
            const entry = this.#entries[position];
            if (entry === undefined || mostPossible(comparable, entry.comparable) < threshold) return [];
            return {
                entry,
                likeness: 2 * count / (trigrams.size + entry.trigramCount),
                position
            };
        }).sort((a, b)=>b.likeness - a.likeness || a.position - b.position).slice(0, COMPARE_AT_MOST).map(({ entry })=>entry);
    }
    constructor(){
        this.#entries = [];
        this.#bySource = new Map();
        this.#byTrigram = new Map();
    }
}
/** Case and white space are not what a translator would call a difference. */ const comparableForm = (text)=>text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
function trigramsOf(text) {
    const padded = ` ${text} `;
    const trigrams = new Set();
    for(let index = 0; index + 3 <= padded.length; index += 1){
        trigrams.add(padded.slice(index, index + 3));
    }
    return trigrams;
}
/** The score can not be above what the lengths allow. */ function mostPossible(a, b) {
    const longer = Math.max(a.length, b.length);
    return longer === 0 ? 99 : percent(Math.abs(a.length - b.length), longer);
}
function similarity(a, b) {
    const longer = Math.max(a.length, b.length);
    return longer === 0 ? 99 : percent(distance(a, b), longer);
}
const percent = (edits, length)=>Math.min(99, Math.floor(100 * (1 - edits / length)));

//# sourceMappingURL=segment-index.js.map