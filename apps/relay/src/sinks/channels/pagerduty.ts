import { withoutLeapSecond, type AlertIdentity, type RelayEvent } from '../../events/event.js';
import { channel, type ChannelMessage } from '../base/channel.js';
import { jsonCall, shortened, titleOf, withReply } from '../http/posting.js';

const SEVERITIES: readonly string[] = ['critical', 'error', 'warning', 'info'];

/** "The maximum size of an event is 512 KB": details above this are left out. */
const MAX_DETAILS = 400_000;

/** PagerDuty's Events API v2: an alert triggers an incident and resolves it, by its key. */
export const pagerduty = channel({
  name: 'pagerduty',
  title: 'PagerDuty (Events API v2)',
  titles: ['Pagerduty'],
  options: {
    routing_key: {
      kind: 'text',
      description: 'Integration key of the service.',
      example: 'R0123456789ABCDEFGHIJKLMNOPQRSTU',
      secret: true,
    },
    api_url: {
      kind: 'address',
      description: 'Base address of the API.',
      example: 'https://events.eu.pagerduty.com',
      default: 'https://events.pagerduty.com',
    },
  },
  needs: ['routing_key'],
  target: 'integration keys',
  isChat: false,
  onlyAlerts: true,
  concurrency: 1,
  escape: 'plain',
  open: ({ routing_key: key = '', api_url: apiUrl }, { call }) => ({
    targets: [''],
    label: (target) => (target === '' ? 'pagerduty' : `…${target.slice(-4)}`),
    limits: (target) => [{ name: `pagerduty ${target}`, capacity: 20, perSecond: 2 }],
    compose(message) {
      const routing = { routing_key: message.target === '' ? key : message.target };
      const request = jsonCall(`${apiUrl}/v2/enqueue`, { ...routing, ...eventOf(message) });
      return async () => withReply(await call(request), ['dedup_key', 'status']);
    },
  }),
});

/** "dedup_key … maximum 255 characters". */
function eventOf({ event, alert, text }: ChannelMessage) {
  const identity = { dedup_key: event.key.slice(0, 255) };
  if (alert?.status === 'resolved') return { event_action: 'resolve', ...identity };
  return {
    event_action: 'trigger',
    ...identity,
    client: 'Sextant relay',
    payload: {
      summary: titleOf(text, 1024),
      source: shortened(event.labels['instance'] ?? event.subject, 255),
      severity: severityOf(event),
      timestamp: timeOf(event, alert),
      class: event.type,
      custom_details: detailsOf(event, text),
    },
  };
}

const severityOf = ({ labels }: RelayEvent): string => {
  const severity = labels['severity'] ?? '';
  return SEVERITIES.includes(severity) ? severity : 'error';
};

const timeOf = ({ time }: RelayEvent, alert: AlertIdentity | undefined): string =>
  withoutLeapSecond(alert === undefined || alert.startsAt === '' ? time : alert.startsAt);

const detailsOf = ({ labels, data }: RelayEvent, text: string): object =>
  JSON.stringify(data).length > MAX_DETAILS
    ? { labels, message: shortened(text, 10_000) }
    : { labels, message: shortened(text, 10_000), data };
