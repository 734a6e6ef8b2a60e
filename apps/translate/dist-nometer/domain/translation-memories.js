import { LRUCache } from 'lru-cache';
import { baseLanguage } from './language.js';
import { MAX_MEMORIES, MAX_MEMORY_SEGMENTS, MEMORY_ERRORS } from './memory-errors.js';
import { SegmentIndex } from './segment-index.js';
import { formatTmx, parseTmx } from './tmx.js';
/** Segments of all memories that are kept ready to be searched. */ const LOADED_SEGMENTS = 500_000;
/** Milliseconds of searching after which other requests get their turn. */ const TURN_MS = 10;
/** Makes, changes and finds translation memories, and searches them for translation. */ export class TranslationMemories {
    #loaded;
    constructor(uses){
        this.uses = uses;
        this.#loaded = new LRUCache({
            maxSize: LOADED_SEGMENTS,
            sizeCalculation: ({ index })=>index.size + 1
        });
    }
    /**
   * Stores a TMX document as a new memory.
   *
   * @throws {Problem} `tmx_malformed`, `translation_memory_empty`, `translation_memory_full`,
   *   `translation_memory_quota_exceeded`
   */ async import({ owner, name, tmx, id = this.uses.ids.next() }) {
        const { sourceLanguage, units, skippedUnits } = requireUnits(await parseTmx(tmx));
        const known = await this.uses.store.find(owner, id);
        if (known !== undefined) return {
            memory: known,
            skippedSegments: skippedUnits
        };
        const now = new Date(this.uses.clock.nowMs());
        const isStored = await this.uses.store.insert({
            id,
            owner,
            name,
            sourceLanguage,
            segments: units,
            now
        }, MAX_MEMORIES);
        if (!isStored) throw MEMORY_ERRORS.tooMany();
        return {
            memory: await this.get(owner, id),
            skippedSegments: skippedUnits
        };
    }
    /** @param page from 0 */ list(owner, page, pageSize) {
        return this.uses.store.page(owner, page * pageSize, pageSize);
    }
    /** @throws {Problem} `translation_memory_not_found` */ async get(owner, id) {
        return found(await this.uses.store.find(owner, id));
    }
    /** @throws {Problem} `translation_memory_not_found` */ async delete(owner, id) {
        if (!await this.uses.store.delete(owner, id)) throw MEMORY_ERRORS.notFound();
    }
    /**
   * Renames a memory, or takes in corrections: the next translation uses them.
   *
   * @throws {Problem} `translation_memory_not_found`, `translation_memory_full`
   */ async change(owner, id, change) {
        const now = new Date(this.uses.clock.nowMs());
        return found(await this.uses.store.change(owner, id, change, now));
    }
    /** @throws {Problem} `translation_memory_not_found` */ async segments(owner, id, request) {
        const memory = await this.get(owner, id);
        return {
            memory,
            ...await this.uses.store.segments({
                ...request,
                memoryId: memory.id
            })
        };
    }
    /** The whole memory as TMX, in pieces. @throws {Problem} `translation_memory_not_found` */ async export(owner, id) {
        const memory = await this.get(owner, id);
        return formatTmx(memory.sourceLanguage, unitsOf(this.uses.store.changedSince(memory.id, 0)));
    }
    async match(request) {
        const memory = await this.get(request.owner, request.memoryId);
        if (memory.sourceLanguage !== baseLanguage(request.source)) throw MEMORY_ERRORS.sourceDiffers();
        if (!memory.targetLanguages.some((language)=>isCompatible(language, request.target))) {
            throw MEMORY_ERRORS.targetMissing();
        }
        const index = await this.#load(memory);
        const matches = [];
        let turnEndsAt = performance.now() + TURN_MS;
        for (const segment of request.segments){
            if (performance.now() > turnEndsAt) {
                await new Promise((resolve)=>setImmediate(resolve));
                turnEndsAt = performance.now() + TURN_MS;
            }
            matches.push(bestMatch(index, segment, request));
        }
        return matches;
    }
    /** Brings what is loaded up to the memory's revision. */ async #load(memory) {
        const loaded = this.#loaded.get(memory.id) ?? {
            index: new SegmentIndex(),
            revision: 0,
            loading: Promise.resolve()
        };
        const load = loaded.loading.then(async ()=>{
            if (loaded.revision >= memory.revision) return;
            for await (const segments of this.uses.store.changedSince(memory.id, loaded.revision)){
                for (const segment of segments)loaded.index.put(segment);
            }
            loaded.revision = memory.revision;
            this.#loaded.set(memory.id, loaded);
        });
        loaded.loading = load.catch(()=>undefined);
        if (!this.#loaded.has(memory.id)) this.#loaded.set(memory.id, loaded);
        await load;
        return loaded.index;
    }
}
function bestMatch(index, text, { target, threshold }) {
    const best = index.best(text, threshold, (segment)=>targetFor(segment, target) !== undefined);
    const translation = best && targetFor(best.segment, target);
    if (best === undefined || translation === undefined) return undefined;
    const { segment, score } = best;
    return {
        segmentId: segment.id,
        source: segment.source,
        target: translation,
        score
    };
}
/** The wanted variant, else another one of the same language. */ function targetFor({ targets }, wanted) {
    const exact = targets.find(({ language })=>language === wanted);
    return (exact ?? targets.find(({ language })=>isCompatible(language, wanted)))?.text;
}
const isCompatible = (held, wanted)=>baseLanguage(held) === baseLanguage(wanted);
async function* unitsOf(pieces) {
    for await (const segments of pieces){
        for (const { source, targets } of segments){
            yield {
                source,
                targets: new Map(targets.map(({ language, text })=>[
                        language,
                        text
                    ]))
            };
        }
    }
}
function requireUnits(document) {
    if (document.units.length === 0) throw MEMORY_ERRORS.empty();
    if (document.units.length > MAX_MEMORY_SEGMENTS) throw MEMORY_ERRORS.full();
    return document;
}
function found(memory) {
    if (memory === undefined) throw MEMORY_ERRORS.notFound();
    return memory;
}

//# sourceMappingURL=translation-memories.js.map