import { SegmentIndex } from '../../domain/segment-index.js';
import { readPhrases } from './phrase-files.js';
/**
 * Phrases whose translations an operator has laid down in files, for all organizations.
 *
 * They are looked up before another engine is asked; what is not there is answered `unknown`. Texts with markup or
 * glossary terms in them are left to the other engines.
 */ export class PhrasebookEngine {
    #loaded;
    #threshold;
    constructor(loaded, threshold){
        this.name = 'phrasebook';
        this.#loaded = loaded;
        this.#threshold = threshold;
    }
    /**
   * @param folder its `*.tsv` and `*.tmx` files are read once
   * @param threshold percent: phrases that are less like the text are not used
   */ static async load(folder, threshold) {
        const { phrases, broken } = await readPhrases(folder);
        return new PhrasebookEngine({
            ...indexed(phrases),
            broken
        }, threshold);
    }
    directions() {
        return this.#loaded.directions;
    }
    translate({ source, target, segments }) {
        const index = this.#loaded.indexes.get(keyOf(source, target));
        return Promise.resolve(segments.map((segment)=>this.#lookUp(segment, index)));
    }
    state() {
        const { directions, broken } = this.#loaded;
        return {
            status: 'up',
            pairs: directions.length,
            broken
        };
    }
    close() {
        return Promise.resolve();
    }
    #lookUp({ text, spans }, index) {
        const match = spans.length > 0 ? undefined : index?.best(text, this.#threshold);
        if (match === undefined) return {
            kind: 'unknown'
        };
        const { target, file } = match.segment;
        return {
            kind: 'translated',
            text: target,
            spans: [],
            origin: file
        };
    }
}
/** Of two translations of one phrase the one that is read last is used. */ function indexed(phrases) {
    const indexes = new Map();
    const directions = new Map();
    for (const { sourceLanguage: source, targetLanguage: target, ...phrase } of phrases){
        const key = keyOf(source, target);
        const index = indexes.get(key) ?? new SegmentIndex();
        index.put({
            id: phrase.source,
            ...phrase
        });
        indexes.set(key, index);
        directions.set(key, {
            source,
            target,
            modelTypes: [
                'latency_optimized',
                'quality_optimized'
            ],
            features: new Set(),
            coverage: 'known',
            cost: 1
        });
    }
    return {
        indexes,
        directions: [
            ...directions.values()
        ]
    };
}
const keyOf = (source, target)=>`${source}>${target}`;

//# sourceMappingURL=phrasebook-engine.js.map