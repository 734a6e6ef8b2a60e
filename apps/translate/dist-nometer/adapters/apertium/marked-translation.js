import { markedMode } from './marked-mode.js';
import { decodeMarked, encodeMarked } from './marked-stream.js';
import { placeSpans } from './span-placement.js';
const UNPLACED = {
    kind: 'unplaced'
};
/** Two words that no dictionary holds. A mode whose blanks work gives both back in their own. */ const CHECK = {
    text: 'Xqzv Xqvz',
    spans: [
        {
            id: 0,
            kind: 'tag',
            start: 0,
            end: 4
        },
        {
            id: 1,
            kind: 'tag',
            start: 5,
            end: 9
        }
    ]
};
/**
 * Translates segments with spans by modes with word-bound blanks.
 *
 * Such a mode is checked at its first use. Where it fails, all of its segments are `unplaced`.
 */ export class MarkedTranslation {
    #pool;
    #usable;
    constructor(pool){
        this.#usable = new Map();
        this.#pool = pool;
    }
    /** @returns one answer for each segment, undefined for one that needs no blanks and cannot have any */ async translate(mode, segments, signal) {
        const usable = await this.#usableMode(mode);
        if (usable === undefined) return segments.map(()=>UNPLACED);
        const encoded = segments.map((segment)=>({
                segment,
                encoded: encodeMarked(segment)
            }));
        return await this.#run(usable, encoded, signal);
    }
    /** The marked form of a mode if it works here. A failure that says nothing of the mode is not kept. */ async #usableMode(mode) {
        const checked = this.#usable.get(mode.name) ?? this.#check(mode);
        this.#usable.set(mode.name, checked);
        try {
            return await checked;
        } catch (error) {
            this.#usable.delete(mode.name);
            throw error;
        }
    }
    async #check(mode) {
        const marked = markedMode(mode);
        if (marked === undefined) return undefined;
        try {
            const [answer] = await this.#run(marked, [
                {
                    segment: CHECK,
                    encoded: encodeMarked(CHECK)
                }
            ]);
            const isRight = answer?.kind === 'translated' && answer.spans.length === CHECK.spans.length;
            return isRight ? marked : undefined;
        } catch (error) {
            if (this.#pool.isBroken(marked.name)) return undefined;
            throw error;
        }
    }
    async #run(mode, segments, signal) {
        const streams = segments.flatMap(({ encoded })=>encoded?.stream ?? []);
        if (streams.length === 0) return segments.map(()=>UNPLACED);
        const answers = (await this.#pool.translate(mode, streams, signal)).values();
        return segments.map(({ segment, encoded })=>encoded === undefined ? UNPLACED : answerOf(segment, encoded, answers.next().value ?? ''));
    }
}
function answerOf(segment, encoded, answer) {
    const atoms = decodeMarked(answer, encoded);
    const placed = atoms && placeSpans(segment, encoded, atoms);
    if (placed === undefined) return UNPLACED;
    const unknown = (atoms ?? []).filter(({ isUnknown, runs })=>isUnknown === true && !runs.some((run)=>encoded.runs[run]?.fixed));
    const unknownWords = unknown.map(({ text })=>text);
    return {
        kind: 'translated',
        ...placed,
        unknownWords
    };
}

//# sourceMappingURL=marked-translation.js.map