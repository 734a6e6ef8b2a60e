import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APPS } from '../app-process.js';

export type App = (typeof APPS)[number];

const START_MS = 120_000;

/** One process of a service in one of its versions; it can be started again. */
export class VersionProcess {
  #child: ChildProcess | undefined;
  #output = '';

  constructor(
    private readonly root: string,
    private readonly app: App,
    private readonly env: Readonly<Record<string, string>>,
    /** Where it runs, and writes what has no place of its own. */
    private readonly cwd: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.env['PORT'] ?? ''}`;
  }

  /** What it has written since its last start. */
  get output(): string {
    return this.#output;
  }

  /** Starts it, and waits until it is ready. @throws what it wrote, when it ended instead */
  async start(): Promise<void> {
    const child = this.#launch();
    for (const endMs = performance.now() + START_MS; performance.now() < endMs;) {
      if (child.exitCode !== null) break;
      const live = await fetch(`${this.url}/health/live`).catch(() => undefined);
      await live?.text();
      if (live?.ok === true) return;
      await sleep(50);
    }
    throw new Error(`${this.app} does not start:\n${this.#output.slice(-3000)}`);
  }

  /** Starts it, and waits for its end. @returns its exit code */
  async run(): Promise<number | null> {
    const child = this.#launch();
    await once(child, 'exit');
    return child.exitCode;
  }

  /** As Kubernetes ends a pod. @returns its exit code */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill('SIGTERM');
    await once(child, 'exit');
    return child.exitCode;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  #launch(): ChildProcess {
    this.#output = '';
    const main = join(this.root, 'apps', this.app, 'dist/main.js');
    const child = spawn(process.execPath, [main], {
      cwd: this.cwd,
      env: { PATH: process.env['PATH'], ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => (this.#output += piece.toString()));
    }
    this.#child = child;
    return child;
  }
}
