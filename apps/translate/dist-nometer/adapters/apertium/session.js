import { ProcessChain } from './process-chain.js';
import { frame, unframe } from './stream-format.js';
/**
 * Words and signs that every mode must live through.
 *
 * In Debian 12 the tagger of `rus-ukr`, `ukr-rus` and `rus-bel` crashes on them, as on many plain words of
 * those languages.
 */ const PROBE = 'La “casa” [k0]дом его, 1 (2).';
/**
 * One life of a mode's processes: texts in, answers out, first in first out.
 *
 * Each text carries a nonce that must come back with its answer. One timer watches all of them. Ends at the
 * first doubt: a stage that ends, an answer without its nonce, no answer in time.
 */ export class Session {
    #chain;
    #events;
    #limits;
    #outstanding;
    #charactersInPipe;
    #sent;
    #isReady;
    #isOver;
    #isBlocked;
    #lastProgressMs;
    #watch;
    constructor(stages, limits, events){
        this.#outstanding = [];
        this.#charactersInPipe = 0;
        this.#sent = 0;
        this.#isReady = false;
        this.#isOver = false;
        this.#isBlocked = false;
        this.#lastProgressMs = performance.now();
        this.#events = events;
        this.#limits = limits;
        this.#chain = new ProcessChain(stages, {
            answer: (text)=>this.#receive(text),
            drain: ()=>this.#unblock(),
            death: (reason)=>this.#end('died', reason)
        });
        this.#write(this.#enqueue('probe', PROBE));
    }
    /** Process ids of the stages, in their order. */ get pids() {
        return this.#chain.pids;
    }
    /** Whether more may be sent now. At least one text always fits an empty pipe. */ get hasRoom() {
        return this.#isReady && !this.#isBlocked && this.#charactersInPipe < this.#limits.windowCharacters;
    }
    /** Takes as many items as there is room for and writes them at once. */ fill(take) {
        let bytes = '';
        while(this.hasRoom){
            const item = take();
            if (item === undefined) break;
            bytes += this.#enqueue(item, item.text);
        }
        if (bytes !== '') this.#write(bytes);
    }
    send(item) {
        this.#write(this.#enqueue(item, item.text));
    }
    kill() {
        this.#isOver = true;
        clearTimeout(this.#watch);
        this.#chain.kill();
    }
    #enqueue(item, text) {
        if (this.#outstanding.length === 0) this.#lastProgressMs = performance.now();
        this.#sent += 1;
        const nonce = `n${this.#sent.toString(36)}`;
        this.#outstanding.push({
            item,
            nonce,
            length: text.length
        });
        this.#charactersInPipe += text.length;
        return frame(text, nonce);
    }
    #write(bytes) {
        this.#isBlocked = !this.#chain.write(bytes);
        this.#watch ??= setTimeout(()=>this.#checkDeadline(), this.#deadlineMs);
    }
    #unblock() {
        this.#isBlocked = false;
        if (this.#isReady && !this.#isOver) this.#events.room();
    }
    #receive(answer) {
        if (this.#isOver) return;
        const first = this.#outstanding[0];
        const body = first && unframe(answer, first.nonce);
        if (first === undefined || body === undefined) {
            this.#end('died', 'an answer did not belong to its text');
            return;
        }
        this.#outstanding.shift();
        this.#charactersInPipe -= first.length;
        this.#lastProgressMs = performance.now();
        if (first.item === 'probe') {
            this.#isReady = true;
            clearTimeout(this.#watch);
            this.#watch = undefined;
            this.#events.ready();
        } else {
            this.#events.answered(first.item, body);
        }
        if (this.#charactersInPipe < this.#limits.windowCharacters / 2) this.#events.room();
    }
    get #deadlineMs() {
        return this.#isReady ? this.#limits.answerDeadlineMs : this.#limits.startDeadlineMs;
    }
    #checkDeadline() {
        this.#watch = undefined;
        if (this.#outstanding.length === 0) return;
        const remainingMs = this.#lastProgressMs + this.#deadlineMs - performance.now();
        if (remainingMs > 0) {
            this.#watch = setTimeout(()=>this.#checkDeadline(), remainingMs);
            return;
        }
        this.#end('hung', `no answer within ${this.#deadlineMs} ms`);
    }
    #end(kind, reason) {
        if (this.#isOver) return;
        this.kill();
        const items = this.#outstanding.flatMap(({ item })=>item === 'probe' ? [] : [
                item
            ]);
        this.#events.ended({
            kind,
            reason,
            duringStart: !this.#isReady
        }, items);
    }
}

//# sourceMappingURL=session.js.map