import { waitingSinceMs, type RelayEvent } from '../events/event.js';
import type { Delivery } from '../spool/spool.js';
import type { OutgoingMessage, Sink } from '../delivery/sink.js';
import { alertsOfGroup } from '../sources/alertmanager.js';

/** Why nothing is sent for a delivery. */
export type Unsent =
  | { readonly kind: 'stale' | 'blank' }
  | { readonly kind: 'dead'; readonly reason: string }
  /** It goes as these instead. */
  | { readonly kind: 'split'; readonly alerts: readonly RelayEvent[] };

export interface Composed {
  readonly messages: readonly OutgoingMessage[];
  readonly unsent: readonly { readonly delivery: Delivery; readonly why: Unsent }[];
}

/** Renders deliveries; those of chat sinks that come together make one message. */
export function compose(sink: Sink, batch: readonly Delivery[], nowMs: number): Composed {
  const unsent: { delivery: Delivery; why: Unsent }[] = [];
  const rendered: OutgoingMessage[] = [];
  for (const delivery of batch) {
    const result = render(sink, delivery, nowMs);
    if (typeof result === 'string') rendered.push({ deliveries: [delivery], text: result });
    else unsent.push({ delivery, why: result });
  }
  return { messages: sink.chat === undefined ? rendered : combined(sink, rendered), unsent };
}

function render(sink: Sink, { event }: Delivery, nowMs: number): string | Unsent {
  if (event.unmapped !== undefined) return { kind: 'dead', reason: event.unmapped };
  if (isStale(sink, event, nowMs)) return { kind: 'stale' };
  try {
    const alerts = sink.needsAlerts === true ? alertsOfGroup(event) : [];
    if (alerts.length > 0) return { kind: 'split', alerts };
    const text = sink.render(event);
    return text.trim() === '' ? { kind: 'blank' } : text;
  } catch (error) {
    return { kind: 'dead', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What came in quiet hours grows old from their end. */
function isStale(sink: Sink, event: RelayEvent, nowMs: number): boolean {
  const staleMs = sink.chat?.staleMs ?? 0;
  const arrivedMs = waitingSinceMs(event);
  const sinceMs = Math.max(arrivedMs, sink.quietUntilMs?.(event, arrivedMs) ?? 0);
  return staleMs > 0 && nowMs - sinceMs > staleMs;
}

function combined(sink: Sink, rendered: readonly OutgoingMessage[]): readonly OutgoingMessage[] {
  const [first, ...others] = rendered.flatMap(({ deliveries }) => deliveries);
  if (first === undefined || others.length === 0) return rendered;
  const texts = rendered.map(({ text }) => text);
  return [{ deliveries: [first, ...others], text: sink.combine?.(texts) ?? texts.join('\n\n') }];
}
