import { billedCharacters } from './billed-characters.js';
import { compositionOf } from './compose-text.js';
import { textOf } from './composition.js';
import { Preparation } from './preparation.js';
import { preserveFormatting } from './preserve-formatting.js';
import { provenanceOf } from './provenance.js';
import { Routes } from './routes.js';
import { finishSegments } from './segment-work.js';
/** Segments between two parts of a stream. */ const STREAMED_AT_ONCE = 8;
/** Translates lists of texts: detects, routes, splits, batches and puts together again. */ export class Translator {
    #parts;
    #routes;
    #routed;
    constructor(parts){
        this.#routes = new Routes([]);
        this.#routed = [];
        this.#parts = parts;
    }
    /** What can be translated now, for the lists of languages. */ routes() {
        const { engines } = this.#parts;
        const lists = engines.map((engine)=>engine.directions());
        const isCurrent = lists.length === this.#routed.length && lists.every((list, at)=>list === this.#routed[at]);
        if (!isCurrent) {
            const stepsOf = (engine, at)=>(lists[at] ?? []).map((direction)=>({
                        engine,
                        direction
                    }));
            this.#routed = lists;
            this.#routes = new Routes(engines.flatMap(stepsOf));
        }
        return this.#routes;
    }
    /**
   * Translates each text on its own.
   *
   * A text in the target language, and one that holds no evidence of any language (`42`, an empty one),
   * comes back unchanged, the latter reported as the target language (our choice: nothing is left to
   * translate). A part that occurs more than once in a request is translated once.
   *
   * @returns one translation for each text, in the order of the texts
   * @throws {Problem} as `Preparation.of`, `malformed_markup`, what the memory and the engines throw; the
   *   signal's reason when it aborts
   */ async translate(request) {
        const routes = this.routes();
        try {
            return await this.#attempt(request);
        } catch (error) {
            // A pair that was found broken just now is gone: there may be another way to the target.
            if (this.routes() === routes) throw error;
            return await this.#attempt(request);
        }
    }
    /**
   * Translates in the order of the texts and tells what is ready: stretches from left to right, then the whole.
   *
   * Everything that can be refused is refused by the first call of `next()`.
   *
   * @throws {Problem} as `translate`
   */ async *stream(request) {
        const signal = request.signal ?? new AbortController().signal;
        const preparation = await Preparation.of(request, this.routes(), this.#parts);
        const jobs = request.texts.map((text)=>jobOf(text, preparation));
        for (const [index, job] of jobs.entries()){
            const work = preparation.workFrom(job.source, signal);
            if (work === undefined) {
                yield {
                    kind: 'translation',
                    index,
                    translation: unchanged(job)
                };
            } else {
                yield* this.#streamJob(index, job, {
                    work,
                    options: preparation.options
                });
            }
        }
    }
    async #attempt(request) {
        const preparation = await Preparation.of(request, this.routes(), this.#parts);
        const stopOthers = new AbortController();
        const signal = anySignal(request.signal, stopOthers.signal);
        const jobs = request.texts.map((text)=>jobOf(text, preparation));
        const bySource = Map.groupBy(jobs, (job)=>job.source);
        const groups = [
            ...bySource
        ].map(async ([source, group])=>{
            const work = preparation.workFrom(source, signal);
            const translated = await this.#translateJobs(group, work, preparation.options);
            return [
                source,
                translated
            ];
        });
        const results = await Promise.all(groups).catch((error)=>{
            stopOthers.abort(error);
            throw error;
        });
        const remaining = new Map(results.map(([source, list])=>[
                source,
                list.values()
            ]));
        return jobs.map((job)=>remaining.get(job.source)?.next().value ?? unchanged(job));
    }
    async #translateJobs(jobs, work, options) {
        if (work === undefined) return jobs.map(unchanged);
        const finished = await this.#finishDistinct(jobs.flatMap(({ composition })=>composition.segments), work);
        return jobs.map((job)=>{
            const own = job.composition.segments.flatMap((one)=>finished.get(keyOf(one)) ?? []);
            return translationOf(job, own, {
                work,
                options
            });
        });
    }
    /** What occurs twice is translated once. */ async #finishDistinct(segments, work) {
        const distinct = new Map(segments.map((segment)=>[
                keyOf(segment),
                segment
            ]));
        if (distinct.size === 0) return new Map();
        const keys = [
            ...distinct.keys()
        ];
        const finished = await finishSegments([
            ...distinct.values()
        ], work, this.#parts.memory);
        return new Map(finished.map((segment, index)=>[
                keys[index] ?? '',
                segment
            ]));
    }
    async *#streamJob(index, job, context) {
        const { segments } = job.composition;
        const finished = [];
        let told = 0;
        for(let from = 0; from < segments.length; from += STREAMED_AT_ONCE){
            const next = segments.slice(from, from + STREAMED_AT_ONCE);
            finished.push(...await finishSegments(next, context.work, this.#parts.memory));
            const ready = readyText(job, finished, context.options);
            if (ready.length > told) yield {
                kind: 'delta',
                index,
                text: ready.slice(told)
            };
            told = ready.length;
        }
        yield {
            kind: 'translation',
            index,
            translation: translationOf(job, finished, context)
        };
    }
}
function jobOf(text, preparation) {
    const composition = compositionOf(text, preparation.options);
    return {
        text,
        composition,
        source: preparation.sourceOf(composition.visibleText)
    };
}
/** Two segments are the same when their spans are as well. */ const keyOf = ({ text, spans })=>spans.length === 0 ? text : `${text}\0${JSON.stringify(spans)}`;
/** The translation up to the first segment that is not finished. */ function readyText({ composition }, finished, options) {
    const chunks = composition.compose(formatted(composition, finished, options));
    const open = chunks.findIndex(({ segment = -1 })=>segment >= finished.length);
    return textOf(open === -1 ? chunks : chunks.slice(0, open));
}
function translationOf({ text, composition, source }, finished, { work, options }) {
    const segments = formatted(composition, finished, options);
    const chunks = composition.compose(segments);
    return {
        text: textOf(chunks),
        sourceLanguage: source,
        billedCharacters: billedCharacters(text),
        modelType: work.chosen.modelType,
        appliedTerms: segments.flatMap(({ terms })=>terms),
        provenance: options.wantsProvenance === true ? provenanceOf(chunks, segments) : undefined
    };
}
function formatted({ segments }, finished, { preserveFormatting: isPreserved = false }) {
    if (!isPreserved) return finished;
    return finished.map((segment, at)=>preserveFormatting(segments[at], segment));
}
const unchanged = ({ text, source })=>({
        text,
        sourceLanguage: source,
        billedCharacters: billedCharacters(text),
        appliedTerms: [],
        provenance: text === '' ? [] : [
            {
                text,
                origin: 'unchanged'
            }
        ]
    });
function anySignal(given, own) {
    return given === undefined ? own : AbortSignal.any([
        given,
        own
    ]);
}

//# sourceMappingURL=translator.js.map