/** The thread that searches memories: looking through a large one takes longer than answering many requests. */
import { parentPort } from 'node:worker_threads';
import type { MemoryMatch } from './memory-lookup.js';
import { MemorySearch, type MemoryQuery, type MemorySegment } from './memory-search.js';

export type MemoryAsk =
  | {
      readonly id: number;
      readonly put: { readonly memory: number; readonly segments: readonly MemorySegment[] };
    }
  | { readonly forget: number }
  | { readonly id: number; readonly match: MemoryQuery; readonly mostMs: number };

export interface MemoryReply {
  readonly id: number;
  /** How many segments the memory has. */
  readonly size?: number;
  /** Of the first texts, as many as there was time for. */
  readonly matches?: readonly (MemoryMatch | undefined)[];
  /** Milliseconds of the processor that it took. */
  readonly spentMs?: number;
  readonly error?: string;
}

const search = new MemorySearch();

parentPort?.on('message', (ask: MemoryAsk) => {
  if ('forget' in ask) {
    search.forget(ask.forget);
    return;
  }
  const reply = (answer: Omit<MemoryReply, 'id'>) =>
    parentPort?.postMessage({ id: ask.id, ...answer } satisfies MemoryReply);
  try {
    if ('put' in ask) reply({ size: search.put(ask.put.memory, ask.put.segments) });
    else reply(firstMatches(ask.match, ask.mostMs));
  } catch (error) {
    reply({ error: String(error) });
  }
});

/** Of this thread: a machine that is busy with other things finds no less. */
const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** At least one: a search goes on however little time there is. */
function firstMatches(
  query: MemoryQuery,
  mostMs: number,
): Pick<MemoryReply, 'matches' | 'spentMs'> {
  const startMs = processorMs();
  const matches: (MemoryMatch | undefined)[] = [];
  for (const text of query.texts) {
    matches.push(search.match(text, query));
    if (processorMs() - startMs > mostMs) break;
  }
  return { matches, spentMs: processorMs() - startMs };
}
