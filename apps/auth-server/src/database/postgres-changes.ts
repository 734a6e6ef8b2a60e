import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { afterCommit } from '@sextant/platform-data/postgres';
import { DataSource, type QueryRunner } from 'typeorm';
import type { ChangedThing, LiveChanges } from './changes.js';

const CHANNEL = 'auth_server_changes';
const RETRY_MS = 1000;
/** An idle connection may be forgotten on its way without an end: nobody tells who only listens. */
const PROBE_MS = 5000;

type Listener = () => void | Promise<void>;

interface Listening {
  on(event: 'notification', listener: (message: { payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: (error?: Error) => void): void;
  removeAllListeners(event?: string): void;
}

/**
 * Tells all replicas what has changed, through PostgreSQL's LISTEN and NOTIFY. While the listening
 * connection is lost nobody may trust what is in memory: `isLive` says so.
 */
@Injectable()
export class PostgresChanges implements LiveChanges {
  readonly #listeners = new Map<ChangedThing, Listener[]>();
  #runner: QueryRunner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #probeTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Grows with every change and every new connection. */
  epoch = 0;
  isLive = false;
  protected readonly probeMs: number = PROBE_MS;

  constructor(
    private readonly source: DataSource,
    private readonly logger: Logger,
  ) {}

  on(thing: ChangedThing, listener: Listener): void {
    this.#listeners.set(thing, [...(this.#listeners.get(thing) ?? []), listener]);
  }

  /**
   * Resolves when this process has taken the change up; the others do so in the background. In a transaction both
   * happen once it has committed.
   */
  async announce(thing: ChangedThing): Promise<void> {
    await afterCommit(() => this.#changed(thing));
    await this.source.query('SELECT pg_notify($1, $2)', [CHANNEL, thing]);
  }

  async start(): Promise<void> {
    if (this.#stopped) return;
    const runner = this.source.createQueryRunner();
    try {
      const connection = (await runner.connect()) as Listening;
      connection.on('error', () => this.#lost());
      connection.on('end', () => this.#lost());
      connection.on('notification', ({ payload }) => {
        void this.#changed(payload as ChangedThing);
      });
      await runner.query(`LISTEN ${CHANNEL}`);
      this.#runner = runner;
      this.isLive = true;
      this.#probe(runner);
      // What happened meanwhile was told to nobody here.
      for (const thing of this.#listeners.keys()) void this.#changed(thing);
    } catch (error) {
      await runner.release().catch(() => undefined); // the connection is gone already
      this.logger.warn('changes.not_listening', { err: error });
      this.#retry();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#probeTimer);
    this.isLive = false;
    const runner = this.#runner;
    this.#runner = undefined;
    if (runner === undefined) return;
    // The connection goes back to the pool: it must not go on listening there.
    await runner.query('UNLISTEN *').catch(() => undefined);
    await runner.release().catch(() => undefined);
  }

  #lost(): void {
    if (!this.isLive || this.#stopped) return;
    this.isLive = false;
    this.logger.warn('changes.connection_lost');
    void this.#runner?.release().catch(() => undefined); // it is broken: the pool drops it
    this.#runner = undefined;
    this.#retry();
  }

  /** Asks something now and then: a question without an answer ends the connection. */
  #probe(runner: QueryRunner): void {
    this.#probeTimer = setTimeout(() => {
      runner.query('SELECT 1').then(
        () => {
          if (this.#runner === runner) this.#probe(runner);
        },
        () => {
          if (this.#runner === runner) this.#lost();
        },
      );
    }, this.probeMs);
    this.#probeTimer.unref();
  }

  #retry(): void {
    this.#timer = setTimeout(() => void this.start(), RETRY_MS);
    this.#timer.unref();
  }

  async #changed(thing: ChangedThing): Promise<void> {
    // Nothing that is kept in memory becomes wrong by a revocation.
    if (thing !== 'revocations') this.epoch += 1;
    for (const listener of this.#listeners.get(thing) ?? []) await listener();
  }
}
