import type { Clock } from '@sextant/platform-runtime/clock';
import type { Blobs } from '@sextant/platform-data/blobs';
import type { CloneStore } from './clone-store.js';

/** Longer than any creation of a voice takes. */
const UNCLAIMED_AFTER_MS = 10 * 60_000;

/** Deletes blobs that nobody claimed: their process ended before the voice was stored, or after it was deleted. */
export async function sweepBlobs(
  { store, blobs }: { readonly store: CloneStore; readonly blobs: Blobs },
  clock: Clock,
): Promise<number> {
  const keys = await store.garbage(new Date(clock.nowMs() - UNCLAIMED_AFTER_MS));
  for (const key of keys) await blobs.delete(key);
  if (keys.length > 0) await store.swept(keys);
  return keys.length;
}
