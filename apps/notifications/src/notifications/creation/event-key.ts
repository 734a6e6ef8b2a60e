import { createHash } from 'node:crypto';

const PREFIX = 'event:';

/**
 * Names an event among all: source and id together are unique (CloudEvents 1.0, "id"). Hashed, as
 * together they may be longer than an entry of an index.
 */
export function eventKey({ source, id }: { readonly source: string; readonly id: string }): string {
  const hash = createHash('sha256').update(JSON.stringify([source, id]));
  return PREFIX + hash.digest('hex');
}

/** Whether a creation's key is that of an event. */
export const isEventKey = (key: string): boolean => key.startsWith(PREFIX);
