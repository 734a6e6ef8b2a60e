import { withoutLeapSecond } from '../../events/event.js';
import { channel, type ChannelMessage } from '../base/channel.js';
import { outcomeOfStatus } from '../http/http-call.js';
import { basic, jsonCall, shortened } from '../http/posting.js';

/** Event Management: 1 critical, 2 major, 3 minor, 4 warning, 5 OK, 0 clear. */
const SEVERITIES: Readonly<Record<string, string>> = {
  ...{ critical: '1', disaster: '1', error: '2', high: '2', average: '3' },
  ...{ warning: '4', info: '5', information: '5' },
};

/** ServiceNow's Event Management ("Web service API for event collection"). */
export const servicenow = channel({
  name: 'servicenow',
  title: 'ServiceNow (Event Management)',
  titles: ['Servicenow'],
  options: {
    url: {
      kind: 'address',
      description: 'Address of the instance.',
      example: 'https://example.service-now.com',
    },
    user: {
      kind: 'text',
      description: 'Name of a user with evt_mgmt_integration.',
      example: 'relay',
    },
    password: { kind: 'text', description: 'Its password.', example: 'xxx', secret: true },
  },
  needs: ['url', 'user', 'password'],
  target: 'addresses of instances',
  isChat: false,
  onlyAlerts: true,
  concurrency: 1,
  escape: 'plain',
  open: ({ url = '', user = '', password = '' }, { call }) => ({
    targets: [url],
    limits: () => [{ name: 'servicenow', capacity: 20, perSecond: 10 }],
    compose(message) {
      const address = `${message.target}/api/global/em/jsonv2`;
      const headers = { authorization: basic(user, password), accept: 'application/json' };
      const request = jsonCall(address, { records: [recordOf(message)] }, headers);
      return async () => outcomeOfStatus(await call(request));
    },
  }),
});

/** A state that ends is the same message_key with severity 0 and "Closing". */
function recordOf({ event, alert, text }: ChannelMessage) {
  const { labels, data, subject, key, time } = event;
  const isOver = alert?.status === 'resolved';
  const severity = SEVERITIES[(labels['severity'] ?? '').toLowerCase()] ?? '2';
  return {
    source: 'Sextant relay',
    event_class: event.source,
    node: shortened(labels['instance'] ?? labels['host'] ?? '', 100),
    resource: shortened(subject, 100),
    metric_name: shortened(labels['alertname'] ?? event.type, 100),
    type: shortened(labels['alertname'] ?? event.type, 100),
    message_key: key.slice(0, 1024),
    severity: isOver ? '0' : severity,
    resolution_state: isOver ? 'Closing' : 'New',
    time_of_event: new Date(withoutLeapSecond(time)).toISOString().slice(0, 19).replace('T', ' '),
    description: shortened(text, 4000),
    additional_info: infoOf(labels, data),
  };
}

const MAX_INFO = 16_000;

/** A JSON object, or nothing that could be read. */
function infoOf(labels: object, data: object): string {
  const whole = JSON.stringify({ ...labels, data });
  return whole.length <= MAX_INFO ? whole : JSON.stringify(labels);
}
