import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** Waits until something holds. @throws after a minute, with what was waited for */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`waited for a minute: ${what}`);
    await sleep(100);
  }
}
