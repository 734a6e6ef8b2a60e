import type { Logger } from '@sextant/platform-runtime/logging';
import { SqliteHistory } from '../history/sqlite-history.js';
import type { RelayConfig } from '../options/config.js';
import { NO_HISTORY, type History } from '../history/history.js';

const DAY_MS = 24 * 3_600_000;

/** Beside the spool, which comes first: it begins to refuse at half of what the history leaves free. */
export async function openHistory(config: RelayConfig, logger: Logger): Promise<History> {
  const { historyDays, historyMaxBytes: maxBytes, spoolDir, spoolReserveBytes } = config;
  if (historyDays === 0) return NO_HISTORY;
  const { historyLeastFreeBytes: leastFreeBytes = 2 * spoolReserveBytes } = config;
  const limits = { keptMs: historyDays * DAY_MS, maxBytes, leastFreeBytes };
  try {
    return await SqliteHistory.open(spoolDir, limits);
  } catch (error) {
    // Nobody was promised it: it is no reason to take no events.
    logger.warn('history.not_kept', { err: error });
    return NO_HISTORY;
  }
}
