import type { RelayEvent } from '../events/event.js';
import type { Sink } from '../delivery/sink.js';
import type { Delivery } from '../spool/spool.js';

export interface Forwarding {
  readonly from: Sink;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly sinks: readonly Sink[];
  readonly nowMs: number;
}

/**
 * The event once more, for the sinks whose name the sender's `forward` matches, with the answer in
 * `via`. A sink that has an answer in it already is left out, so that nothing goes in circles.
 */
export function forwarded(
  event: RelayEvent,
  { from, reply, sinks, nowMs }: Forwarding,
): RelayEvent | undefined {
  const pattern = from.forward;
  if (pattern === undefined) return undefined;
  const via = {
    ...event.via,
    ...Object.fromEntries(from.titles.map((title) => [title, reply] as const)),
  };
  const next = sinks.filter(
    ({ titles }) => titles.some((title) => pattern.test(title)) && !(titles[0] in via),
  );
  if (next.length === 0) return undefined;
  return { ...event, via, directed: { sinks: next.map(({ name }) => name) }, queuedMs: nowMs };
}

export interface Burial {
  readonly reason: string;
  readonly topic: string | undefined;
  readonly label: string;
  readonly nowMs: number;
}

/** The event for the topic of dead letters; nothing when that topic itself did not take it. */
export function asDeadLetter(
  { event, sink, target, attempts }: Delivery,
  { reason, topic, label, nowMs }: Burial,
): RelayEvent | undefined {
  if (topic === undefined || (sink === 'kafka' && target === topic)) return undefined;
  return {
    ...event,
    via: { ...event.via, DeadLetter: { sink, target: label, reason, attempts } },
    directed: { sinks: ['kafka'], target: topic },
    queuedMs: nowMs,
  };
}
