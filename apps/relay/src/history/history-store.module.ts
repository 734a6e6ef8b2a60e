import { Global, Module } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { CurrentConfig } from '../options/current-config.js';
import { Spool } from '../spool/spool.js';
import { History, NoHistory } from './history.js';
import { SqliteHistory } from './sqlite-history.js';

const DAY_MS = 24 * 3_600_000;

/** Beside the spool, which comes first: it begins to refuse at half of what the history leaves free. */
async function openHistory({ started }: CurrentConfig, logger: Logger): Promise<History> {
  const { historyDays, historyMaxBytes: maxBytes, spoolDir, spoolReserveBytes } = started;
  if (historyDays === 0) return new NoHistory();
  const { historyLeastFreeBytes: leastFreeBytes = 2 * spoolReserveBytes } = started;
  const limits = { keptMs: historyDays * DAY_MS, maxBytes, leastFreeBytes };
  try {
    return await SqliteHistory.open(spoolDir, limits);
  } catch (error) {
    // History is optional: events are taken without it.
    logger.warn('history.not_kept', { err: error });
    return new NoHistory();
  }
}

/** Global, so that it is closed after whatever writes there. */
@Global()
@Module({
  providers: [
    { provide: History, inject: [CurrentConfig, Logger, Spool], useFactory: openHistory },
  ],
  exports: [History],
})
export class HistoryStoreModule {}
