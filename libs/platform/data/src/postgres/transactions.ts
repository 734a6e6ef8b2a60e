import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';

type Effect = () => Promise<void> | void;

interface Running {
  readonly manager: EntityManager;
  readonly effects: Effect[];
  /** What was started inside and not waited for goes on without it. */
  isOver: boolean;
}

const storage = new AsyncLocalStorage<Running>();

const running = (): Running | undefined => {
  const transaction = storage.getStore();
  return transaction?.isOver === false ? transaction : undefined;
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
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (running() !== undefined) return work();
    const effects: Effect[] = [];
    const result = await this.source.transaction(async (manager) => {
      const transaction = { manager, effects, isOver: false };
      try {
        return await storage.run(transaction, work);
      } finally {
        transaction.isOver = true;
      }
    });
    for (const effect of effects) {
      try {
        await effect();
      } catch (error) {
        this.onFailedEffect(error);
      }
    }
    return result;
  }

  /** Runs what leaves the database (requests, caches) once the transaction has committed, at once without one. */
  afterCommit(effect: Effect): Promise<void> {
    return afterCommit(effect);
  }
}

/** The same as the method, for adapters that are given no `Transactions`. */
export async function afterCommit(effect: Effect): Promise<void> {
  const transaction = running();
  if (transaction === undefined) await effect();
  else transaction.effects.push(effect);
}

/** Whether the caller is inside of `Transactions.run`: caches and shared statements must be passed by. */
export const isInTransaction = (): boolean => running() !== undefined;

/** The entity manager of the running transaction. */
export const runningManager = (): EntityManager | undefined => running()?.manager;

/** A data source whose statements join the running transaction, when there is one. */
export function joined(source: DataSource): DataSource {
  const query: DataSource['query'] = (sql, values, runner) =>
    runner === undefined
      ? (runningManager() ?? source).query(sql, values)
      : source.query(sql, values, runner);
  const transaction = (...words: Parameters<DataSource['transaction']>) =>
    (runningManager() ?? source).transaction(...words);
  return Object.create(source, {
    query: { value: query },
    transaction: { value: transaction },
  }) as DataSource;
}
