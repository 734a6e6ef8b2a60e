import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@sextant/platform-testing/free-ports';

const PORT_VARIABLES = [
  'PGPORT',
  'CHAIN_PORT',
  'TRANSLATE_PORT',
  'AUTH_SERVER_PORT',
  'NOTIFICATIONS_PORT',
  'SPEECH_PORT',
  'IPT_GRAPHQL_PORT',
  'RELAY_PORT',
];

const START = join(
  dirname(dirname(fileURLToPath(import.meta.url))),
  'scripts',
  'start',
  'start.mjs',
);

export interface RecordedChild {
  readonly role: string;
  readonly name: string;
  readonly pid: number;
}

/** A data folder and ports of its own, with which `npm start` can run more than once. */
export interface Place {
  readonly dataDir: string;
  readonly gateway: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function makePlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-e2e-'));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who must enter it
  const [gatewayPort = 0, ...ports] = await freePorts(1 + PORT_VARIABLES.length);
  const env = PORT_VARIABLES.map((name, index) => [name, String(ports[index])] as const);

  return {
    dataDir,
    gateway: `http://127.0.0.1:${gatewayPort}`,
    flags: ['--data', dataDir, '--port', String(gatewayPort), '--no-models'],
    // Trying the pairs of all Debian takes twenty seconds of the processor; a service's tests do it. Those of notifications
    // have a MongoDB too. In the Redis of the tests other services would count the same address: the limit is a stack's.
    env: {
      ...Object.fromEntries(env),
      ...{ APERTIUM_SELF_TEST: 'false', MONGODB_URI: '', REDIS_URL: '' },
    },
  };
}

/** One run of `npm start`, as leader of a process group. */
export class StartRun {
  private static readonly all: StartRun[] = [];
  output = '';
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;

  constructor(
    readonly place: Place,
    flags: readonly string[],
    [command = 'node', ...args]: readonly string[] = ['node', START],
  ) {
    const env = { ...process.env, ...place.env };
    delete env['DATABASE_URL'];
    // Other tests run what is built: a build puts it anew.
    this.child = spawn(command, [...args, ...place.flags, '--built', ...flags], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    const collect = (piece: Buffer) => (this.output += piece.toString());
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
    this.closed = once(this.child, 'exit');
    StartRun.all.push(this);
  }

  /** Ends what a failed test has left running. */
  static stopAll(): void {
    for (const { child } of StartRun.all) {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // Its process group has ended, as it should.
      }
      child.stdout?.destroy();
      child.stderr?.destroy();
    }
  }

  /** Waits for a text, at most two minutes. */
  async says(text: string | RegExp): Promise<void> {
    const isThere = () =>
      typeof text === 'string' ? this.output.includes(text) : text.test(this.output);

    for (let waitedMs = 0; !isThere(); waitedMs += 50) {
      if (this.child.exitCode !== null || waitedMs > 120_000) {
        throw new Error(`npm start did not say ${String(text)}, but:\n${this.output}`);
      }
      await sleep(50);
    }
  }

  async isStarted(): Promise<void> {
    await this.says('Credentials for development');
  }

  /** Waits for its end. */
  async exitCode(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }

  /** @throws when something that it has started runs on */
  async stop(): Promise<number | null> {
    const children = await this.children().catch(() => []);
    this.child.kill('SIGTERM');
    const code = await this.exitCode();
    const left = children.filter(({ pid }) => existsSync(`/proc/${pid}/exe`));
    if (left.length > 0) {
      throw new Error(
        `npm start has left ${JSON.stringify(left)} running, and said:\n${this.output}`,
      );
    }
    return code;
  }

  /** `kill -9` of the process group: npm start dies, its children are left over. */
  async killGroup(): Promise<void> {
    if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
    await this.closed;
  }

  async children(): Promise<readonly RecordedChild[]> {
    const run: unknown = JSON.parse(await readFile(join(this.place.dataDir, 'run.json'), 'utf8'));
    return (run as { children: RecordedChild[] }).children;
  }

  async pidOf(name: string): Promise<number> {
    const child = (await this.children()).find((recorded) => recorded.name === name);
    if (child === undefined) throw new Error(`${name} is not recorded`);
    return child.pid;
  }
}
