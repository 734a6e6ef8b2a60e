import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

type Effect = () => Promise<void> | void;

/** `pg`'s own client, which says what became of a statement. */
interface Connection {
  query(statement: string): Promise<{ readonly command: string }>;
}

/** SQLSTATE `in_failed_sql_transaction` (PostgreSQL manual, appendix A). */
const IN_FAILED_TRANSACTION = '25P02';

/** A transaction, which may yet have to begin. */
class Unit {
  readonly effects: Effect[] = [];
  /** What was started inside and not waited for goes on without it. */
  isOver = false;
  #runner: QueryRunner | undefined;
  #beginning: Promise<void> | undefined;
  #hasBegun = false;
  #lastStatement: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;

  constructor(private readonly source: DataSource) {}

  get manager(): EntityManager | undefined {
    return this.#hasBegun && !this.isOver ? this.#runner?.manager : undefined;
  }

  /**
   * One statement after the other: a connection has no more than one at a time. What is still waiting when the transaction ends is not
   * asked: it would be stored by itself.
   */
  inTurn<T>(statement: () => Promise<T>): Promise<T> {
    const answer = this.#lastStatement.then(() => this.#ask(statement));
    this.#lastStatement = answer.catch(() => undefined);
    return answer;
  }

  async #ask<T>(statement: () => Promise<T>): Promise<T> {
    if (this.isOver) throw this.#failure ?? new Error('The transaction has ended.');
    try {
      return await statement();
    } catch (error) {
      // What is asked after the failure is refused because of it.
      const isAborted = (error as { readonly code?: unknown }).code === IN_FAILED_TRANSACTION;
      if (isAborted && this.#failure !== undefined) throw this.#failure;
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  begin(): Promise<void> {
    this.#beginning ??= this.#begin();
    return this.#beginning;
  }

  async #begin(): Promise<void> {
    this.#runner = this.source.createQueryRunner();
    await this.#runner.startTransaction();
    this.#hasBegun = true;
  }

  /**
   * PostgreSQL answers COMMIT after a statement that has failed with ROLLBACK, and without an error: whoever has caught that of
   * the statement would take nothing for something.
   */
  async commit(): Promise<void> {
    if (this.#runner === undefined) return;
    await this.#lastStatement;
    const connection = (await this.#runner.connect()) as Connection;
    const { command } = await connection.query('COMMIT');
    if (command !== 'COMMIT') {
      throw new Error('A statement of the transaction has failed: nothing of it is stored.', {
        cause: this.#failure,
      });
    }
  }

  async rollback(): Promise<void> {
    await this.#lastStatement;
    await this.#runner?.rollbackTransaction().catch(() => undefined); // the connection is gone, and with it the transaction
  }

  async release(): Promise<void> {
    await this.#runner?.release();
  }
}

const storage = new AsyncLocalStorage<Unit>();

const current = (): Unit | undefined => {
  const unit = storage.getStore();
  return unit?.isOver === false ? unit : undefined;
};

/**
 * Transactions across stores: every statement that `work` causes on a joined source runs in the same
 * transaction, so that a change happens whole or not at all. The stores need not know it.
 */
export class Transactions {
  /**
   * @param source as `joined` returns it
   * @param onFailedEffect is told of what failed after the commit, which the caller does not hear of: the change is stored
   */
  constructor(
    private readonly source: DataSource,
    private readonly onFailedEffect: (error: unknown) => void,
  ) {}

  /** A call inside another one is a part of the outer transaction. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.prepare(async () => {
      await this.begin();
      return work();
    });
  }

  /**
   * As `run`, but the transaction begins when `begin` is called, or `run`, for the first time in it: what comes before, such
   * as requests to others, is outside of it and holds no connection.
   */
  async prepare<T>(work: () => Promise<T>): Promise<T> {
    if (current() !== undefined) return work();
    const unit = new Unit(this.source);
    const result = await whole(unit, work);
    for (const effect of unit.effects) {
      try {
        await effect();
      } catch (error) {
        this.onFailedEffect(error);
      }
    }
    return result;
  }

  /** Begins the transaction that `prepare` is around; nothing where there is none. */
  async begin(): Promise<void> {
    await current()?.begin();
  }

  /** Whether the caller is inside of a transaction that has begun, and so holds a connection. */
  get isOpen(): boolean {
    return isInTransaction();
  }

  /** Runs what leaves the database (requests, caches) once the transaction has committed, at once without one. */
  afterCommit(effect: Effect): Promise<void> {
    return afterCommit(effect);
  }
}

async function whole<T>(unit: Unit, work: () => Promise<T>): Promise<T> {
  try {
    const result = await storage.run(unit, work);
    unit.isOver = true;
    await unit.commit();
    return result;
  } catch (error) {
    unit.isOver = true;
    await unit.rollback();
    throw error;
  } finally {
    await unit.release();
  }
}

/** The same as the method, for adapters that are given no `Transactions`. */
export async function afterCommit(effect: Effect): Promise<void> {
  const unit = current();
  if (unit === undefined) await effect();
  else unit.effects.push(effect);
}

/** Whether the caller is inside of a transaction of `Transactions`: caches and shared statements must be passed by. */
export const isInTransaction = (): boolean => runningManager() !== undefined;

/** Runs what is shared with strangers, such as a statement for several callers, in nobody's transaction. */
export const outsideTransactions = <T>(work: () => T): T => storage.exit(work);

/** The entity manager of the running transaction. */
export const runningManager = (): EntityManager | undefined => current()?.manager;

/** Asks one statement in the running transaction, when its turn comes; elsewhere where there is none. */
export function inTransaction<T>(
  within: (manager: EntityManager) => Promise<T>,
  elsewhere: () => Promise<T>,
): Promise<T> {
  const unit = current();
  const manager = unit?.manager;
  return unit === undefined || manager === undefined
    ? elsewhere()
    : unit.inTurn(() => within(manager));
}

/** A data source whose statements join the running transaction, when there is one. */
export function joined(source: DataSource): DataSource {
  const query: DataSource['query'] = <T>(sql: string, values?: unknown[], runner?: QueryRunner) =>
    runner === undefined
      ? inTransaction(
          (manager) => manager.query<T>(sql, values),
          () => source.query<T>(sql, values),
        )
      : source.query<T>(sql, values, runner);
  const transaction = (...words: Parameters<DataSource['transaction']>) =>
    (runningManager() ?? source).transaction(...words);
  return Object.create(source, {
    query: { value: query },
    transaction: { value: transaction },
  }) as DataSource;
}
