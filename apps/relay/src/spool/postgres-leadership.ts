import type { DataSource, QueryRunner } from 'typeorm';

/** The same for all replicas of one database. */
const LOCK = 0x5e8_1a7;
const POLL_MS = 500;
const WATCH_MS = 2000;

/**
 * Chooses the replica that delivers: the one whose session holds an advisory lock. The lock ends with
 * the session, so that a replica that is killed is followed by another one at once.
 */
export class Leadership {
  #session: QueryRunner | undefined;
  #watch: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly source: DataSource) {}

  /** Resolves when this process holds the lock. @param lost called when it does no more */
  async win(lost: () => void): Promise<void> {
    while (!this.#closed) {
      const session = this.source.createQueryRunner();
      if ((await isWon(session)) && !this.#isOver()) {
        this.#session = session;
        this.#watchOver(session, lost);
        return;
      }
      await session.release();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#watch);
    const session = this.#session;
    this.#session = undefined;
    // A session that is gone holds no lock any more.
    await session?.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    await session?.release();
  }

  #isOver(): boolean {
    return this.#closed;
  }

  #watchOver(session: QueryRunner, lost: () => void): void {
    if (this.#closed) return;
    this.#watch = setTimeout(() => {
      session
        .query('SELECT 1')
        .then(() => this.#watchOver(session, lost))
        .catch(async () => {
          if (this.#closed) return;
          this.#session = undefined;
          await session.release().catch(() => undefined); // its connection is broken
          lost();
        });
    }, WATCH_MS);
  }
}

async function isWon(session: QueryRunner): Promise<boolean> {
  try {
    const [row] = (await session.query('SELECT pg_try_advisory_lock($1) AS won', [LOCK])) as {
      won: boolean;
    }[];
    return row?.won === true;
  } catch {
    return false; // the database is away: somebody else, or a later try
  }
}
