import { baseLanguage } from './language.js';
export const NO_NEEDS = {
    features: []
};
/** Languages to go through, best first, when the cost does not decide (our choice: most pairs). */ const PREFERRED_PIVOTS = [
    'es',
    'en',
    'fr',
    'ca',
    'pt'
];
/** The context is in the source language, all else concerns the words that the caller gets. */ const NEEDED_FIRST = new Set([
    'context'
]);
/**
 * The graph of what can be translated, directly or through one language in between, by which engine.
 *
 * Built once for a list of offers; a route is found in O(languages × engines²) and kept.
 */ export class Routes {
    #bySource;
    #known;
    #found;
    #targets;
    #sources;
    #rankOf;
    /** @param offers of all engines; of two that are equal otherwise, the engine named first wins */ constructor(offers){
        this.#bySource = new Map();
        this.#known = new Map();
        this.#found = new Map();
        this.#targets = new Set();
        this.#rankOf = new Map();
        for (const offer of offers){
            if (!this.#rankOf.has(offer.engine)) this.#rankOf.set(offer.engine, this.#rankOf.size);
            if (offer.direction.coverage === 'known') this.#addKnown(offer);
            else this.#addGeneral(offer);
        }
        this.#sources = [
            ...this.#bySource.keys()
        ].sort();
    }
    /** Every language that something can be translated from, sorted. */ sources() {
        return this.#sources;
    }
    /** Every language and variant that something can be translated into. */ targets() {
        return this.#targets;
    }
    /** The languages that reach this target, sorted. */ sourcesOf(target, needs = NO_NEEDS) {
        return this.sources().filter((source)=>this.route(source, target, needs) !== undefined);
    }
    /** Who may hold this very text already, before a route is taken. */ knownBy(source, target) {
        return this.#known.get(`${source}>${target}`) ?? [];
    }
    /** The features that at least one direct way into a target has. */ featuresInto(target) {
        const offers = [
            ...this.#bySource.values()
        ].flatMap((targets)=>targets.get(target) ?? []);
        return new Set(offers.flatMap(({ direction })=>[
                ...direction.features
            ]));
    }
    /**
   * The cheapest way that honours what is needed: at most two steps; ties are broken by fewer steps, the order
   * of the engines, `PREFERRED_PIVOTS` and then the alphabet.
   *
   * @returns undefined when there is none, as from a language into itself
   */ route(source, target, needs = NO_NEEDS) {
        const asked = needs === NO_NEEDS ? '' : `${needs.modelType ?? ''} ${[
            ...needs.features
        ].sort().join(' ')}`;
        const key = `${source}>${target} ${asked}`;
        if (!this.#found.has(key)) this.#found.set(key, this.#search(source, target, needs));
        return this.#found.get(key);
    }
    #addGeneral(offer) {
        const { source, target } = offer.direction;
        const targets = this.#bySource.get(source) ?? new Map();
        targets.set(target, [
            ...targets.get(target) ?? [],
            offer
        ]);
        this.#bySource.set(source, targets);
        this.#targets.add(target);
    }
    #addKnown(offer) {
        const key = `${offer.direction.source}>${offer.direction.target}`;
        this.#known.set(key, [
            ...this.#known.get(key) ?? [],
            offer
        ]);
    }
    #search(source, target, needs) {
        if (source === baseLanguage(target)) return undefined;
        const ways = this.#offers(source, target).map((step)=>[
                step
            ]);
        for (const [pivot, firsts] of this.#bySource.get(source) ?? []){
            if (pivot === target) continue;
            for (const second of this.#offers(pivot, target)){
                for (const first of firsts)ways.push([
                    first,
                    second
                ]);
            }
        }
        return ways.filter((way)=>honours(way, needs)).sort((a, b)=>this.#compare(a, b))[0];
    }
    #offers(source, target) {
        return this.#bySource.get(source)?.get(target) ?? [];
    }
    #compare(a, b) {
        return costOf(a) - costOf(b) || a.length - b.length || this.#engineRank(a) - this.#engineRank(b) || pivotRank(a) - pivotRank(b) || (pivotOf(a) < pivotOf(b) ? -1 : 1);
    }
    #engineRank(way) {
        return way.reduce((sum, { engine })=>sum + (this.#rankOf.get(engine) ?? 0), 0);
    }
}
/** Quality needs it on every step; a way of mixed models is as good as its weakest. */ export function modelTypeOf(way) {
    const isQuality = way.every(({ direction })=>direction.modelTypes.includes('quality_optimized'));
    return isQuality ? 'quality_optimized' : 'latency_optimized';
}
function honours(way, { modelType, features }) {
    const suits = ({ direction })=>modelType === undefined || direction.modelTypes.includes(modelType);
    const has = (feature)=>way.at(NEEDED_FIRST.has(feature) ? 0 : -1)?.direction.features.has(feature) === true;
    return way.every(suits) && features.every(has);
}
const costOf = (way)=>way.reduce((sum, { direction })=>sum + direction.cost, 0);
const pivotOf = (way)=>way[0]?.direction.target ?? '';
function pivotRank(way) {
    const rank = PREFERRED_PIVOTS.indexOf(pivotOf(way));
    return rank === -1 ? PREFERRED_PIVOTS.length : rank;
}

//# sourceMappingURL=routes.js.map