const EVERY_MS = 60 * 60 * 1000;
const OLDER_THAN_MS = 24 * 60 * 60 * 1000;
/** Sweeps once an hour. Replicas may do it at the same time. */ export class Sweeper {
    #timer;
    constructor(sweeps, logger){
        this.sweeps = sweeps;
        this.logger = logger;
    }
    start() {
        this.#timer = setInterval(()=>void this.sweep(Date.now()), EVERY_MS).unref();
    }
    stop() {
        clearInterval(this.#timer);
    }
    /** A sweep that fails is tried again with the next one. */ async sweep(nowMs) {
        const before = new Date(nowMs - OLDER_THAN_MS);
        for (const sweep of this.sweeps){
            await sweep(before).catch((error)=>{
                this.logger.warn('sweep.failed', {
                    err: error
                });
            });
        }
    }
}

//# sourceMappingURL=sweeper.js.map