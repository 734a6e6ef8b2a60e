import { TRANSLATE_ERRORS } from '../../domain/translate-errors.js';
import { Batch, BatchQueue } from './batch-queue.js';
import { Session } from './session.js';
const STARTS_BEFORE_BROKEN = 2;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** For a longer pause callers do not wait, they are told to come back. */ const LONGEST_AWAITED_PAUSE_MS = 2000;
/**
 * Translates with one mode, across the deaths of its processes. Starts them with the first text.
 *
 * When a session ends, the texts that were in it are suspects: each is run alone on a fresh one. A suspect
 * that ends that one as well fails with its batch; all others are answered as if nothing had happened. So a
 * killed process costs time, and a poisonous text costs its own request only.
 */ export class Pipeline {
    #mode;
    #limits;
    #log;
    #events;
    #batches;
    #queue;
    #suspects;
    #isTestingSuspect;
    #session;
    #pause;
    #isRefusing;
    #isClosed;
    #failedStarts;
    #unexplainedEnds;
    constructor(mode, limits, log, events){
        this.#batches = new Set();
        this.#queue = new BatchQueue();
        this.#suspects = [];
        this.#isTestingSuspect = false;
        this.#isRefusing = false;
        this.#isClosed = false;
        this.#failedStarts = 0;
        this.#unexplainedEnds = 0;
        this.#mode = mode;
        this.#limits = limits;
        this.#log = log;
        this.#events = events;
    }
    /** Process ids of the stages, in their order; none when nothing runs. */ get pids() {
        return this.#session?.pids ?? [];
    }
    get isIdle() {
        return this.#batches.size === 0;
    }
    /**
   * @param texts in the stream's encoding, at least one
   * @returns the answers in the order of the texts, in the stream's encoding
   * @throws {Problem} `engine_unavailable`, `engine_timeout`, `engine_overloaded`
   */ async translate(texts, signal) {
        signal?.throwIfAborted();
        if (this.#isClosed || this.#isRefusing) throw TRANSLATE_ERRORS.engineUnavailable();
        if (this.#queue.characters > this.#limits.queueCharacters) {
            throw TRANSLATE_ERRORS.engineOverloaded();
        }
        const { promise, resolve, reject } = Promise.withResolvers();
        const batch = new Batch(texts, {
            answered: resolve,
            failed: reject
        });
        const abort = ()=>batch.fail(signal?.reason);
        signal?.addEventListener('abort', abort, {
            once: true
        });
        this.#batches.add(batch);
        this.#queue.add(batch);
        this.#advance();
        try {
            return await promise;
        } finally{
            signal?.removeEventListener('abort', abort);
            this.#forget(batch);
        }
    }
    /** Kills the processes. What is under way fails with `engine_unavailable`. */ close() {
        this.#isClosed = true;
        clearTimeout(this.#pause);
        this.#session?.kill();
        this.#session = undefined;
        this.#failAll();
    }
    /** Starts what should run and sends what fits. */ #advance() {
        if (this.#isClosed || this.isIdle || this.#pause !== undefined) return;
        this.#session ??= this.#start();
        if (!this.#session.hasRoom || this.#isTestingSuspect) return;
        const suspect = this.#nextSuspect();
        if (suspect === undefined) {
            this.#session.fill(()=>this.#queue.take());
        } else {
            this.#isTestingSuspect = true;
            this.#session.send(suspect);
        }
    }
    #nextSuspect() {
        let item = this.#suspects.shift();
        while(item?.batch.isSettled === true)item = this.#suspects.shift();
        return item;
    }
    #start() {
        const startedMs = performance.now();
        return new Session(this.#mode.stages, this.#limits, {
            ready: ()=>{
                this.#failedStarts = 0;
                const startMs = Math.round(performance.now() - startedMs);
                this.#log.info('engine.pipeline_ready', {
                    mode: this.#mode.name,
                    startMs
                });
            },
            answered: ({ batch, index }, answer)=>{
                this.#isTestingSuspect = false;
                this.#unexplainedEnds = 0;
                batch.answer(index, answer);
            },
            room: ()=>this.#advance(),
            ended: (end, outstanding)=>this.#recover(end, outstanding)
        });
    }
    #recover(end, outstanding) {
        this.#session = undefined;
        this.#log.warn('engine.pipeline_ended', {
            mode: this.#mode.name,
            ...end
        });
        if (end.duringStart) {
            this.#failedStarts += 1;
        }
        if (this.#failedStarts >= STARTS_BEFORE_BROKEN) {
            this.close();
            this.#events.broken(end.reason);
            return;
        }
        if (this.#isTestingSuspect) {
            this.#convict(end, outstanding);
        } else {
            this.#suspects.push(...outstanding);
            this.#unexplainedEnds += 1;
        }
        this.#restart();
    }
    /** The suspect ended a session in which it was alone. */ #convict(end, outstanding) {
        this.#isTestingSuspect = false;
        this.#unexplainedEnds = 0;
        const error = end.kind === 'hung' ? TRANSLATE_ERRORS.engineTimeout() : TRANSLATE_ERRORS.engineUnavailable();
        for (const { batch } of outstanding)batch.fail(error);
    }
    /** At once, or after a pause that doubles with each end that no text explains. */ #restart() {
        const pauses = this.#unexplainedEnds - 2;
        if (pauses < 0) {
            this.#advance();
            return;
        }
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses);
        if (pauseMs > LONGEST_AWAITED_PAUSE_MS) {
            this.#isRefusing = true;
            this.#failAll();
        }
        this.#pause = setTimeout(()=>{
            this.#pause = undefined;
            this.#isRefusing = false;
            this.#advance();
        }, pauseMs);
        this.#pause.unref();
    }
    #failAll() {
        this.#suspects.length = 0;
        for (const batch of this.#batches)batch.fail(TRANSLATE_ERRORS.engineUnavailable());
    }
    #forget(batch) {
        this.#queue.drop(batch);
        this.#batches.delete(batch);
        if (this.isIdle) this.#events.idle();
    }
}

//# sourceMappingURL=pipeline.js.map