import type { Logger } from '@sextant/platform-runtime/logging';
import type { DataSource, EntityManager } from 'typeorm';
import type { Observer } from '../../observability/observer.js';
import { PostgresEvents } from './postgres-events.js';
import {
  EVENTS_CHECKED,
  PostgresGaps,
  TRANSFERS_CHECKED,
  type LogPlace,
  type Span,
} from './postgres-gaps.js';
import { PostgresTransfers } from './postgres-transfers.js';
import type { DecodedLogs, IndexedEvent, RefusedLog } from '../contracts/event-decoder.js';
import type { FlowProgress } from './flow-progress.js';
import type { LogReader } from './log-reader.js';
import { ReadWindow } from './read-window.js';
import type { TokenTransfer, TransferReader } from './transfer-reader.js';

export interface GapFillerUses {
  readonly chainId: number;
  readonly reader: LogReader;
  readonly transfers: TransferReader;
  readonly source: DataSource;
  readonly progress: FlowProgress;
  readonly logger: Logger;
  readonly observer: Pick<Observer, 'gapFilled' | 'unconfirmed'>;
  /** The first block that can hold events of the contracts. */
  readonly fromBlock: number;
}

/** What is read again, and how what was missing is stored. */
interface Look<T extends LogPlace> {
  readonly what: 'events' | 'transfers';
  readonly stored: PostgresGaps;
  readonly window: ReadWindow;
  readonly logsOf: (span: Span) => Promise<readonly T[]>;
  readonly keep: (manager: EntityManager, missing: readonly T[]) => Promise<unknown>;
}

/**
 * Reads blocks a second time when they are final, from the last endpoint first: a node that had not all of a block yet, or lost
 * logs, answers with fewer, and nothing in its answer tells. What was missing is stored then; what was there and is
 * not there now is counted, and stays, since the second answer may be the one that lacks it.
 */
export class GapFiller {
  readonly #events: Look<IndexedEvent | RefusedLog>;
  readonly #transfers: Look<TokenTransfer>;

  constructor(private readonly uses: GapFillerUses) {
    this.#events = eventsLook(uses);
    this.#transfers = transfersLook(uses);
  }

  /** Looks at one window of each index. @returns whether there is more to look at */
  async step(): Promise<boolean> {
    const isMore = await this.#look(this.#events);
    return (await this.#look(this.#transfers)) || isMore;
  }

  async #look<T extends LogPlace>({ what, window, ...look }: Look<T>): Promise<boolean> {
    const { fromBlock, source } = this.uses;
    const span = await look.stored.span(fromBlock, window.blocks);
    if (span === undefined) return false;
    const logs = await window.read(span, () => look.logsOf(span));
    if (logs === undefined) return true;
    const found = await source.transaction(async (manager) => {
      if (!(await look.stored.lock(manager, fromBlock, span))) return undefined;
      const difference = await look.stored.difference(manager, span, logs);
      if (difference.missing.length > 0) await look.keep(manager, difference.missing);
      await look.stored.mark(manager, span.to);
      return { filled: difference.missing.length, unconfirmed: difference.unconfirmed };
    });
    if (found === undefined) return false;
    this.#tell(what, span, found);
    return (await look.stored.span(fromBlock, window.blocks)) !== undefined;
  }

  #tell(
    what: Look<LogPlace>['what'],
    span: Span,
    { filled, unconfirmed }: { readonly filled: number; readonly unconfirmed: number },
  ): void {
    const { chainId, logger, observer, progress } = this.uses;
    if (filled > 0) {
      observer.gapFilled(chainId, filled);
      logger.warn('indexer.gap_filled', { chainId, what, ...span, logs: filled });
      progress.wake();
    }
    if (unconfirmed > 0) {
      observer.unconfirmed(chainId, unconfirmed);
      logger.warn('indexer.logs_unconfirmed', { chainId, what, ...span, logs: unconfirmed });
    }
  }
}

function eventsLook({
  chainId,
  progress,
  reader,
  source,
}: GapFillerUses): Look<IndexedEvent | RefusedLog> {
  const events = new PostgresEvents(chainId, progress);
  return {
    what: 'events',
    stored: new PostgresGaps(source, chainId, EVENTS_CHECKED),
    window: new ReadWindow(),
    logsOf: async ({ from, to }) => {
      const read = await reader.events(from, to, true);
      return [...read.events, ...read.refused];
    },
    keep: (manager, missing) => events.keepLogs(manager, sorted(missing)),
  };
}

function sorted(logs: readonly (IndexedEvent | RefusedLog)[]): DecodedLogs {
  const events: IndexedEvent[] = [];
  const refused: RefusedLog[] = [];
  for (const log of logs) {
    if ('reason' in log) refused.push(log);
    else events.push(log);
  }
  return { events, refused };
}

function transfersLook({ chainId, source, transfers }: GapFillerUses): Look<TokenTransfer> {
  const stored = new PostgresTransfers(source, chainId);
  return {
    what: 'transfers',
    stored: new PostgresGaps(source, chainId, TRANSFERS_CHECKED),
    window: new ReadWindow(),
    logsOf: async ({ from, to }) => {
      const range = { from, to, isSecondLook: true };
      return (await transfers.transfers(await stored.tokens(to), range)).transfers;
    },
    keep: (manager, missing) => stored.keepTransfers(manager, missing),
  };
}
