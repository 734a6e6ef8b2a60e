import { parentPort, workerData } from 'node:worker_threads';
import createEspeak from '@echogarden/espeak-ng-emscripten';
import type { ThreadData } from './messages.js';

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
  readonly variants: Readonly<Record<string, string>>;
}

export interface EspeakPart {
  readonly pcm: Int16Array;
  /** Names of marks and when they are due, in milliseconds from the beginning. */
  readonly marks: readonly (readonly [string, number])[];
}

const SAMPLE_RATE = 22050;
const VARIANTS = '/usr/share/espeak-ng-data/voices/!v';

const { abort } = workerData as ThreadData;
const espeak = await createEspeak({});
const speaker = new espeak.eSpeakNGWorker();
// The glue keeps a buffer for texts in the same memory and makes it larger when one does not fit: it must have its final
// size, and lie where it stays, before that memory is remembered.
const LONGEST_TEXT = 512 * 1024;
for (let turn = 0; turn < 2; turn += 1) speaker.synthesize(' '.repeat(LONGEST_TEXT), () => true);
// espeak keeps state between utterances: the memory of a fresh instance is put back before each, so that the same
// text always gives the same samples.
const fresh = espeak.HEAPU8.slice();
const known = new Map<string, string>();

function reset(): void {
  const memory = espeak.HEAPU8;
  memory.set(fresh);
  memory.fill(0, fresh.length);
}

function addVariants(variants: Readonly<Record<string, string>>): void {
  for (const [name, file] of Object.entries(variants)) {
    if (known.get(name) === file) continue;
    espeak.FS.writeFile(`${VARIANTS}/${name}`, file);
    known.set(name, file);
  }
}

/**
 * Collects what espeak-ng gives in tenths of a second: the first goes out at once, the next ones together, up to a
 * second of speech. A message for each would keep the process too busy to hear that it should stop.
 */
class Outbox {
  #pcm: Int16Array[] = [];
  #marks: EspeakPart['marks'][number][] = [];
  #held = 0;
  #sent = 0;

  add(pcm: Int16Array, marks: EspeakPart['marks']): void {
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

const isAborted = (): boolean => Atomics.load(abort, 0) !== 0;

/** Gives the samples of one run, and answers how many there were. */
function say(outbox: Outbox, run: EspeakRun, offset: number): number {
  const { clauses, voice, wordsPerMinute, pitch } = run;
  reset();
  const code = speaker.set_voice(voice);
  if (code !== 0) throw new Error(`espeak-ng has no voice ${voice} (${code})`);
  speaker.set_rate(wordsPerMinute);
  speaker.set_pitch(pitch);
  let samples = 0;
  for (const clause of clauses) {
    if (isAborted()) break;
    samples += sayClause(outbox, clause, offset + samples);
  }
  return samples;
}

function sayClause(outbox: Outbox, ssml: string, offset: number): number {
  if (Buffer.byteLength(ssml) >= LONGEST_TEXT) throw new Error('a clause is too long');
  const offsetMs = (offset / SAMPLE_RATE) * 1000;
  let samples = 0;
  speaker.synthesize(ssml, (pcm, events) => {
    const marks = events
      .filter((event) => event.type === 'mark')
      .map((event) => [String(event.id), offsetMs + event.audio_position] as const);
    samples += pcm?.length ?? 0;
    if (marks.length > 0 || (pcm !== null && pcm.length > 0)) {
      outbox.add(pcm === null ? new Int16Array(0) : Int16Array.from(pcm), marks);
    }
    return isAborted();
  });
  return samples;
}

function run({ runs, variants }: EspeakJob): void {
  addVariants(variants);
  const outbox = new Outbox();
  let samples = 0;
  for (const each of runs) {
    if (isAborted()) return;
    const silence = new Int16Array(Math.round((each.pauseMs / 1000) * SAMPLE_RATE));
    if (silence.length > 0) outbox.add(silence, []);
    samples += silence.length;
    samples += say(outbox, each, samples);
  }
  outbox.flush();
}

parentPort?.on('message', ({ job }: { readonly job: EspeakJob }) => {
  try {
    run(job);
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});

// Twice as fast from the first request on: the compiler has seen the code.
for (let turn = 0; turn < 3; turn += 1) {
  reset();
  speaker.set_voice('en-us');
  speaker.synthesize('<speak>The service <mark name="0"/>is starting.</speak>', () => false);
}
parentPort?.postMessage({ type: 'ready' });
