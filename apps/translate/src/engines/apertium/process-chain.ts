import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Stage } from './modes/mode-file.js';

/** Time in which the system reports the end of a process after its pipe has closed. */
const EXIT_REPORT_MS = 100;
/** What operators, supervisors and a system short of memory send. */
const SIGNALS_OF_OTHERS = new Set<NodeJS.Signals | null>([
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
]);

export interface ChainEvents {
  /** One text up to a NUL, without it. */
  answer(text: string): void;
  /** The input takes more after it had refused to. */
  drain(): void;
  /**
   * Once, when any stage has ended, could not be started, or closed its pipe. Not after `kill()`.
   *
   * @param isByOthers a signal ended it that programs do not send themselves
   */
  death(reason: string, isByOthers: boolean): void;
}

/**
 * The processes of one mode, each reading what the one before it writes.
 *
 * The kernel joins them: a stage is started with the pipe of the one before as its input, and we keep only
 * the first input and the last output. No shell is involved. Each stage has its own session, so that a
 * Ctrl-C on our terminal does not end it while requests are still being answered. When we are killed, the
 * first input closes and the stages end one after the other.
 */
export class ProcessChain {
  readonly #children: readonly ChildProcess[];
  readonly #input: Writable;
  readonly #events: ChainEvents;
  #partial: Buffer[] = [];
  #isOver = false;

  /** @param stages at least one */
  constructor(stages: readonly Stage[], events: ChainEvents) {
    this.#events = events;
    const children: ChildProcess[] = [];
    let previous: Readable | undefined;
    for (const stage of stages) {
      const child = this.#start(stage, previous);
      children.push(child);
      previous = child.stdout ?? undefined;
    }
    this.#children = children;
    const input = children[0]?.stdin;
    if (input == null || previous === undefined) throw new Error('A chain needs a stage.');
    this.#input = input;
    this.#input.on('error', () => this.dieSoon('the first stage closed its input'));
    this.#input.on('drain', () => this.#events.drain());
    previous.on('data', (chunk: Buffer) => this.#read(chunk));
    previous.on('end', () => this.dieSoon('the last stage closed its output'));
  }

  /** Process ids of the stages, in their order. */
  get pids(): readonly number[] {
    return this.#children.flatMap((child) => child.pid ?? []);
  }

  /** @returns false when the caller should wait for `drain` */
  write(text: string): boolean {
    return this.#isOver || this.#input.write(text);
  }

  /** Ends all stages at once, stopped ones as well. */
  kill(): void {
    this.#isOver = true;
    this.#input.destroy();
    for (const child of this.#children) child.kill('SIGKILL');
  }

  #start(stage: Stage, previous: Readable | undefined): ChildProcess {
    const child = spawn(stage.program, stage.args, {
      // Complaints on standard error may quote the text that is being translated: they are not kept.
      stdio: [previous ?? 'pipe', 'pipe', 'ignore'],
      detached: true,
    });
    child.on('error', (error) => this.#die(`${stage.program} cannot be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      const reason = `${stage.program} ended with ${signal ?? `code ${code ?? 'unknown'}`}`;
      // A stage ends so when its input ends, or its reader: that one is about to be reported.
      if (code === 0 || signal === 'SIGPIPE') this.dieSoon(reason);
      else this.#die(reason, SIGNALS_OF_OTHERS.has(signal));
    });
    // Our copy of the pipe must go, or its reader would never see the writer's end.
    previous?.destroy();
    return child;
  }

  #read(chunk: Buffer): void {
    if (this.#isOver) return;
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#partial.push(chunk.subarray(start, end));
      const answer = Buffer.concat(this.#partial).toString('utf8');
      this.#partial = [];
      start = end + 1;
      this.#events.answer(answer);
    }
    if (start < chunk.length) this.#partial.push(chunk.subarray(start));
  }

  /**
   * Ends all stages. A closed pipe or half an answer is mostly the trace of a death that is about to be reported
   * with its stage: that one tells the reason.
   */
  dieSoon(reason: string): void {
    setTimeout(() => this.#die(reason), EXIT_REPORT_MS);
  }

  #die(reason: string, isByOthers = false): void {
    if (this.#isOver) return;
    this.kill();
    this.#events.death(reason, isByOthers);
  }
}
