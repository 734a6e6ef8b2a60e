import { withoutLeapSecond, type RelayEvent } from '../../events/event.js';
import { viewOf } from '../../events/event-view.js';
import { attributesOf } from '../base/attributes.js';
import { channel } from '../base/channel.js';
import { jsonCall, shortened, titleOf, withReply } from '../http/posting.js';

/** "alert_type: error, warning, info, success, …". */
const TYPES: Readonly<Record<string, string>> = {
  ...{ critical: 'error', error: 'error', high: 'error', disaster: 'error' },
  ...{ warning: 'warning', average: 'warning' },
};

/** Datadog's events (Events API v1, "Post an event"). */
export const datadog = channel({
  name: 'datadog',
  title: 'Datadog events',
  titles: ['DataDog', 'Datadog'],
  options: {
    api_key: {
      kind: 'text',
      description: 'API key.',
      example: 'xxx',
      secret: true,
      also: ['DATADOG_API_KEY'],
    },
    api_url: {
      kind: 'address',
      description: 'Base address of the API of your site.',
      example: 'https://api.datadoghq.eu',
      default: 'https://api.datadoghq.com',
    },
    name: {
      kind: 'template',
      description: 'Template of the title; the first line of the message if absent.',
      example: '{{ .data.labels.alertname }}',
    },
    attributes_selector: {
      kind: 'template',
      description: 'Template of the tags, as a JSON object of texts; the labels if absent.',
      example: '{"env": "prod"}',
    },
  },
  needs: ['api_key'],
  target: 'base addresses of the API',
  isChat: false,
  escape: 'plain',
  open: ({ api_key: key = '', api_url: apiUrl, name, attributes_selector: attributes }, uses) => ({
    targets: [apiUrl],
    limits: () => [{ name: 'datadog', capacity: 50, perSecond: 10 }],
    compose({ target, event, text, alert }) {
      const tags = Object.entries(attributesOf(event, attributes));
      const body = {
        title: titleOf(name?.(viewOf(event)) ?? text, 500),
        // "text … limited to 4000 characters".
        text: shortened(text, 4000),
        date_happened: Math.floor(Date.parse(withoutLeapSecond(event.time)) / 1000),
        alert_type: alert?.status === 'resolved' ? 'success' : typeOf(event),
        aggregation_key: event.key.slice(0, 100),
        tags: tags.map(([tag, value]) => shortened(`${tag}:${value}`, 200)),
        source_type_name: 'my_apps',
      };
      const request = jsonCall(`${target}/api/v1/events`, body, { 'dd-api-key': key });
      return async () => withReply(await uses.call(request), ['event', 'status']);
    },
  }),
});

const typeOf = ({ labels }: RelayEvent): string =>
  TYPES[(labels['severity'] ?? '').toLowerCase()] ?? 'info';
