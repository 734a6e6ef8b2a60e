import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from '@sextant/platform-testing';

/** A busy machine is slow, and senders that ask again and again take the processor from it. */
const START_MS = 60_000;

/** Variables with which a process takes it for so much later than it is. */
export function laterBy(minutes: number): { readonly NODE_OPTIONS: string } {
  const shift = `
    const { Date: Real } = globalThis;
    const now = () => Real.now() + ${minutes * 60_000};
    globalThis.Date = class Date extends Real {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
      static now() { return now(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` };
}

/** The built service as a process of its own, which can be killed and started again. */
export class RelayProcess {
  #child: ChildProcess | undefined;
  output = '';

  private constructor(
    readonly url: string,
    private readonly env: Record<string, string>,
    private readonly words: readonly string[],
    private readonly wrapper: readonly string[],
  ) {}

  static async create(
    env: Record<string, string>,
    /** `{port}` in them is its port. */
    words: readonly string[] = [],
    /** A command that becomes the one behind it. */
    wrapper: readonly string[] = [],
  ): Promise<RelayProcess> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const url = `http://127.0.0.1:${port}`;
    const given = words.map((word) => word.replace('{port}', String(port)));
    // Where the messages are in PostgreSQL, the history is a file, too.
    const folder = { EVENTS_SPOOL_DIR: mkdtempSync(join(tmpdir(), 'relay-')) };
    const all = { ...folder, ...env, PORT: String(port), HOST: '127.0.0.1' };
    return new RelayProcess(url, all, given, wrapper);
  }

  async start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const started = [process.execPath, ...startOf('relay'), ...this.words];
    const [program = '', ...rest] = [...this.wrapper, ...started];
    const child = spawn(program, rest, {
      env: { PATH, NODE_COMPILE_CACHE, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const lateMs = performance.now() + START_MS;
    while (performance.now() < lateMs && child.exitCode === null && child.signalCode === null) {
      // Refused until it listens.
      const answer = await fetch(`${this.url}/health/live`).catch(() => undefined);
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`The relay does not start:\n${this.output.slice(-2000)}`);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** @returns the exit code; null after a kill */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await exited;
    return code;
  }
}
