import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort, startOf } from '@sextant/platform-testing';

/** On a machine that is busy with other things. */
const START_PATIENCE_MS = 180_000;

/** The built service as a process of its own, which can be killed and started again. */
export class ServiceProcess {
  #child: ChildProcess | undefined;
  output = '';

  private constructor(
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async create(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const port = await freePort();
    const all = { ...env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
    return new ServiceProcess(`http://127.0.0.1:${port}`, all);
  }

  async start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, startOf('notifications'), {
      env: { PATH, NODE_COMPILE_CACHE, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const lateMs = performance.now() + START_PATIENCE_MS;
    while (performance.now() < lateMs && child.exitCode === null) {
      // Refused until it listens.
      const answer = await fetch(`${this.url}/health/live`).catch(() => undefined);
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`The service does not start:\n${this.output.slice(-2000)}`);
  }

  /** Ends it at once, whatever it is doing. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
