import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { FLOW_CHANNEL, placeText } from '../flow-channel.js';
import { Logger } from '@sextant/platform-runtime/logging';
import { DataSource, type QueryRunner } from 'typeorm';
import type { FlowFeed } from './live-flows.js';
import type { FlowPlace } from '../flow-channel.js';

const RETRY_MS = 1000;
/** An idle connection may be forgotten on its way without an end: nobody tells who only listens. */
const PROBE_MS = 5000;

/** What listening takes of a connection of `pg`. */
interface Listening {
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: () => void): void;
}

/**
 * Fans changes of flows out to all replicas by LISTEN and NOTIFY, over a connection of its own. What was told while that was lost
 * is told to all who listen when it is back.
 */
@Injectable()
export class PostgresFlowFeed implements FlowFeed, OnApplicationBootstrap, OnApplicationShutdown {
  readonly #listeners = new Map<string, Set<() => void>>();
  #runner: QueryRunner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    private readonly source: DataSource,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  listen(place: FlowPlace, listener: () => void): () => void {
    const key = placeText(place);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  async start(): Promise<void> {
    if (this.#isStopped) return;
    const runner = this.source.createQueryRunner();
    try {
      const connection = (await runner.connect()) as Listening;
      for (const event of ['error', 'end'] as const) {
        connection.on(event, () => this.#lost(runner));
      }
      connection.on('notification', ({ payload = '' }) => {
        for (const listener of this.#listeners.get(payload) ?? []) listener();
      });
      await runner.query(`LISTEN ${FLOW_CHANNEL}`);
      this.#runner = runner;
      this.#probe(runner);
      for (const listeners of this.#listeners.values()) {
        for (const listener of listeners) listener();
      }
    } catch (error) {
      await runner.release().catch(() => undefined); // the connection is gone already
      this.logger.warn('flows.not_listening', { err: error });
      this.#later(RETRY_MS, () => void this.start());
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const runner = this.#runner;
    this.#runner = undefined;
    if (runner === undefined) return;
    // The connection goes back to the pool: it must not go on listening there.
    await runner.query('UNLISTEN *').catch(() => undefined);
    await runner.release().catch(() => undefined);
  }

  #lost(runner: QueryRunner): void {
    if (this.#runner !== runner || this.#isStopped) return;
    this.#runner = undefined;
    clearTimeout(this.#timer);
    this.logger.warn('flows.connection_lost');
    void runner.release().catch(() => undefined); // it is broken: the pool drops it
    this.#later(RETRY_MS, () => void this.start());
  }

  /** Asks something now and then: a question without an answer ends the connection. */
  #probe(runner: QueryRunner): void {
    this.#later(PROBE_MS, () => {
      runner.query('SELECT 1').then(
        () => {
          if (this.#runner === runner) this.#probe(runner);
        },
        () => this.#lost(runner),
      );
    });
  }

  #later(ms: number, work: () => void): void {
    this.#timer = setTimeout(work, ms);
    this.#timer.unref();
  }
}
