import childProcess, { type ChildProcess, type ForkOptions } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { PassThrough } from 'node:stream';

/** Programs that give the same for the same job, whatever they did before: `renew()` of `espeak-jobs.ts`. */
const SHARED = ['espeak.js', 'flite.js'];
/** Of each program. One that is idle has 130 MB. */
const MOST_IDLE = 2;

/** A process of an engine, which serves one service after the other. */
interface Engine {
  readonly child: ChildProcess;
  readonly program: string;
  isReady: boolean;
  jobs: number;
  borrower: BorrowedEngine | undefined;
}

/** They stay between the files of a worker. */
const key = Symbol.for('sextant-idle-engines');
const idle = ((globalThis as Record<symbol, unknown>)[key] ??= []) as Engine[];

/**
 * Starts a service that takes over processes of espeak-ng and flite from services that have ended: half a second of the
 * processor for each. Whatever it starts later is its own.
 */
export async function withSharedEngines<T>(start: () => T | Promise<T>): Promise<T> {
  starting += 1;
  replaceFork(borrow as typeof fork);
  try {
    return await start();
  } finally {
    starting -= 1;
    if (starting === 0) replaceFork(fork);
  }
}

const { fork } = childProcess;
let starting = 0;

function borrow(file: string, args: readonly string[], options: ForkOptions): ChildProcess {
  const [program = ''] = args;
  if (!SHARED.includes(basename(program))) return fork(file, args, options);
  const engine = takeIdle(program) ?? started(program, fork(file, args, options));
  return new BorrowedEngine(engine) as unknown as ChildProcess;
}

/** For tests that look at the processes there are. */
export async function endIdleEngines(): Promise<void> {
  const ended = idle.map(({ child }) => once(child, 'close'));
  for (const { child } of idle) child.kill('SIGKILL');
  await Promise.all(ended);
}

function replaceFork(by: typeof fork): void {
  childProcess.fork = by;
  syncBuiltinESMExports();
}

function takeIdle(program: string): Engine | undefined {
  const at = idle.findIndex((engine) => engine.program === program);
  return at < 0 ? undefined : idle.splice(at, 1)[0];
}

function started(program: string, child: ChildProcess): Engine {
  const engine: Engine = { child, program, isReady: false, jobs: 0, borrower: undefined };
  child.on('message', (message: { readonly type: string }) => {
    if (message.type === 'ready') engine.isReady = true;
    if (message.type === 'done' || message.type === 'failed') engine.jobs -= 1;
    engine.borrower?.emit('message', message);
  });
  child.stderr?.on('data', (text: Buffer) => engine.borrower?.stderr.write(text));
  child.on('error', (error) => engine.borrower?.emit('error', error));
  child.once('close', (...how) => {
    const at = idle.indexOf(engine);
    if (at >= 0) idle.splice(at, 1);
    engine.borrower?.emit('close', ...how);
  });
  return engine;
}

/** Nobody waits for what is idle. */
function keepsAwake({ child }: Engine, doesSo: boolean): void {
  const pipes = [
    child,
    child.channel,
    child.stderr,
  ] as unknown as readonly (NodeJS.Timeout | null)[];
  for (const pipe of pipes) {
    if (doesSo) pipe?.ref();
    else pipe?.unref();
  }
}

/** What a service has in the place of a child process. */
class BorrowedEngine extends EventEmitter {
  readonly stderr = new PassThrough();
  readonly pid: number | undefined;
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    this.pid = engine.child.pid;
    engine.borrower = this;
    keepsAwake(engine, true);
    if (engine.isReady) setImmediate(() => this.emit('message', { type: 'ready' }));
  }

  get connected(): boolean {
    return this.#engine.borrower === this && this.#engine.child.connected;
  }

  send(message: { readonly type: string }, callback: () => void): void {
    if (message.type === 'job') this.#engine.jobs += 1;
    this.#engine.child.send(message, callback);
  }

  /** One that is at work ends; another one goes back. */
  kill(signal: NodeJS.Signals): void {
    const engine = this.#engine;
    if (engine.borrower !== this) return;
    const others = idle.filter(({ program }) => program === engine.program).length;
    if (engine.jobs > 0 || !engine.child.connected || others >= MOST_IDLE) {
      engine.child.kill(signal);
      return;
    }
    engine.borrower = undefined;
    keepsAwake(engine, false);
    idle.push(engine);
    setImmediate(() => this.emit('close', null, signal));
  }
}
