import type { Storage } from './storages.js';

/** Finishes what other tests have left open. @returns how many are open then */
export async function drain({ creations }: Storage): Promise<number> {
  for (;;) {
    const left = await creations.claim(
      new Date(Date.UTC(2100, 0, 1)),
      new Date(Date.UTC(2026, 0, 1)),
    );
    if (left === undefined) return creations.pending();
    await creations.done(left);
  }
}
