import { eventId, type RelayEvent } from '../events/event.js';
import { textAt } from '../sources/payload.js';
import type { ActionKind, ActionRequest } from '../sinks/actions/action.js';
import type { Kept } from './kept-alert.js';

const HOUR_MS = 3_600_000;

interface Audit {
  readonly kept: Kept;
  readonly request: ActionRequest;
  readonly by: string;
  readonly untilMs: number | undefined;
  readonly nowMs: number;
}

/** Who did what, for all who are told of the alert. */
export function auditEvent({ kept, request, by, untilMs, nowMs }: Audit): RelayEvent {
  const action = wordOf(request.kind);
  const time = new Date(nowMs).toISOString();
  return {
    id: eventId('action', request.token, request.chat, request.requestId),
    source: 'actions',
    channel: request.chat,
    type: 'ActionEvent',
    eventType: `org.sextant.relay.action.${action}.v1`,
    key: kept.key,
    subject: kept.subject,
    ...{ time, receivedMs: nowMs },
    labels: {
      ...{ source: 'actions', action, by },
      ...(textAt(kept.labels, 'alertname') === ''
        ? {}
        : { alertname: textAt(kept.labels, 'alertname') }),
    },
    data: {
      ...{ action, by, user: `${request.chat}:${request.userId}` },
      ...{ subject: kept.subject, labels: kept.labels },
      ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
    },
  };
}

const wordOf = (kind: ActionKind): string => {
  if (kind === 'ack') return 'acknowledged';
  return kind === 'resolve' ? 'resolved' : 'silenced';
};

interface Noted {
  readonly kind: ActionKind;
  readonly by: string;
  readonly untilMs: number | undefined;
  readonly nowMs: number;
  readonly zone: string;
}

/** Who did what, in the message of the alert. */
export function noteOf({ kind, by, untilMs, nowMs, zone }: Noted): string {
  const time = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, timeZoneName: 'short', hour: '2-digit', minute: '2-digit' },
      ...(ms - nowMs > 12 * HOUR_MS ? { day: '2-digit', month: 'short' } : {}),
    }).format(ms);
  const until = untilMs === undefined ? '' : ` until ${time(untilMs)}`;
  return `${wordOf(kind)} by ${by} at ${time(nowMs)}${until}`;
}
