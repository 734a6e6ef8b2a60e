import { spawn } from 'node:child_process';
/** Time in which the system reports the end of a process after its pipe has closed. */ const EXIT_REPORT_MS = 100;
/**
 * The processes of one mode, each reading what the one before it writes.
 *
 * The kernel joins them: a stage is started with the pipe of the one before as its input, and we keep only
 * the first input and the last output. No shell is involved. Each stage has its own session, so that a
 * Ctrl-C on our terminal does not end it while requests are still being answered. When we are killed, the
 * first input closes and the stages end one after the other.
 */ export class ProcessChain {
    #children;
    #input;
    #events;
    #partial;
    #isOver;
    /** @param stages at least one */ constructor(stages, events){
        this.#partial = [];
        this.#isOver = false;
        this.#events = events;
        const children = [];
        let previous;
        for (const stage of stages){
            const child = this.#start(stage, previous);
            children.push(child);
            previous = child.stdout ?? undefined;
        }
        this.#children = children;
        const input = children[0]?.stdin;
        if (input == null || previous === undefined) throw new Error('A chain needs a stage.');
        this.#input = input;
        this.#input.on('error', ()=>this.#dieSoon('the first stage closed its input'));
        this.#input.on('drain', ()=>this.#events.drain());
        previous.on('data', (chunk)=>this.#read(chunk));
        previous.on('end', ()=>this.#dieSoon('the last stage closed its output'));
    }
    /** Process ids of the stages, in their order. */ get pids() {
        return this.#children.flatMap((child)=>child.pid ?? []);
    }
    /** @returns false when the caller should wait for `drain` */ write(text) {
        return this.#isOver || this.#input.write(text);
    }
    /** Ends all stages at once, stopped ones as well. */ kill() {
        this.#isOver = true;
        this.#input.destroy();
        for (const child of this.#children)child.kill('SIGKILL');
    }
    #start(stage, previous) {
        const child = spawn(stage.program, stage.args, {
            // Complaints on standard error may quote the text that is being translated: they are not kept.
            stdio: [
                previous ?? 'pipe',
                'pipe',
                'ignore'
            ],
            detached: true
        });
        child.on('error', (error)=>this.#die(`${stage.program} cannot be started: ${error.message}`));
        child.on('exit', (code, signal)=>{
            const reason = `${stage.program} ended with ${signal ?? `code ${code ?? 'unknown'}`}`;
            // A stage ends well when its input ends: the one before it is about to be reported.
            if (code === 0) this.#dieSoon(reason);
            else this.#die(reason);
        });
        // Our copy of the pipe must go, or its reader would never see the writer's end.
        previous?.destroy();
        return child;
    }
    #read(chunk) {
        if (this.#isOver) return;
        let start = 0;
        for(let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)){
            this.#partial.push(chunk.subarray(start, end));
            const answer = Buffer.concat(this.#partial).toString('utf8');
            this.#partial = [];
            start = end + 1;
            this.#events.answer(answer);
        }
        if (start < chunk.length) this.#partial.push(chunk.subarray(start));
    }
    /** A closed pipe is mostly the trace of a death that is about to be reported with its stage. */ #dieSoon(reason) {
        setTimeout(()=>this.#die(reason), EXIT_REPORT_MS);
    }
    #die(reason) {
        if (this.#isOver) return;
        this.kill();
        this.#events.death(reason);
    }
}

//# sourceMappingURL=process-chain.js.map