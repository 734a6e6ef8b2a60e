import { TRANSLATE_ERRORS } from '../../domain/translate-errors.js';
import { Pipeline } from './pipeline.js';
/**
 * The pipelines that are alive, one for each mode in use.
 *
 * Above the limit, the idle one that was used least recently makes place; while none is idle, new modes wait
 * for their turn.
 */ export class PipelinePool {
    #limits;
    #log;
    #broken;
    /** In the order of their last use. */ #alive;
    #waiting;
    #brokenModes;
    #isClosed;
    constructor(limits, log, broken){
        this.#alive = new Map();
        this.#waiting = [];
        this.#brokenModes = new Set();
        this.#isClosed = false;
        this.#limits = limits;
        this.#log = log;
        this.#broken = broken;
    }
    /** @throws {Problem} as `Pipeline.translate` */ async translate(mode, texts, signal) {
        while(!this.#makePlaceFor(mode))await this.#place(signal);
        if (this.#isClosed) throw TRANSLATE_ERRORS.engineUnavailable();
        return await this.#use(mode).translate(texts, signal);
    }
    /** Whether it was given up since the start. */ isBroken(mode) {
        return this.#brokenModes.has(mode);
    }
    isAlive(mode) {
        return this.#alive.has(mode);
    }
    /** Process ids by mode: what an operator would look at, and a test kills. */ pids(mode) {
        return this.#alive.get(mode)?.pids ?? [];
    }
    close() {
        this.#isClosed = true;
        for (const pipeline of this.#alive.values())pipeline.close();
        this.#alive.clear();
        this.#wake();
    }
    /** Ends an idle pipeline if that is what it takes. @returns whether there is a place */ #makePlaceFor({ name }) {
        if (this.#alive.has(name) || this.#alive.size < this.#limits.maxPipelines) return true;
        const idle = [
            ...this.#alive
        ].find(([, pipeline])=>pipeline.isIdle);
        if (idle === undefined) return false;
        const [evicted, pipeline] = idle;
        pipeline.close();
        this.#alive.delete(evicted);
        this.#log.info('engine.pipeline_evicted', {
            mode: evicted,
            inFavourOf: name
        });
        return true;
    }
    #use(mode) {
        const pipeline = this.#alive.get(mode.name) ?? this.#create(mode);
        this.#alive.delete(mode.name);
        this.#alive.set(mode.name, pipeline);
        return pipeline;
    }
    #create(mode) {
        return new Pipeline(mode, this.#limits, this.#log, {
            idle: ()=>this.#wake(),
            broken: (reason)=>{
                this.#alive.delete(mode.name);
                this.#brokenModes.add(mode.name);
                this.#broken(mode.name, reason);
                this.#wake();
            }
        });
    }
    /** Resolves when a place may have become free. */ #place(signal) {
        return new Promise((resolve, reject)=>{
            const abort = ()=>reject(signal?.reason);
            signal?.addEventListener('abort', abort, {
                once: true
            });
            this.#waiting.push(()=>{
                signal?.removeEventListener('abort', abort);
                resolve();
            });
        });
    }
    #wake() {
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const resolve of waiting)resolve();
    }
}

//# sourceMappingURL=pipeline-pool.js.map