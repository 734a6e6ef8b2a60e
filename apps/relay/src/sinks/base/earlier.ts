import { alertIdentity } from '../../events/event.js';
import type { Replies } from '../../delivery/replies.js';
import type { OutgoingMessage } from '../../delivery/sink.js';

/** What a target answered to the message that events are in already. */
export interface Earlier {
  readonly reply: Readonly<Record<string, unknown>>;
  /** These events are all that is in it: what still fires would vanish with an edit otherwise. */
  readonly isWhole: boolean;
}

interface Place {
  readonly sink: string;
  readonly target: string;
}

/**
 * The message that all of these alerts are in already.
 *
 * @param idOf what tells messages apart in an answer
 */
export async function findEarlier(
  replies: Pick<Replies, 'find'>,
  place: Place,
  deliveries: OutgoingMessage['deliveries'],
  idOf: (reply: Earlier['reply']) => unknown,
): Promise<Earlier | undefined> {
  if (deliveries.some(({ event }) => alertIdentity(event) === undefined)) return undefined;
  const keys = [...new Set(deliveries.map(({ event }) => event.key))];
  const found = await Promise.all(keys.map((key) => replies.find(place, key)));
  const [first, ...others] = found.map((kept) => kept?.reply);
  if (first === undefined || idOf(first) === undefined) return undefined;
  if (others.some((other) => other === undefined || idOf(other) !== idOf(first))) return undefined;
  return { reply: first, isWhole: (first['members'] ?? 1) === keys.length };
}

/** Whether all of them are over. */
export const isResolved = (deliveries: OutgoingMessage['deliveries']): boolean =>
  deliveries.every(({ event }) => alertIdentity(event)?.status === 'resolved');
