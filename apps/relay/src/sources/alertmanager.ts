import { boundedKey, eventId, sizeOf, type RelayEvent } from '../events/event.js';
import type { Arrival, PlainHttpSource } from './http-source.js';
import { invalid, isRfc3339, objectAt, textOr, textsAt, type JsonObject } from './payload.js';

/** One event per alert, as upstream has it, or one per notification of Alertmanager. */
export const ALERTMANAGER_MODES = ['alert', 'group'] as const;
export type AlertmanagerMode = (typeof ALERTMANAGER_MODES)[number];

/** A notification holds at most what fits into 16 MiB; this bounds the rows of one commit. */
const MAX_ALERTS = 20_000;

const GROUP_EVENT = 'AlertmanagerGroupEvent';
const STATUSES: readonly unknown[] = ['firing', 'resolved'];

/**
 * Notifications of Alertmanager's webhook receiver (spec 3, part 2.C). The answer is what the
 * specification shows, for any number of alerts.
 */
export const alertmanagerSource = (mode: AlertmanagerMode): PlainHttpSource => ({
  name: 'alertmanager',
  receive(body, arrival) {
    const payload = objectAt(body, 'The body');
    const alerts = alertsOf(payload).map((alert, index) => checkedAlert(alert, index));
    const events =
      mode === 'alert'
        ? alerts.map((alert) => alertEvent(alert, arrival))
        : groupEvents(payload, alerts, arrival);
    return { events, dropped: {}, answer: { Message: 'OK' } };
  },
});

/**
 * The alerts of a group as they come in the mode `alert`, for whoever needs what tells alerts apart, which a group
 * has not. Nothing for other events.
 *
 * @throws {Problem} `invalid_payload` for a group that was not checked
 */
export function alertsOfGroup(event: RelayEvent): readonly RelayEvent[] {
  const { type, source, channel, receivedMs: nowMs, traceparent, via } = event;
  if (source !== 'alertmanager' || type !== GROUP_EVENT) return [];
  const alerts = alertsOf(event.data).map((alert, index) => checkedAlert(alert, index));
  const arrival = { channel, nowMs, ...(traceparent === undefined ? {} : { traceparent }) };
  return alerts.map((alert) => {
    const single = alertEvent(alert, arrival);
    const bytes = Math.ceil(sizeOf(event) / alerts.length);
    return {
      ...{ ...single, key: boundedKey(single.key), bytes },
      ...(via === undefined ? {} : { via }),
    };
  });
}

interface Alert {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL: string;
  readonly fingerprint: string;
}

function alertsOf({ alerts }: JsonObject): readonly unknown[] {
  if (!Array.isArray(alerts)) return invalid('alerts must be a list.');
  if (alerts.length > MAX_ALERTS) invalid(`alerts must have at most ${MAX_ALERTS} items.`);
  return alerts;
}

function checkedAlert(value: unknown, index: number): Alert {
  const path = `alerts[${index}]`;
  const alert = objectAt(value, path);
  if (!STATUSES.includes(alert['status'])) invalid(`${path}.status must be firing or resolved.`);
  if (!isRfc3339(alert['startsAt'])) invalid(`${path}.startsAt must be a time (RFC 3339).`);
  const labels = textsAt(alert['labels'], `${path}.labels`);
  return {
    status: textOr(alert['status'], ''),
    labels,
    annotations: textsAt(alert['annotations'], `${path}.annotations`),
    startsAt: alert['startsAt'],
    endsAt: textOr(alert['endsAt'], '0001-01-01T00:00:00Z'),
    generatorURL: textOr(alert['generatorURL'], ''),
    fingerprint: fingerprintOf(alert['fingerprint'], labels),
  };
}

/** Older senders give none: the labels are what it stands for. */
function fingerprintOf(given: unknown, labels: Readonly<Record<string, string>>): string {
  if (typeof given === 'string' && given !== '') return given;
  return eventId('labels', ...Object.entries(labels).flat()).slice(0, 16);
}

function alertEvent(alert: Alert, arrival: Arrival): RelayEvent {
  const { fingerprint, status, startsAt, labels } = alert;
  const name = labels['alertname'] ?? 'alert';
  const instance = labels['instance'];
  return {
    id: eventId('alertmanager', fingerprint, status, startsAt),
    source: 'alertmanager',
    channel: arrival.channel,
    type: 'AlertmanagerEvent',
    eventType: `org.sextant.relay.alertmanager.alert.${status}.v1`,
    key: fingerprint,
    subject: instance === undefined ? name : `${name}/${instance}`,
    time: startsAt,
    receivedMs: arrival.nowMs,
    labels: { source: 'alertmanager', status, ...labels },
    data: alert as unknown as JsonObject,
    ...(arrival.traceparent === undefined ? {} : { traceparent: arrival.traceparent }),
  };
}

function groupEvents(
  payload: JsonObject,
  alerts: readonly Alert[],
  arrival: Arrival,
): RelayEvent[] {
  if (alerts.length === 0) return [];
  const status = payload['status'] === 'resolved' ? 'resolved' : 'firing';
  const groupKey = textOr(payload['groupKey'], eventId(...alerts.map((a) => a.fingerprint)));
  const common = textsAt(payload['commonLabels'], 'commonLabels');
  const parts = alerts.flatMap((alert) => [alert.fingerprint, alert.status, alert.startsAt]);
  return [
    {
      id: eventId('alertmanager-group', groupKey, ...parts),
      source: 'alertmanager',
      channel: arrival.channel,
      type: GROUP_EVENT,
      eventType: `org.sextant.relay.alertmanager.group.${status}.v1`,
      key: groupKey,
      subject: common['alertname'] ?? groupKey,
      time: alerts.map(({ startsAt }) => startsAt).reduce((a, b) => (a < b ? a : b)),
      receivedMs: arrival.nowMs,
      labels: { source: 'alertmanager', status, ...common },
      data: groupData(payload, { alerts, status, groupKey, common }),
      ...(arrival.traceparent === undefined ? {} : { traceparent: arrival.traceparent }),
    },
  ];
}

interface Group {
  readonly alerts: readonly Alert[];
  readonly status: string;
  readonly groupKey: string;
  readonly common: Readonly<Record<string, string>>;
}

/** The members that the specification shows, and `truncatedAlerts`, which real senders add. */
function groupData(payload: JsonObject, group: Group): JsonObject {
  return {
    receiver: textOr(payload['receiver'], ''),
    status: group.status,
    alerts: group.alerts,
    groupLabels: textsAt(payload['groupLabels'], 'groupLabels'),
    commonLabels: group.common,
    commonAnnotations: textsAt(payload['commonAnnotations'], 'commonAnnotations'),
    externalURL: textOr(payload['externalURL'], ''),
    version: textOr(payload['version'], ''),
    groupKey: group.groupKey,
    truncatedAlerts:
      typeof payload['truncatedAlerts'] === 'number' ? payload['truncatedAlerts'] : 0,
  };
}
