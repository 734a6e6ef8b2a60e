import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtMain, workspaceRoot } from '@sextant/platform-testing';
import { Client } from 'pg';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { APPS } from '../app-process.js';
import { makePlace, StartRun, type Place } from '../started-stack.js';
import { startBalancer, type Balancer } from './balancer.js';

export type App = (typeof APPS)[number];
type Environment = Readonly<Record<string, string>>;

const SERVICES = join(workspaceRoot(), 'scripts/services/services.mjs');

/** One process of a service, started from what is built. */
export class Replica {
  #child: ChildProcess | undefined;

  constructor(
    readonly app: App,
    readonly port: number,
    private readonly env: Environment,
    private readonly log: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const main = builtMain(this.app);
    const child = spawn(process.execPath, [main], {
      cwd: workspaceRoot(),
      env: { ...this.env, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(this.log, { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    this.#child = child;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) {
        throw new Error(`${this.app} ended:\n${readFileSync(this.log, 'utf8').slice(-2000)}`);
      }
      await sleep(100);
    }
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => {
        await answer.text();
        return answer.ok;
      },
      () => false,
    );
  }

  /** As Kubernetes ends a pod: SIGTERM, and its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (child?.exitCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }
}

/** Redis and Kafka of its own, which may be killed. */
class Servers {
  constructor(private readonly data: string) {}

  /** @returns their addresses; the same ones when they come back */
  up(...names: readonly string[]): { redis: { url: string }; kafka: { brokers: string } } {
    const env = { ...process.env, REDIS_URL: '', KAFKA_BROKERS: '' };
    const words = [SERVICES, 'up', ...names, '--data', this.data, '--json'];
    return JSON.parse(execFileSync('node', words, { env, encoding: 'utf8' })) as never;
  }

  kill(name: string): void {
    const file = join(this.data, 'services/run.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { pid: number }>;
    const pid = state[name]?.pid;
    if (pid === undefined) throw new Error(`${name} does not run here`);
    process.kill(pid, 'SIGKILL');
  }

  down(): void {
    execFileSync('node', [SERVICES, 'down', '--data', this.data], { stdio: 'ignore' });
  }
}

interface ClusterParts {
  readonly place: Place;
  readonly balancer: Balancer;
  readonly servers: Servers;
  readonly replicas: readonly Replica[];
  readonly brokers: string;
  readonly run: StartRun;
  readonly servicesData: string;
}

/** The six services twice, on one PostgreSQL, Redis and Kafka, behind one balancer. */
export class Cluster {
  readonly place: Place;
  readonly balancer: Balancer;
  readonly servers: Servers;
  readonly replicas: readonly Replica[];
  readonly brokers: string;

  private constructor(private readonly parts: ClusterParts) {
    ({ place: this.place, balancer: this.balancer, servers: this.servers } = parts);
    ({ replicas: this.replicas, brokers: this.brokers } = parts);
  }

  /** @param more settings of all services, and those of one by its name */
  static async start(more: Environment): Promise<Cluster> {
    const servicesData = await mkdtemp(join(tmpdir(), 'sextant-replicas-'));
    // What was downloaded before is used.
    await mkdir(join(servicesData, 'services'));
    const packages = join(workspaceRoot(), '.data/services/packages');
    await mkdir(packages, { recursive: true });
    await symlink(packages, join(servicesData, 'services/packages'));
    const servers = new Servers(servicesData);
    const { redis, kafka } = servers.up('redis', 'kafka');
    const { env, ...rest } = await makePlace();
    const stores = { REDIS_URL: redis.url, KAFKA_BROKERS: kafka.brokers };
    // PostgreSQL takes 100 connections, as it comes; there are twelve processes, and one more while each is replaced.
    const shared = { ...env, DATABASE_POOL_SIZE: '5', ...more, ...stores };
    const place = { ...rest, env: shared };
    // It makes the databases, the credentials and the chain, and knows each service's settings. Its own processes are not in
    // the pools: those that are may be stopped without being started again.
    const run = new StartRun(place, []);
    await run.isStarted();

    const ports = await freePorts(APPS.length * 2);
    const replicas: Replica[] = [];
    for (const app of APPS) {
      const own = await environmentOf(run, app);
      const database = app === 'relay' ? await relayDatabase(run) : {};
      for (const letter of ['a', 'b']) {
        const port = ports[replicas.length] ?? 0;
        const spool =
          app === 'relay' ? { EVENTS_SPOOL_DIR: join(servicesData, `relay-${letter}`) } : {};
        const log = join(servicesData, `${app}-${letter}.log`);
        replicas.push(new Replica(app, port, { ...own, ...database, ...spool }, log));
      }
    }
    const balancer = await startBalancer();
    const { brokers } = kafka;
    const parts = { place, balancer, servers, replicas, brokers, run, servicesData };
    const made = new Cluster(parts);
    try {
      await made.#startReplicas();
    } catch (error) {
      await made.stop();
      throw error;
    }
    return made;
  }

  /** Both of a service at once: the migrations of a fresh database must not meet. */
  async #startReplicas(): Promise<void> {
    for (const app of APPS) await Promise.all(this.of(app).map((one) => one.start()));
    for (const { app, port } of this.replicas) this.balancer.add(app, port);
  }

  of(app: App): readonly [Replica, Replica] {
    const [a, b] = this.replicas.filter((one) => one.app === app);
    if (a === undefined || b === undefined) throw new Error(`${app} has no two replicas`);
    return [a, b];
  }

  async credentials<Shape>(): Promise<Shape> {
    const file = join(this.place.dataDir, 'dev-credentials.json');
    return JSON.parse(await readFile(file, 'utf8')) as Shape;
  }

  /** As a Deployment does it: out of the balancer, a pause for what is on its way, SIGTERM, and the new one when it is ready. */
  async roll(replica: Replica): Promise<number | null> {
    this.balancer.remove(replica.app, replica.port);
    await sleep(1_000);
    const code = await replica.stop();
    await replica.start();
    this.balancer.add(replica.app, replica.port);
    return code;
  }

  /** Kills the database's processes; npm start brings it back, as an operator of Kubernetes does. */
  async killPostgres(): Promise<void> {
    const children = await this.parts.run.children();
    const postgres = children.find(({ role }) => role === 'postgres');
    if (postgres === undefined) throw new Error('npm start runs no PostgreSQL');
    process.kill(postgres.pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((one) => one.stop('SIGKILL')));
    await this.balancer.close();
    await this.parts.run.stop();
    StartRun.stopAll();
    this.servers.down();
    await rm(this.place.dataDir, { recursive: true, force: true });
    await rm(this.parts.servicesData, { recursive: true, force: true });
  }
}

/** What npm start has given a service. */
async function environmentOf(run: StartRun, app: App): Promise<Environment> {
  const pid = await run.pidOf(app);
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** Replicas of relay share what was answered in PostgreSQL. */
async function relayDatabase(run: StartRun): Promise<Environment> {
  const { DATABASE_URL: sibling = '' } = await environmentOf(run, 'translate');
  const client = new Client({ connectionString: sibling });
  await client.connect();
  await client.query('CREATE DATABASE relay');
  await client.end();
  const url = new URL(sibling);
  url.pathname = '/relay';
  return { DATABASE_URL: url.href };
}
