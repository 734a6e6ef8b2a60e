import { FairQueue } from './fair-queue.js';

/** Samples that are worked on at a time, in seconds: longer stretches would hold up other requests. */
const CHUNK_SECONDS = 0.25;

/** Stretches that are short enough for one turn. */
export function* chunks(pcm: Int16Array, sampleRate: number): Generator<Int16Array> {
  const size = Math.round(CHUNK_SECONDS * sampleRate);
  for (let start = 0; start < pcm.length; start += size) yield pcm.subarray(start, start + size);
}

/** Whoever works on sound in this thread waits here between two stretches. */
const waiting = new FairQueue<() => void>();

/**
 * Lets others have their turn: what comes in is served, then one stretch of a workspace is worked on, then one of another,
 * however many stretches either has waiting.
 */
export function othersTurn(workspace: string): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.size === 0) setImmediate(next);
    waiting.push(workspace, resolve, 1);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.size > 0) setImmediate(next);
}
