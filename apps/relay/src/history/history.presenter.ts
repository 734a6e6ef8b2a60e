import { labelCondition } from './archive.js';
import type { HistoryDelivery, HistoryEvent, HistoryQuery, Sample } from './history.js';
import type {
  HistoryDeliveryView,
  HistoryEventView,
  HistoryFilter,
  QueueSampleView,
} from './history.dto.js';

const isoOf = (ms: number): string => new Date(ms).toISOString();

const msOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

export const filterOf = ({ label = [], from, to, ...filter }: HistoryFilter) =>
  ({
    kind: filter.kind,
    namespace: filter.namespace,
    source: filter.source,
    type: filter.type,
    text: filter.text,
    labels: label.flatMap((text) => labelCondition(text) ?? []),
    fromMs: msOf(from),
    toMs: msOf(to),
  }) satisfies Omit<HistoryQuery, 'limit'>;

/** What an event is, without what the relay notes about its way: targets may hold tokens. */
export const presentEvent = ({
  seq,
  atMs,
  event,
}: HistoryEvent): Pick<HistoryEventView, keyof HistoryEventView> => ({
  seq,
  at: isoOf(atMs),
  id: event.id,
  source: event.source,
  channel: event.channel,
  type: event.type,
  event_type: event.eventType,
  key: event.key,
  subject: event.subject,
  time: event.time,
  labels: event.labels,
  data: event.data,
});

export const presentDelivery = (delivery: HistoryDelivery): HistoryDeliveryView => ({
  at: isoOf(delivery.atMs),
  sink: delivery.sink,
  target: delivery.target,
  outcome: delivery.outcome,
  reason: delivery.reason ?? null,
});

export const presentSample = (sample: Sample): QueueSampleView => ({
  at: isoOf(sample.atMs),
  sink: sample.sink,
  target: sample.target,
  waiting: sample.waiting,
  paused: sample.isOpen,
  delivered: sample.delivered,
  failed: sample.failed,
});
