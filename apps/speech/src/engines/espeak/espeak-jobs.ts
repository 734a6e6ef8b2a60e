import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../../programs/messages.js';

/** A stretch that is said with one voice and pace. */
export interface EspeakRun {
  /**
   * espeak-ng's SSML, clause by clause: in longer texts a mark at the beginning of a clause gets lost, and at times all
   * that follows it.
   */
  readonly clauses: readonly string[];
  /** Such as `en-us` or `en-us+f3`. */
  readonly voice: string;
  /** Words a minute. */
  readonly wordsPerMinute: number;
  /** 50 is the voice's own. */
  readonly pitch: number;
  /** Silence before it, in milliseconds. */
  readonly pauseMs: number;
}

export interface EspeakJob {
  readonly runs: readonly EspeakRun[];
  /** Files of voice variants by name, made before the job. */
  readonly variants: Variants;
}

export type Variants = Readonly<Record<string, string>>;

/** Name of a mark and when it is due, in milliseconds from the beginning. */
type Mark = readonly [name: string, ms: number];

export interface EspeakPart {
  readonly pcm: Int16Array;
  readonly marks: readonly Mark[];
}

export const SAMPLE_RATE = 22050;

/** Takes a tenth of a second of speech and its marks; answers whether to stop. */
export type Take = (pcm: Int16Array, marks: readonly Mark[]) => boolean;

/** What differs between espeak-ng as WebAssembly and as the machine's own library. */
export interface EspeakBuild {
  /** Before each job. */
  begin(variants: Variants): void;
  /** @throws {Error} for a voice that it does not have */
  setVoice(run: EspeakRun): void;
  /** Says one clause; blocks until all is said or `take` answers true. */
  say(ssml: string, take: Take): void;
  /**
   * After each job. espeak-ng keeps state between utterances: this makes a fresh one ready for the next job, so that
   * the same text always gives the same samples.
   */
  renew(): void;
}

/**
 * Collects what espeak-ng gives in tenths of a second: the first goes out at once, the next ones together, up to a
 * second of speech. A message for each would keep the process too busy to hear that it should stop.
 */
class Outbox {
  #pcm: Int16Array[] = [];
  #marks: Mark[] = [];
  #held = 0;
  #sent = 0;

  add(pcm: Int16Array, marks: readonly Mark[]): void {
    this.#pcm.push(pcm);
    this.#marks.push(...marks);
    this.#held += pcm.length;
    if (this.#held >= Math.min(this.#sent, SAMPLE_RATE)) this.flush();
  }

  flush(): void {
    if (this.#held === 0 && this.#marks.length === 0) return;
    const pcm = new Int16Array(this.#held);
    let at = 0;
    for (const part of this.#pcm) {
      pcm.set(part, at);
      at += part.length;
    }
    const part: EspeakPart = { pcm, marks: this.#marks };
    parentPort?.postMessage({ type: 'part', part }, [pcm.buffer]);
    this.#sent += this.#held;
    this.#pcm = [];
    this.#marks = [];
    this.#held = 0;
  }
}

/** Twice as fast from the first request on: the compiler has seen the code. */
const WARM_UP: EspeakRun = {
  clauses: ['<speak>The service <mark name="0"/>is starting.</speak>'],
  voice: 'en-us',
  wordsPerMinute: 175,
  pitch: 50,
  pauseMs: 0,
};

/** Does the jobs of this thread's program with a build. */
export function serveEspeak(build: EspeakBuild): void {
  const { abort } = workerData as ThreadData;
  const isAborted = (): boolean => Atomics.load(abort, 0) !== 0;
  parentPort?.on('message', ({ job }: { readonly job: EspeakJob }) => {
    try {
      build.begin(job.variants);
      sayAll(build, job.runs, isAborted);
      parentPort?.postMessage({ type: 'done' });
    } catch (error) {
      parentPort?.postMessage({ type: 'failed', message: String(error) });
    }
    build.renew();
  });
  for (let turn = 0; turn < 3; turn += 1) {
    build.begin({});
    build.setVoice(WARM_UP);
    for (const clause of WARM_UP.clauses) build.say(clause, () => false);
    build.renew();
  }
  parentPort?.postMessage({ type: 'ready' });
}

function sayAll(build: EspeakBuild, runs: readonly EspeakRun[], isAborted: () => boolean): void {
  const outbox = new Outbox();
  let samples = 0;
  for (const run of runs) {
    if (isAborted()) return;
    const silence = new Int16Array(Math.round((run.pauseMs / 1000) * SAMPLE_RATE));
    if (silence.length > 0) outbox.add(silence, []);
    samples += silence.length;
    build.setVoice(run);
    for (const clause of run.clauses) {
      if (isAborted()) break;
      const offsetMs = (samples / SAMPLE_RATE) * 1000;
      build.say(clause, (pcm, marks) => {
        samples += pcm.length;
        const placed = marks.map(([name, ms]) => [name, offsetMs + ms] as const);
        if (placed.length > 0 || pcm.length > 0) outbox.add(pcm, placed);
        return isAborted();
      });
    }
  }
  outbox.flush();
}
